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

/** A package, or a shared module; other names with `#` are a package’s own. */
const namesPackage = (specifier: string) =>
  /^(?:[@a-z0-9]|#src\/)/i.test(specifier) && !specifier.includes(':');

/** By extension: a relative or `#src/` path that has one needs no lookup on disk. */
const FORMATS: Readonly<Record<string, ModuleFormat>> = { '.mjs': 'module', '.ts': 'module-typescript' };

/** The file of a module of this project or of its compiled pages; undefined for any other. */
function fileNamed(specifier: string, parentURL: string): { url: string; format: ModuleFormat } | undefined {
  const format = FORMATS[extname(specifier)];
  if (!format) return undefined;
  if (specifier.startsWith('#src/')) return { url: `${PROJECT}${specifier.slice(1)}`, format };
  return /^\.\.?\//.test(specifier) ? { url: new URL(specifier, parentURL).href, format } : undefined;
}

/** Packages by conditions and name: many files of a build import the same. */
const packages = new Map<string, ReturnType<ResolveHookSync>>();

let isRegistered = false;

/**
 * Lets a build's code find the project's packages and shared modules from any folder; Node searches only the parent
 * folders. Pages import six thousand times: lookups for all of them made loading a sixth longer.
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

/** The compiled pages: what renders them, and the hashed files that they name. */
export type PageBundle = {
  /** Names the code: equal source has one name. */
  name: string;
  /** Folder whose `entry.mjs` exports the middleware of `@astrojs/node`. */
  server: string;
  /** Folder of hashed scripts, styles and typefaces, each with its compressed copies. */
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

/** The compiled pages may be of neither the source before nor the one after. */
class SourceEdited extends Error {
  override name = 'SourceEdited';
  override message = 'The source was edited while it was compiled; nothing was published. Build again.';
}

/**
 * Compiles into a separate folder and renames it, so that concurrent processes never see a partial bundle.
 * @throws SourceEdited
 */
async function compile(folder: string, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const outDir = mkdtempSync(join(FOLDER, 'new-'));
  // Loading it takes a second.
  const { build } = await import('astro');
  // Public files are published from where they are; no page depends on them.
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
    names.map(async (name) => ({ name, usedAt: (await stat(join(FOLDER, name))).mtimeMs })),
  );
  found.sort((a, b) => b.usedAt - a.usedAt);
  for (const { name } of found.slice(BUNDLES_KEPT))
    await rm(join(FOLDER, name), { recursive: true, force: true });
}

/** Names the source as it is, whether it has been compiled or not. */
export const codeId = (): string => fingerprint(SOURCE, { leaveOut: isTest }).slice(0, NAME_LENGTH);

/**
 * The pages of the source as it is, compiled unless they already are.
 * @param name of the source, as `codeId` gives it
 * @throws SourceEdited, and an Error with what Astro says where the source does not compile
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
 * React renders a fifth faster in production, which it reads from NODE_ENV when it is loaded.
 * @param entry of a bundle, wherever it lies
 */
export async function loadPages(entry: string): Promise<RenderPage> {
  shareProjectPackages();
  process.env.NODE_ENV ??= 'production';
  const { handler } = (await import(pathToFileURL(entry).href)) as { handler: PageHandler };
  return pagesOf(handler);
}
