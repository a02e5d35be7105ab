import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fingerprint } from '#src/disk/fingerprint.ts';

const ENTRIES = resolve(import.meta.dirname, 'browser');
const CACHE = resolve('.astro/cache/preview');
const SOURCE = ['src', 'package-lock.json'];
const NAME_LENGTH = 12;
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

async function compile(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const made = await mkdtemp(join(CACHE, 'new-'));
  // Loading it takes half a second.
  const { build } = await import('vite');
  for (const [name, format] of [
    ['preview', 'iife'],
    ['search', 'es'],
  ] as const) {
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      // It reads the database.
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

/**
 * Puts the scripts and styles of previews into a folder. They are a bundle of their own: no page of a site carries any
 * of it.
 */
export async function addPreviewScripts(target: string): Promise<void> {
  const folder = join(CACHE, fingerprint(SOURCE, { leaveOut: isTest }).slice(0, NAME_LENGTH));
  if (!existsSync(folder)) await compile(folder);
  await cp(folder, target, { recursive: true });
}
