/** Internal prefix of all pages; rejected in requests and never linked. */
export const TENANT_PREFIX = '/tenants';

const BASE = 'https://site.invalid';

/** Keeps "/". */
export function withoutTrailingSlashes(path: string): string {
  // A regular expression would take quadratic time for long runs of slashes.
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

type QueryValue = string | number | undefined;

/** Whether a path, in any encoding or case, is under the internal prefix. @throws URIError for a broken encoding */
export function isTenantPath(pathname: string): boolean {
  const decoded = decodeURIComponent(pathname).toLowerCase();
  return decoded === TENANT_PREFIX || decoded.startsWith(`${TENANT_PREFIX}/`);
}

/** Browsers resolve "/\other.example" to another host. */
function isInsideSite(path: string): boolean {
  try {
    const { origin, pathname } = new URL(path, BASE);
    return path.startsWith('/') && origin === BASE && !pathname.startsWith('//') && !isTenantPath(pathname);
  } catch {
    return false;
  }
}

/**
 * Builds all links within a site.
 * @param path starts with "/", segments are slugs
 * @throws Error if the path would leave the site or contain the internal prefix
 */
export function href(path: string, query: Record<string, QueryValue> = {}): string {
  if (!isInsideSite(path)) throw new Error(`Not a path inside a site: ${path}`);
  return withQuery(path, query);
}

/** Adds query parameters to an address, possibly of another site; undefined values are omitted. */
export function withQuery(address: string, query: Record<string, QueryValue>): string {
  const [, before = '', held = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const params = new URLSearchParams(held);
  for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, String(value));
  const search = params.toString();
  return `${before}${search ? `?${search}` : ''}${fragment}`;
}

/** An address passed in a query, if it is a path inside the site: prevents open redirects. */
export const insidePath = (address: string | null | undefined): string | undefined =>
  address && isInsideSite(address) ? address : undefined;

/** `07 5550 0100` → `tel:0755500100` */
export const telephoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
