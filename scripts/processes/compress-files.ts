import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Pages are rebuilt often, hashed assets once: quality 11 costs 40-80 ms a page. */
const PAGE_BROTLI_QUALITY = 5;
const ASSET_BROTLI_QUALITY = 11;
const GZIP_LEVEL = 6;

/** Compressed assets of earlier builds. The hash in the name stands for the content. */
const ASSET_CACHE = '.astro/cache/compressed';
const SUFFIXES = ['.br', '.gz'] as const;

/** Writes `.br` and `.gz` beside each file. */
export async function compressAll(files: readonly string[]): Promise<void> {
  await mkdir(ASSET_CACHE, { recursive: true });
  const queue = [...files];
  await Promise.all(
    Array.from({ length: availableParallelism() * 2 }, async () => {
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
        await (file.includes('/_astro/') ? compressAsset(file) : compress(file, PAGE_BROTLI_QUALITY));
      }
    }),
  );
}

async function compressAsset(file: string): Promise<void> {
  const cached = join(ASSET_CACHE, basename(file));
  const copy = (from: string, to: string) =>
    Promise.all(SUFFIXES.map((suffix) => copyFile(`${from}${suffix}`, `${to}${suffix}`)));
  try {
    await copy(cached, file);
  } catch {
    await compress(file, ASSET_BROTLI_QUALITY);
    await copy(file, cached);
  }
}

async function compress(file: string, quality: number): Promise<void> {
  const bytes = await readFile(file);
  const [br, gz] = await Promise.all([
    compressBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    compressGzip(bytes, { level: GZIP_LEVEL }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
