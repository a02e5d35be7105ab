import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'astro';
import { compressAll } from './compress-files.ts';

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
  await compressAll(files);
  return {
    seconds: (performance.now() - started) / 1000,
    pages: files.filter((file) => file.endsWith('.html')).length,
    clientFolder,
    entry: join(outDir, 'server', 'entry.mjs'),
  };
}
