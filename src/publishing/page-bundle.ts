import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { type ModuleFormat, type ResolveHookSync, registerHooks } from 'node:module';
import { extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ASSETS_FOLDER } from '#src/platform/http/response-headers.ts';
import { fingerprint } from '#src/platform/storage/content-hash.ts';
import { isDiskFull } from '#src/platform/storage/replace-file.ts';
import { type PageHandler, pagesOf, type RenderPage } from '#src/server/http/page-code.ts';
import { compressAssets, isCompressible } from './build/compress-files.ts';

const PROJECT = pathToFileURL(resolve(import.meta.dirname, '../..') + sep).href;

/** Packages and shared modules; other names with `#` are internal to a package. */
const namesPackage = (specifier: string) =>
  /^(?:[@a-z0-9]|#src\/)/i.test(specifier) && !specifier.includes(':');

/** Paths with a known extension need no lookup on disk. */
const FORMATS: Readonly<Record<string, ModuleFormat>> = { '.mjs': 'module', '.ts': 'module-typescript' };

/** File of a module of this project or of its compiled pages; undefined for any other. */
function fileNamed(specifier: string, parentURL: string): { url: string; format: ModuleFormat } | undefined {
  const format = FORMATS[extname(specifier)];
  if (!format) return undefined;
  if (specifier.startsWith('#src/')) return { url: `${PROJECT}${specifier.slice(1)}`, format };
  return /^\.\.?\//.test(specifier) ? { url: new URL(specifier, parentURL).href, format } : undefined;
}

/** Caches packages by conditions and name. */
const packages = new Map<string, ReturnType<ResolveHookSync>>();

let isRegistered = false;

/**
 * Resolves the project's packages and shared modules for code in any folder; Node only searches parent folders. There
 * are six thousand imports, and looking up each made loading a sixth slower.
 */
function shareProjectPackages(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL = '', conditions } = context;
      if (!parentURL.startsWith('file:') || parentURL.includes('/node_modules/'))
        return nextResolve(specifier, context);
      const file = fileNamed(specifier, parentURL);
      if (file) return { ...file, shortCircuit: true };
      if (!namesPackage(specifier)) return nextResolve(specifier, context);
      const key = `${conditions.join()} ${specifier}`;
      const found = packages.get(key) ?? nextResolve(specifier, { ...context, parentURL: PROJECT });
      packages.set(key, found);
      return { ...found, shortCircuit: true };
    },
  });
}

/** The compiled pages: their server code and hashed files. */
export type PageBundle = {
  /** Id of the code: a fingerprint of its source. */
  name: string;
  /** Folder of `entry.mjs`, which exports the middleware of `@astrojs/node`. */
  server: string;
  /** Folder of hashed scripts, styles and fonts, with compressed copies. */
  assets: string;
};

const SOURCE = ['src', 'astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];
const FOLDER = '.astro/cache/pages';
const NAME_LENGTH = 12;
/** Another build may still copy from an older one. */
const BUNDLES_KEPT = 3;

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

const bundleIn = (folder: string, name: string): PageBundle => ({
  name,
  server: join(folder, 'server'),
  assets: join(folder, 'client', ASSETS_FOLDER),
});

/** The source changed during compilation, so the result may be a mixture. */
class SourceEdited extends Error {
  override name = 'SourceEdited';
  override message = 'The source was edited while it was compiled; nothing was published. Build again.';
}

/**
 * Compiles into a temporary folder and renames it, so that concurrent processes never see a partial bundle.
 * @throws SourceEdited
 */
async function compile(folder: string, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const outDir = mkdtempSync(join(FOLDER, 'new-'));
  // Imported lazily: loading takes a second.
  const { build } = await import('astro');
  // Public files are published separately.
  const places = { root: resolve('.'), outDir, publicDir: join(outDir, 'no-public') };
  await build({ ...places, logLevel: 'warn' }).catch((error: unknown) => {
    if (isDiskFull(error)) throw error;
    const details = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The pages cannot be compiled; nothing was published. Correct the source, then build again. Details: ${details}`,
      { cause: error },
    );
  });
  const { assets } = bundleIn(outDir, name);
  await compressAssets((await readdir(assets)).filter(isCompressible).map((name) => join(assets, name)));
  const isEdited = codeId() !== name;
  if (isEdited || existsSync(folder)) await rm(outDir, { recursive: true, force: true });
  else await rename(outDir, folder);
  if (isEdited) throw new SourceEdited();
}

async function dropOldBundles(): Promise<void> {
  const names = (await readdir(FOLDER)).filter((name) => !name.startsWith('new-'));
  const found = await Promise.all(
    // Another build may have dropped it.
    names.map(async (name) => ({
      name,
      usedAt: await stat(join(FOLDER, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  found.sort((a, b) => b.usedAt - a.usedAt);
  for (const { name } of found.slice(BUNDLES_KEPT))
    await rm(join(FOLDER, name), { recursive: true, force: true });
}

/** Id of the current source, whether it has been compiled or not. */
export const codeId = (): string => fingerprint(SOURCE, { leaveOut: isTest }).slice(0, NAME_LENGTH);

/**
 * Compiles the current source, unless it has been compiled before.
 * @param name id of the source, see `codeId`
 * @throws SourceEdited, or an Error with Astro's message if the source does not compile
 */
export async function pageBundle(name = codeId()): Promise<PageBundle> {
  const folder = resolve(FOLDER, name);
  if (!existsSync(folder)) await compile(folder, name);
  const now = new Date();
  await utimes(folder, now, now);
  await dropOldBundles();
  return bundleIn(folder, name);
}

/**
 * React renders a fifth faster in production mode, which it reads from NODE_ENV when it is loaded.
 * @param entry of a bundle in any folder
 */
export async function loadPages(entry: string): Promise<RenderPage> {
  shareProjectPackages();
  process.env.NODE_ENV ??= 'production';
  const { handler } = (await import(pathToFileURL(entry).href)) as { handler: PageHandler };
  return pagesOf(handler);
}
