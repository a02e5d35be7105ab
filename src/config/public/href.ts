/** Internal prefix of prerendered pages; refused from outside and present in no link. */
export const TENANT_PREFIX = '/tenants';

type QueryValue = string | number | undefined;

/**
 * Makes every link inside a site.
 * @param path starts with "/", segments already slugs
 * @throws Error when the path would leave the site or show the internal prefix
 */
export function href(path: string, query: Record<string, QueryValue> = {}): string {
  if (
    !path.startsWith('/') ||
    path.startsWith('//') ||
    path === TENANT_PREFIX ||
    path.startsWith(`${TENANT_PREFIX}/`)
  ) {
    throw new Error(`Not a path inside a site: ${path}`);
  }
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  const search = new URLSearchParams(entries).toString();
  return search ? `${path}?${search}` : path;
}
