import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export const CONTENT_ENCODINGS = ['gzip', 'br'] as const;
export type ContentEncoding = (typeof CONTENT_ENCODINGS)[number];
/** Every browser and crawler accepts it. */
export const DEFAULT_ENCODING: ContentEncoding = 'gzip';

/** Published once, sent often: worth the highest level. */
const GZIP_LEVEL = 9;
const BROTLI_QUALITY = 11;

/** The same bytes for the same text each time, so that unchanged files are recognised. */
export const encodeBody = (body: Uint8Array, encoding: ContentEncoding): Promise<Buffer> =>
  encoding === 'gzip'
    ? compressGzip(body, { level: GZIP_LEVEL })
    : compressBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      });

/** What a file server has to send with a published file. */
export type FileHeaders = {
  contentType: string;
  cacheControl: string;
  contentEncoding?: ContentEncoding | undefined;
};

export type StoredFile = { key: string; bytes: number; modifiedAt: Date };

/** A mistake or a refusal that the person who publishes can read and put right. */
export class StoreError extends Error {}

/**
 * Where sites are published to. Keys are paths without a slash at the start, `harbour-cars/live.json`. A file that has been
 * put is there for every later reader; one that is being put shows the old content or the new.
 * Every method throws StoreError where the place does not exist or refuses.
 */
export type Store = {
  /**
   * `objects` stores headers with each file. `folder` stores content alone; the web server in front adds the headers
   * and picks compressed copies.
   */
  readonly kind: 'folder' | 'objects';
  /** For messages: `s3://bucket/previews`, or the folder. */
  readonly name: string;
  put(key: string, body: Uint8Array, headers: FileHeaders): Promise<void>;
  /** The stored bytes, still encoded; undefined where there is no such key. */
  get(key: string): Promise<Buffer | undefined>;
  /** Without the content; a folder has no headers to report. */
  head(key: string): Promise<{ bytes: number; headers?: FileHeaders } | undefined>;
  /** Every file whose key starts with `prefix`, which ends with a slash or is empty. */
  list(prefix: string): Promise<StoredFile[]>;
  /** Names directly below `prefix` that have files below them. */
  folders(prefix: string): Promise<string[]>;
  /** MD5 in hex of what is stored below `prefix`, by key; the store may not know all. */
  md5s(prefix: string): Promise<Map<string, string>>;
  /** Inside the store, headers included, so that no bytes travel. @returns false where `from` does not exist */
  copy(from: string, to: string): Promise<boolean>;
  /** Also right for a key that does not exist. */
  delete(key: string): Promise<void>;
  /** A folder gets a link that web servers follow, replaced atomically; in a bucket nothing can be linked. */
  link(at: string, folder: string): Promise<void>;
  close(): void;
};
