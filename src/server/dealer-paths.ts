import type { DealerConfig } from '#src/config/dealer-config.ts';
import { dealersFolder, loadDealers } from '#src/config/load-dealers.ts';

let loaded: DealerConfig[] | undefined;

/** The dealers this build prerenders: BUILD_DEALERS names them, all valid ones otherwise. */
export function dealersToBuild(): DealerConfig[] {
  const wanted = process.env.BUILD_DEALERS?.split(',').filter(Boolean);
  loaded ??= loadDealers(dealersFolder()).dealers.filter(({ slug }) => wanted?.includes(slug) ?? true);
  return loaded;
}

export const prerenderedDealer = (slug: string | undefined) =>
  dealersToBuild().find((dealer) => dealer.slug === slug);

/** `getStaticPaths` of a page every dealer has once. */
export const dealerPaths = () => dealersToBuild().map(({ slug }) => ({ params: { dealer: slug } }));
