import { existsSync } from 'node:fs';
import {
  copyFile,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fingerprint } from '#src/platform/storage/content-hash.ts';
import { COMPRESSED_SUFFIXES } from '#src/publishing/build/compress-files.ts';
import { previewAddress } from '#src/server/routes/preview-addresses.ts';
import { rebasedStyles } from './rewrite-page.ts';

/** Styles, and scripts that contain styles. */
const WITH_STYLES = /\.(?:css|js)$/;

/**
 * Copies the hashed files of a bundle to a preview and rewrites addresses in styles. File hosts compress on their own.
 */
export async function addPreviewAssets(assets: string, target: string, base: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const names = (await readdir(assets)).filter(
    (name) => !COMPRESSED_SUFFIXES.some((suffix) => name.endsWith(suffix)),
  );
  for (const name of names) {
    const [from, to] = [join(assets, name), join(target, name)];
    const text = WITH_STYLES.test(name) ? await readFile(from, 'utf8') : '';
    const placed = rebasedStyles(text, (address) => previewAddress(address, base));
    if (placed !== text) await writeFile(to, placed);
    else await link(from, to).catch(() => copyFile(from, to));
  }
}

const ENTRIES = resolve(import.meta.dirname, 'browser');
const CACHE = resolve('.astro/cache/preview');
const SOURCE = ['src', 'package-lock.json'];
const NAME_LENGTH = 12;
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

async function compile(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const made = await mkdtemp(join(CACHE, 'new-'));
  // Imported lazily: loading takes half a second.
  const { build } = await import('vite');
  for (const [name, format] of [
    ['preview', 'iife'],
    ['search', 'es'],
  ] as const) {
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      // The original reads the database.
      resolve: {
        alias: [{ find: /^.*\/views-of-hits\.ts$/, replacement: join(ENTRIES, 'without-views.ts') }],
      },
      build: {
        outDir: made,
        emptyOutDir: false,
        target: 'es2022',
        lib: {
          entry: join(ENTRIES, `${name}.ts`),
          formats: [format],
          name: 'forecourtPreview',
          fileName: () => `${name}.js`,
          cssFileName: name,
        },
      },
    });
  }
  if (existsSync(folder)) await rm(made, { recursive: true, force: true });
  else await rename(made, folder);
}

/** Bundles the scripts and styles of previews separately, so that no site page includes any of them. */
export async function addPreviewScripts(target: string): Promise<void> {
  const folder = join(CACHE, fingerprint(SOURCE, { leaveOut: isTest }).slice(0, NAME_LENGTH));
  if (!existsSync(folder)) await compile(folder);
  await cp(folder, target, { recursive: true });
}
