import { CALCULATOR_FIELDS } from '#src/domain/finance/calculator-fields.ts';
import { OPEN_LIST, openListOf } from '#src/domain/search/open-list.ts';
import { SUGGESTIONS_PATH } from '#src/domain/search/suggestions.ts';
import { decodeSearch, encodeSearch, isFormAddress, isQueryCut } from '#src/domain/search/url-codec.ts';
import { DELIVERY_FIELD } from '#src/domain/vehicle/delivery-estimate.ts';
import { FUEL_FIELDS } from '#src/domain/vehicle/fuel-cost.ts';
import { isCampaignField } from '#src/routing/campaign.ts';

/** Fields of a vehicle page's calculators, which work without JavaScript. */
const isReckoned = (from: URLSearchParams): boolean =>
  [...FUEL_FIELDS, DELIVERY_FIELD, ...CALCULATOR_FIELDS].some((field) => from.has(field));

const NO_PARAMETERS = () => new URLSearchParams();

/** A search in its canonical form, with the list open on its page. */
function searchParameters(from: URLSearchParams): URLSearchParams | undefined {
  // The page of an over-long query says that it was cut, which its canonical form would hide.
  if (isFormAddress(from) || isQueryCut(from)) return undefined;
  const known = encodeSearch(decodeSearch(from));
  const open = openListOf(from);
  if (open) known.set(OPEN_LIST, open);
  return known;
}

/** Missing parts may be requested as often as existing ones. */
export const isCarSitemapPart = (address: string): boolean => /^\/sitemap-cars-\d+\.xml$/.test(address);

/** Pages on demand that may be cached, each with the parameters that change what it shows (architecture 9). */
const CACHEABLE: readonly {
  path: RegExp;
  parameters: (from: URLSearchParams) => URLSearchParams | undefined;
}[] = [
  { path: /^\/$/, parameters: NO_PARAMETERS },
  // The trade-in page shows the car of its query.
  // A shopper's calculations are not cached.
  {
    path: /^\/cars\/(?!trade-in$)[^/]+$/,
    parameters: (from) => (isReckoned(from) ? undefined : NO_PARAMETERS()),
  },
  { path: /^(?:\/api)?\/cars\/[^/]+\/similar$/, parameters: NO_PARAMETERS },
  // Anything else is a car, a calculation or a value of its form.
  {
    path: /^\/finance$/,
    parameters: (from) => ([...from.keys()].every(isCampaignField) ? NO_PARAMETERS() : undefined),
  },
  { path: /^\/special-offers$/, parameters: NO_PARAMETERS },
  { path: /^\/offers\/[^/]+(?:\/[^/]+)?$/, parameters: NO_PARAMETERS },
  { path: /^\/(?:models|brands|locations)\/[^/]+$/, parameters: NO_PARAMETERS },
  { path: /^\/sitemap-cars(?:-\d+)?\.xml$/, parameters: NO_PARAMETERS },
  { path: /^\/search\/.+$/, parameters: searchParameters },
  { path: new RegExp(`^${SUGGESTIONS_PATH}$`), parameters: NO_PARAMETERS },
];

/**
 * The address a page is rendered and cached under: known parameters in a fixed order, without utm and click ids.
 * @param internal the path of the page file, where the site has an address of its own: `/models/d-max` of `/d-max`
 * @returns undefined for an address that is not cached
 */
export function cacheableAddress(
  pathname: string,
  params: URLSearchParams,
  internal = pathname,
): string | undefined {
  const rule = CACHEABLE.find(({ path }) => path.test(internal));
  const known = rule?.parameters(params);
  if (!known) return undefined;
  return known.size > 0 ? `${pathname}?${known}` : pathname;
}

/** Keys of different dealers, releases or methods never collide: no part can contain the separator. */
export const responseKey = (dealer: string, releases: string, address: string, body = ''): string =>
  [dealer, releases, address, body].join('\n');
