import { GARAGE_PATHS } from '#src/config/sections/link-paths.ts';
import { isTenantPath, withoutTrailingSlashes } from '#src/routing/href.ts';
import { isViewPath } from '#src/routing/page-paths.ts';

const BASE = 'http://site.invalid';
const NUL = '\0';

/**
 * The canonical path of a request: dots resolved, nothing that could name another host or leave a folder after
 * decoding.
 * @returns undefined for an address without a canonical path
 */
export function readRequestPath(url: string | undefined): URL | undefined {
  if (!url?.startsWith('/') || url.startsWith('//') || url.includes('\\')) return undefined;
  try {
    const parsed = new URL(url, BASE);
    const decoded = decodeURIComponent(parsed.pathname);
    // "/.//other.example/" resolves to "//other.example/", which a browser treats as another host.
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

/** Scripts, pictures and files for machines: a closed site still serves them. */
export const namesFile = (pathname: string): boolean =>
  /\.[a-z0-9]+$/i.test(pathname) && !isViewPath(pathname);

/** Forms, sign-in, saved vehicles and searches, the wheel, endpoints, payments, and pages of vehicles, which reveal a phone number. */
const POSTED = [
  /^\/(?:sign-in|saved-cars|spin-to-win)$/,
  /^\/(?:api|enquire)(?:\/[\w-]+)+$/,
  /^\/(?:value-my-car|save-search)(?:\/[\w-]+)*$/,
  /^\/cars\/(?!trade-in$)[\w-]+(?:\/(?:checkout|buy-online))?$/,
  /^\/(?:checkout-journey|online-payment|reservations\/[\w-]+)$/,
];

/**
 * Whether an address takes a body; every other page is only read. Only plain paths: the framework decodes others to the
 * same endpoint, bypassing this decision.
 */
export const takesPost = (pathname: string): boolean =>
  (GARAGE_PATHS as readonly string[]).includes(pathname) || POSTED.some((place) => place.test(pathname));

/** @returns the address without its trailing slash, with its query; undefined if it has none */
export const withoutTrailingSlash = ({ pathname, search }: URL): string | undefined =>
  pathname.length > 1 && pathname.endsWith('/') ? `${withoutTrailingSlashes(pathname)}${search}` : undefined;
