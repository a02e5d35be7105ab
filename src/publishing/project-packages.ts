import { type ModuleFormat, type ResolveHookSync, registerHooks } from 'node:module';
import { extname, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

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
export function shareProjectPackages(): void {
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
