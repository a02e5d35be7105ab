import type { DealerConfig } from '#src/config/dealer-config.ts';
import { dealersFolder, loadDealers } from '#src/dealer-files/load-dealers.ts';
import { TENANT_PREFIX } from '#src/routing/href.ts';
import { siteRoutes } from '#src/routing/site-routes.ts';

/** Folder of a build under which each dealer's pages are rendered, before they get a folder of their own. */
export const PRERENDERED_FOLDER = TENANT_PREFIX.slice(1);

let provided: readonly DealerConfig[] | undefined;
let prerendering: { dealer: string; path: string } | undefined;

/** Has a build render these dealers, whatever becomes of their files meanwhile. */
export function provideDealers(dealers: readonly DealerConfig[]): void {
  provided = dealers;
}

type Loaded = {
  provided: readonly DealerConfig[] | undefined;
  wanted: string | undefined;
  dealers: readonly DealerConfig[];
};
let loaded: Loaded | undefined;

/** The dealers this build prerenders: BUILD_DEALERS names them, all valid ones otherwise. */
export function dealersToBuild(): readonly DealerConfig[] {
  const wanted = process.env.BUILD_DEALERS;
  // A build that leaves a dealer out asks again in the same process.
  if (loaded && loaded.wanted === wanted && loaded.provided === provided) return loaded.dealers;
  const slugs = wanted?.split(',').filter(Boolean);
  const dealers = (provided ?? loadDealers(dealersFolder()).dealers).filter(
    ({ slug }) => slugs?.includes(slug) ?? true,
  );
  loaded = { provided, wanted, dealers };
  return dealers;
}

export const prerenderedDealer = (slug: string | undefined) =>
  dealersToBuild().find((dealer) => dealer.slug === slug);

/** `getStaticPaths` of a page every dealer has once. */
export const dealerPaths = () => dealersToBuild().map(({ slug }) => ({ params: { dealer: slug } }));

type BuiltPath<Param extends string> = { params: { dealer: string } & Record<Param, string> };

const builtRoutes = (dealer: DealerConfig): string[] =>
  siteRoutes(dealer)
    .filter(({ rendered }) => rendered === 'build')
    .map(({ internal }) => internal);

/** `getStaticPaths` of a page rendered at one internal address, "/contact", for the dealers that have it. */
export const routePath = (internal: string) =>
  dealersToBuild()
    .filter((dealer) => builtRoutes(dealer).includes(internal))
    .map(({ slug }) => ({ params: { dealer: slug } }));

/**
 * `getStaticPaths` of the pages rendered below an internal address, for the dealers that have such pages.
 * @param folder "/locations/"
 * @param param name of the part below it
 */
export const routePaths = <const Param extends string>(folder: string, param: Param): BuiltPath<Param>[] =>
  dealersToBuild().flatMap((dealer) =>
    builtRoutes(dealer)
      .filter((internal) => internal.startsWith(folder))
      .map((internal) => ({
        params: { dealer: dealer.slug, [param]: internal.slice(folder.length) } as BuiltPath<Param>['params'],
      })),
  );

/** Notes which page is being rendered, so that a build can say which one failed. */
export function notePrerendering(dealer: string, path: string): void {
  prerendering = { dealer, path };
}

/** The page rendered last, as a shopper knows it. */
export const prerenderingPage = () => prerendering;
