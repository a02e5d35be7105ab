import { SAVE_SEARCH_PATH, VALUATION_PATH } from '#src/config/sections/site/link-paths.ts';
import { ONLINE_PAYMENT_PATH, SAVED_PATH } from '#src/platform/routing/page-paths.ts';
import { resolveAddress } from '#src/platform/routing/resolve-address.ts';
import type { RoutedSite } from '#src/platform/routing/routed-site.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { PREVIEW_FOLDER, type PreviewBase } from '#src/server/routes/preview-addresses.ts';

/** Addresses below these depend on stock, files or visitors. */
const PARENTS: readonly string[] = [
  ...['/cars', '/search', '/enquire', '/images', '/_astro', '/api', '/feeds', '/parts', '/reservations'],
  ...[PREVIEW_FOLDER, SAVED_PATH, SAVE_SEARCH_PATH, VALUATION_PATH, ONLINE_PAYMENT_PATH],
];

/**
 * Finds a site address that starts with the preview's base, which would be mistaken for an address of the preview.
 * @returns undefined if there is none
 */
export function addressUnderBase(site: RoutedSite, base: PreviewBase): string | undefined {
  if (base === '') return undefined;
  if (PARENTS.includes(base)) return `${base}/…`;
  const { kind } = resolveAddress(site, { pathname: base, search: '' });
  if (kind === 'page' || kind === 'stock') return base;
  return siteRoutes(site).find(({ path }) => path.startsWith(`${base}/`))?.path;
}
