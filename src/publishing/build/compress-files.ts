import { readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import { replaceFile } from '#src/platform/storage/replace-file.ts';
import { BROTLI_QUALITY, GZIP_LEVEL } from '#src/server/http/responses.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Hashed assets are compressed once; for pages this quality would take 40-80 ms each. */
const ASSET_BROTLI_QUALITY = 11;

/** Compressed assets of earlier builds, identified by the hash in their name. */
const ASSET_CACHE = '.astro/cache/compressed';

export const COMPRESSED_SUFFIXES = ['.br', '.gz'] as const;

/** Pictures and fonts are already compressed. */
export const isCompressible = (name: string): boolean =>
  /\.(?:html|m?js|css|svg|xml|txt|json|webmanifest)$/.test(name);

const CONCURRENCY = availableParallelism() * 2;

/**
 * Writes `.br` and `.gz` copies of pages and other small files.
 * @param options.flush whether they have to survive a power failure; incomplete ones are built again then
 */
export const compressPages = (files: readonly string[], options?: { flush: boolean }): Promise<void> =>
  forEachConcurrently(files, CONCURRENCY, (file) => compress(file, BROTLI_QUALITY, options));

/** Like `compressPages`, at the highest level, with a cache. */
export async function compressAssets(files: readonly string[]): Promise<void> {
  await mkdir(ASSET_CACHE, { recursive: true });
  await forEachConcurrently(files, CONCURRENCY, async (file) => {
    const cached = join(ASSET_CACHE, basename(file));
    try {
      for (const suffix of COMPRESSED_SUFFIXES) await copyFile(cached + suffix, file + suffix);
    } catch {
      await compress(file, ASSET_BROTLI_QUALITY);
      for (const suffix of COMPRESSED_SUFFIXES) {
        // Written atomically: other builds may read it, and this one may be killed.
        await replaceFile(cached + suffix, await readFile(file + suffix));
      }
    }
  });
}

/** A window no larger than the text is as effective and faster; brotli allows 10 to 24 bits. */
const windowBits = (bytes: number) => Math.min(22, Math.max(10, Math.ceil(Math.log2(bytes + 1))));

async function compress(file: string, quality: number, { flush } = { flush: false }): Promise<void> {
  // For small files, synchronous I/O is cheaper than async.
  const bytes = readFileSync(file);
  const [br, gz] = await Promise.all([
    compressBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
      },
    }),
    compressGzip(bytes, { level: GZIP_LEVEL }),
  ]);
  writeFileSync(`${file}.br`, br, { flush });
  writeFileSync(`${file}.gz`, gz, { flush });
}
