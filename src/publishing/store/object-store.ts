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

export type StoredFile = { key: string; bytes: number; modifiedAt: Date };

/** An error whose message is meant for the person who publishes. */
export class StoreError extends Error {}

/**
 * Where sites are published. Keys are paths without a leading slash, `harbour-cars/live.json`. Writes are atomic and
 * visible to later readers. All methods throw StoreError if the location does not exist or denies access.
 */
export type Store = {
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
  /** Metadata only; folders have no headers. */
  head(key: string): Promise<{ bytes: number; headers?: FileHeaders } | undefined>;
  /** Files whose key starts with `prefix`, which is empty or ends with a slash. */
  list(prefix: string): Promise<StoredFile[]>;
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
