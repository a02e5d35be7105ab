import type { DealerConfig } from '#src/config/dealer-config.ts';
import { dealersFolder, loadDealers } from '#src/config/load-dealers.ts';
import { TENANT_PREFIX } from '#src/config/public/href.ts';
import { siteRoutes } from '#src/config/public/routes/site-routes.ts';

let loaded: { wanted: string | undefined; dealers: DealerConfig[] } | undefined;

/** Folder of a build under which each dealer's pages are rendered, before they get a folder of their own. */
export const PRERENDERED_FOLDER = TENANT_PREFIX.slice(1);

/** The dealers this build prerenders: BUILD_DEALERS names them, all valid ones otherwise. */
export function dealersToBuild(): DealerConfig[] {
  const wanted = process.env.BUILD_DEALERS;
  // A build that leaves a dealer out asks again in the same process.
  if (loaded && loaded.wanted === wanted) return loaded.dealers;
  const slugs = wanted?.split(',').filter(Boolean);
  const dealers = loadDealers(dealersFolder()).dealers.filter(({ slug }) => slugs?.includes(slug) ?? true);
  loaded = { wanted, dealers };
  return dealers;
}

export const prerenderedDealer = (slug: string | undefined) =>
  dealersToBuild().find((dealer) => dealer.slug === slug);

/** `getStaticPaths` of a page every dealer has once. */
export const dealerPaths = () => dealersToBuild().map(({ slug }) => ({ params: { dealer: slug } }));

/**
 * `getStaticPaths` of pages rendered below one internal address, `/locations/[slug]` or one of its own, for the
 * dealers whose configuration has them.
 * @param internal "/locations/" for those below it, "/contact" for that one
 */
export function routePaths(internal: string, param = 'slug'): { params: Record<string, string> }[] {
  const isFolder = internal.endsWith('/');
  return dealersToBuild().flatMap((dealer) =>
    siteRoutes(dealer)
      .filter(({ rendered }) => rendered === 'build')
      .map((route) => route.internal)
      .filter((address) => (isFolder ? address.startsWith(internal) : address === internal))
      .map((address) => ({
        params: { dealer: dealer.slug, ...(isFolder ? { [param]: address.slice(internal.length) } : {}) },
      })),
  );
}

/** Pages and build script hold two copies of this module; the process is one. */
const shared = globalThis as { forecourtPrerendering?: { dealer: string; path: string } };

/** Notes which page is being rendered, so that a build can say which one failed. */
export function notePrerendering(dealer: string, path: string): void {
  shared.forecourtPrerendering = { dealer, path };
}

/** The page rendered last, as a shopper knows it. */
export const prerenderingPage = () => shared.forecourtPrerendering;
