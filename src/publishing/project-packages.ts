import { registerHooks } from 'node:module';
import { resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const PROJECT = pathToFileURL(resolve(import.meta.dirname, '../..') + sep).href;

/**
 * Packages, and by `#src/` the modules that pages share with the http server; other names with `#` are a package’s
 * own.
 */
const namesPackage = (specifier: string) =>
  /^(?:[@a-z0-9]|#src\/)/i.test(specifier) && !specifier.includes(':');

let isRegistered = false;

/**
 * Lets a build's code find the project's packages and shared modules from any folder; Node searches only the parent
 * folders.
 */
export function shareProjectPackages(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isElsewhere = context.parentURL?.startsWith('file:') && !context.parentURL.startsWith(PROJECT);
      return isElsewhere && namesPackage(specifier)
        ? nextResolve(specifier, { ...context, parentURL: PROJECT })
        : nextResolve(specifier, context);
    },
  });
}
