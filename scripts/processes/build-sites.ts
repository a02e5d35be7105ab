import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'astro';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Pages are rebuilt often, hashed assets once: quality 11 costs 40-80 ms a page. */
const PAGE_BROTLI_QUALITY = 5;
const ASSET_BROTLI_QUALITY = 11;
const GZIP_LEVEL = 6;
const COMPRESSIBLE = /\.(?:html|js|css|svg|xml|txt|json|webmanifest)$/;

export type BuildResult = { seconds: number; pages: number; clientFolder: string; entry: string };

/** Prerenders the named dealers in one Astro build and compresses what a server or CDN will send. */
export async function buildSites(options: {
  dealersDir: string;
  slugs: readonly string[];
  outDir?: string;
}): Promise<BuildResult> {
  const started = performance.now();
  const outDir = resolve(options.outDir ?? 'dist');
  process.env.DEALERS_DIR = options.dealersDir;
  process.env.BUILD_DEALERS = options.slugs.join(',');
  await build({ root: resolve('.'), outDir, logLevel: 'warn' });
  const clientFolder = join(outDir, 'client');
  const files = (await readdir(clientFolder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const queue = [...files];
  await Promise.all(
    Array.from({ length: availableParallelism() * 2 }, async () => {
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) await compressFile(file);
    }),
  );
  return {
    seconds: (performance.now() - started) / 1000,
    pages: files.filter((file) => file.endsWith('.html')).length,
    clientFolder,
    entry: join(outDir, 'server', 'entry.mjs'),
  };
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  const quality = file.includes('/_astro/') ? ASSET_BROTLI_QUALITY : PAGE_BROTLI_QUALITY;
  const [br, gz] = await Promise.all([
    compressBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    compressGzip(bytes, { level: GZIP_LEVEL }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
