import { OPEN_LIST, openListOf } from '#src/domain/search/open-list.ts';
import { SUGGESTIONS_PATH } from '#src/domain/search/suggestions.ts';
import { decodeSearch, encodeSearch, isFormAddress } from '#src/domain/search/url-codec.ts';
import { DELIVERY_FIELD } from '#src/domain/vehicle/delivery-estimate.ts';
import { FUEL_FIELDS } from '#src/domain/vehicle/fuel-cost.ts';

/** Fields of the calculators of a vehicle page, which work without JavaScript. */
const isReckoned = (from: URLSearchParams): boolean =>
  [...FUEL_FIELDS, DELIVERY_FIELD].some((field) => from.has(field));

const NO_PARAMETERS = () => new URLSearchParams();

/** A search in its canonical spelling, with the list that is open on its page. */
function searchParameters(from: URLSearchParams): URLSearchParams | undefined {
  if (isFormAddress(from)) return undefined;
  const known = encodeSearch(decodeSearch(from));
  const open = openListOf(from);
  if (open) known.set(OPEN_LIST, open);
  return known;
}

/** Parts that do not exist are asked for as often as those that do. */
export const isCarSitemapPart = (address: string): boolean => /^\/sitemap-cars-\d+\.xml$/.test(address);

/** Pages on demand that may be cached, each with the parameters that change what it shows (architecture 9). */
const CACHEABLE: readonly {
  path: RegExp;
  parameters: (from: URLSearchParams) => URLSearchParams | undefined;
}[] = [
  { path: /^\/$/, parameters: NO_PARAMETERS },
  // The trade-in page is about the car of its query.
  // What a shopper reckons on the page is theirs.
  {
    path: /^\/cars\/(?!trade-in$)[^/]+$/,
    parameters: (from) => (isReckoned(from) ? undefined : NO_PARAMETERS()),
  },
  { path: /^(?:\/api)?\/cars\/[^/]+\/similar$/, parameters: NO_PARAMETERS },
  { path: /^\/special-offers$/, parameters: NO_PARAMETERS },
  { path: /^\/offers\/[^/]+(?:\/[^/]+)?$/, parameters: NO_PARAMETERS },
  { path: /^\/models\/[^/]+$/, parameters: NO_PARAMETERS },
  { path: /^\/sitemap-cars(?:-\d+)?\.xml$/, parameters: NO_PARAMETERS },
  { path: /^\/search\/.+$/, parameters: searchParameters },
  { path: new RegExp(`^${SUGGESTIONS_PATH}$`), parameters: NO_PARAMETERS },
];

/**
 * The address a page is rendered and cached under: known parameters in one order, utm and click ids dropped.
 * @returns undefined for an address that is not cached
 */
export function cacheableAddress(pathname: string, params: URLSearchParams): string | undefined {
  const rule = CACHEABLE.find(({ path }) => path.test(pathname));
  const known = rule?.parameters(params);
  if (!known) return undefined;
  return known.size > 0 ? `${pathname}?${known}` : pathname;
}

/** A key never tells answers of two dealers, releases or methods apart wrongly: no part can hold the separator. */
export const responseKey = (dealer: string, release: string, address: string, body = ''): string =>
  [dealer, release, address, body].join('\n');
