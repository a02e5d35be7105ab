import { isTenantPath } from '#src/routing/href.ts';
import { isViewPath } from '#src/routing/page-paths.ts';

const BASE = 'http://site.invalid';
const NUL = '\0';

/**
 * The path of a request in its one canonical spelling: dots resolved, nothing that could name another
 * host or climb out of a folder after decoding.
 * @returns undefined for an address that has no such spelling
 */
export function readRequestPath(url: string | undefined): URL | undefined {
  if (!url?.startsWith('/') || url.startsWith('//') || url.includes('\\')) return undefined;
  try {
    const parsed = new URL(url, BASE);
    const decoded = decodeURIComponent(parsed.pathname);
    // "/.//other.example/" resolves to "//other.example/", which a browser takes for another host.
    if (parsed.origin !== BASE || parsed.pathname.startsWith('//')) return undefined;
    if (decoded.includes(NUL) || decoded.split(/[/\\]/).includes('..')) return undefined;
    return parsed;
  } catch {
    return undefined;
  }
}

/** The internal prefix of pages, the not-found page and the files behind pages are no addresses of a site. */
export const isInternal = (pathname: string): boolean =>
  isTenantPath(pathname) || /^\/404\/?$|\.html$/i.test(decodeURIComponent(pathname));

/** Scripts, pictures and what machines read: a site that is closed still answers with those it has. */
export const namesFile = (pathname: string): boolean =>
  /\.[a-z0-9]+$/i.test(pathname) && !isViewPath(pathname);

/**
 * Forms, endpoints and pages of vehicles, which reveal a phone number; every other page is only read. Plain spellings alone: the framework decodes any other to the
 * same endpoint, past what is decided here by path.
 */
export const takesPost = (pathname: string): boolean =>
  /^\/(?:(?:api|enquire)(?:\/[\w-]+)+|value-my-car(?:\/[\w-]+)*|cars\/(?!trade-in$)[\w-]+)$/.test(pathname);

/** @returns where an address with a trailing slash belongs, query kept; undefined for one without */
export const withoutTrailingSlash = ({ pathname, search }: URL): string | undefined =>
  pathname.length > 1 && pathname.endsWith('/') ? `${pathname.replace(/\/+$/, '')}${search}` : undefined;
