import { siteCity } from '#src/config/public/dealer-facts.ts';
import type { PublicConfig } from '#src/config/public/public-config.ts';
import { sitePictureAt } from '#src/config/public/site-picture.ts';
import { CONDITIONS } from '#src/config/sections/business/identity-section.ts';
import type { DealershipSwitches } from '#src/config/sections/business/locations-section.ts';
import type { Promo } from '#src/config/sections/stock/search-section.ts';
import { mainKind, stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { showsFinance } from '#src/features/finance/advertised-repayment.ts';
import { ownLoanRules } from '#src/features/finance/loan/calculator.ts';
import { formAccess, isOffered } from '#src/features/leads/forms/form-access.ts';
import { reserveLabel } from '#src/features/reservations/reservable-vehicle.ts';
import { reserveTerms, reserveTermsLine } from '#src/features/reservations/reserve-terms.ts';
import { promosOfDay } from '#src/features/search/result-items.ts';
import { hasDistances } from '#src/features/search/search-state.ts';
import { planLine } from '#src/features/vehicle/text/vehicle-facts.ts';
import type { CardSizes } from '#src/platform/images/image-url.ts';
import { financeHref } from '#src/platform/routing/page-paths.ts';
import { routeAt } from '#src/platform/routing/site-routes.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { clearedPath } from './search-anchors.ts';
import { type CardSwitches, COPY_KEYS, SEARCH_KEYS, type SearchSettings } from './search-settings.ts';

const OFFERS_PATH = '/special-offers';

export const searchSettings = (site: PublicConfig, now: Date): SearchSettings => ({
  search: searchShown(site),
  cardSizes: cardSizes(site),
  promos: promosOfDay(site.search, zonedDate(now, site.timeZone).date).map(withPicture(site)),
  kind: mainKind(site.verticals),
  noun: stockNoun(site.verticals, site.subscription),
  ...(site.sells.length < CONDITIONS.length && { conditions: site.sells }),
  copy: Object.fromEntries(COPY_KEYS.map((key) => [key, site.copy[key]])) as SearchSettings['copy'],
  subscription: site.subscription,
  planLine: site.subscription ? planLine(site.subscriptionPlan) : '',
  switches: Object.fromEntries(site.dealerships.map(({ slug, switches }) => [slug, allowed(switches, site)])),
  checkout: site.links.checkout,
  reserve: {
    label: reserveLabel(site.copy.reserve, site.reserve),
    terms: reserveTermsLine(reserveTerms(site.reserve)),
  },
  financeHref: financeHref(site),
  testDriveComingSoon: site.vehiclePage.testDriveComingSoon,
  emptyHref: emptyHref(site),
  card: cardShown(site.card),
  images: site.images,
  noPriceText: site.vehiclePage.noPriceText,
  showRepayments: site.finance.showRepayments,
  hasOwnTerms: ownLoanRules(site) !== null,
  hasDistances: hasDistances(site),
  budgetState: site.onRoad.budgetFilter === 'on' ? site.state : null,
  state: site.state,
  city: siteCity(site),
  siteName: site.name,
});

const cardShown = ({ views: _, ...card }: PublicConfig['card']): SearchSettings['card'] => card;

/** The browser has no list of picture widths, so the URL of the card size is resolved on the server. */
const withPicture =
  (site: PublicConfig) =>
  (promo: Promo): Promo => {
    const { picture } = promo.node;
    if (!picture) return promo;
    return {
      ...promo,
      node: { ...promo.node, picture: { ...picture, url: sitePictureAt(site, picture.url, 640) } },
    };
  };

const cardSizes = ({ search }: PublicConfig): CardSizes => (search.cardsPerRow === 4 ? 'four' : 'three');

/** The switches of a dealership, off for forms the site does not have. */
const allowed = (
  { checkout, favourites, ...switches }: DealershipSwitches,
  site: PublicConfig,
): CardSwitches => ({
  checkout,
  favourites,
  testDrive: switches.testDrive && isOffered(formAccess('test-drive', site)),
  reserve: switches.reserve && isOffered(formAccess('reserve', site)),
});

/** SRCH-12: the offers page, if configured and available. */
const emptyHref = (site: PublicConfig): string =>
  site.search.emptyResults === 'offers' && routeAt(site, OFFERS_PATH)
    ? OFFERS_PATH
    : clearedPath(site.search);

/**
 * CFG-16: subscription sites have a facet for the weekly price in place of the price. The facet for repayments is
 * removed if the site shows none.
 */
function searchShown(site: PublicConfig): SearchSettings['search'] {
  const search = Object.fromEntries(
    SEARCH_KEYS.map((key) => [key, site.search[key]]),
  ) as SearchSettings['search'];
  const price = site.subscription ? 'subscription_price' : 'price';
  const names = new Set(search.facets.map((name) => (name === 'price' ? price : name)));
  if (site.finance.comparisonRate === null || !showsFinance(site, undefined)) names.delete('weekly_price');
  return { ...search, facets: [...names] };
}
