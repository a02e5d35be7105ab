import { readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { replaceFile } from '#src/platform/storage/replace-file.ts';
import { BROTLI_QUALITY, GZIP_LEVEL } from '#src/server/http/responses.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Hashed assets are compressed once; for pages it would cost 40-80 ms each. */
const ASSET_BROTLI_QUALITY = 11;

/** Compressed assets of earlier builds. The hash in the name identifies the content. */
const ASSET_CACHE = '.astro/cache/compressed';

/** What a compressed copy's name ends with. */
export const COMPRESSED_SUFFIXES = ['.br', '.gz'] as const;

/** Files worth compressing; pictures and fonts are already compressed. */
export const isCompressible = (name: string): boolean =>
  /\.(?:html|js|css|svg|xml|txt|json|webmanifest)$/.test(name);

/** Runs `work` for each item, a few at a time. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: availableParallelism() * 2 }, async () => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
    }),
  );
}

/**
 * Writes `.br` and `.gz` beside each page or other small file.
 * @param options.flush whether they have to outlast a power cut: what is not complete then is built again
 */
export const compressPages = (files: readonly string[], options?: { flush: boolean }): Promise<void> =>
  eachOf(files, (file) => compress(file, BROTLI_QUALITY, options));

/** The same for hashed assets, at the highest level; those of an earlier build are reused. */
export async function compressAssets(files: readonly string[]): Promise<void> {
  await mkdir(ASSET_CACHE, { recursive: true });
  await eachOf(files, async (file) => {
    const cached = join(ASSET_CACHE, basename(file));
    try {
      for (const suffix of COMPRESSED_SUFFIXES) await copyFile(cached + suffix, file + suffix);
    } catch {
      await compress(file, ASSET_BROTLI_QUALITY);
      for (const suffix of COMPRESSED_SUFFIXES) {
        // Builds into other folders may read it at the same time, and this one may be killed.
        await replaceFile(cached + suffix, await readFile(file + suffix));
      }
    }
  });
}

/** A window no larger than the text compresses as well in less time; brotli allows 10 to 24 bits. */
const windowBits = (bytes: number) => Math.min(22, Math.max(10, Math.ceil(Math.log2(bytes + 1))));

async function compress(file: string, quality: number, { flush } = { flush: false }): Promise<void> {
  // Small files: synchronous I/O in this thread costs less than handing each to another.
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
