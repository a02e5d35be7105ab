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
