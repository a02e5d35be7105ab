import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export const CONTENT_ENCODINGS = ['gzip', 'br'] as const;
export type ContentEncoding = (typeof CONTENT_ENCODINGS)[number];
/** Accepted by all browsers and crawlers. */
export const DEFAULT_ENCODING: ContentEncoding = 'gzip';

/** Published once and sent often, so the highest level is worthwhile. */
const GZIP_LEVEL = 9;
const BROTLI_QUALITY = 11;

/** Deterministic, so that unchanged files are recognised. */
export const encodeBody = (body: Uint8Array, encoding: ContentEncoding): Promise<Buffer> =>
  encoding === 'gzip'
    ? compressGzip(body, { level: GZIP_LEVEL })
    : compressBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      });

/** Headers to send with a published file. */
export type FileHeaders = {
  contentType: string;
  cacheControl: string;
  contentEncoding?: ContentEncoding | undefined;
};

/** Metadata of a file; folders have no headers. */
export type StoredHead = {
  bytes: number;
  etag: string;
  /** Of the stored bytes, in hex, where the store knows it. */
  md5?: string;
  modifiedAt: Date;
  headers?: FileHeaders;
};

export type StoredFile = { key: string; bytes: number; modifiedAt: Date; md5?: string };

/** For files that only servers of this installation read. */
export const PRIVATE_FILE: FileHeaders = {
  contentType: 'application/octet-stream',
  cacheControl: 'private, no-store',
};

/** An error whose message is meant for the person who operates the sites. */
export class StorageError extends Error {}

/**
 * Files that outlive a machine: a folder, or a bucket that all machines share. Keys are paths without a leading slash,
 * `harbour-cars/live.json`. Writes are atomic and visible to later readers. All methods throw StorageError if the
 * location does not exist, denies access or does not respond.
 */
export type ObjectStorage = {
  /**
   * `objects` stores headers with each file. `folder` stores content only; the web server adds headers and picks
   * compressed copies.
   */
  readonly kind: 'folder' | 'objects';
  /** For messages: `s3://bucket/previews`, or the folder. */
  readonly name: string;
  put(key: string, body: Uint8Array, headers: FileHeaders): Promise<void>;
  /** Stored bytes, still encoded; undefined if the key does not exist. */
  get(key: string): Promise<Buffer | undefined>;
  /**
   * The stored bytes, if they are others than those of `etag`.
   * @param etag of an earlier call
   */
  getIfChanged(
    key: string,
    etag: string | undefined,
  ): Promise<{ body: Buffer; etag: string } | 'unchanged' | undefined>;
  /** As `put`, from a local file of any size, without reading it into memory. */
  putFile(key: string, file: string, headers: FileHeaders): Promise<void>;
  /**
   * Atomically writes the stored bytes to a local file, whose folder must exist, without reading them into memory.
   * @returns false if the key does not exist
   */
  getFile(key: string, file: string): Promise<boolean>;
  /** Where browsers and CDNs read it; undefined if the location has no public address. */
  address(key: string): string | undefined;
  head(key: string): Promise<StoredHead | undefined>;
  /** Files whose key starts with `prefix`, which is empty or ends with a slash. */
  list(prefix: string): Promise<StoredFile[]>;
  /** As `list`, a part at a time, in the order of keys. */
  pages(prefix: string): AsyncIterable<StoredFile[]>;
  /** Names of folders directly below `prefix`. */
  folders(prefix: string): Promise<string[]>;
  /** MD5 in hex below `prefix`, by key; some may be unknown to the store. */
  md5s(prefix: string): Promise<Map<string, string>>;
  /**
   * Copies within the store, including headers, without transferring content.
   * @returns false if `from` does not exist
   */
  copy(from: string, to: string): Promise<boolean>;
  /** Succeeds if the key does not exist. */
  delete(key: string): Promise<void>;
  /** Atomically replaces a symbolic link for web servers; buckets have no links. */
  link(at: string, folder: string): Promise<void>;
  close(): void;
};

/** Where the files of an installation are. */
export type FilePlaces = {
  /** A folder of this machine: the files themselves, or beside `storage` its work in progress. */
  dataDir: string;
  /** The bucket that all machines share, with paths below DATA_DIR as keys; undefined on one machine. */
  storage: ObjectStorage | undefined;
};
