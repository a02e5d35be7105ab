import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { namedMakes, ofMake } from '#src/features/content/brand-makes.ts';
import { stockedNames } from '#src/features/locations/location-directory.ts';
import { SearchBodySchema, type SearchResponse } from '#src/features/search/api/search-schema.ts';
import { withOpenList } from '#src/features/search/facets/facet-show-more.ts';
import { withWords } from '#src/features/search/plain-words/word-meaning.ts';
import {
  conditionsSlug,
  fixedScope,
  matchesScope,
  readSearch,
  type SearchScope,
  searchUrl,
} from '#src/features/search/search-scope.ts';
import { hasDistances, type SearchState, withNear } from '#src/features/search/search-state.ts';
import { SearchUnreadable } from '#src/features/search/server/search-failure.ts';
import { type SearchServices, searchVehicles } from '#src/features/search/server/search-vehicles.ts';
import { scopeOverriddenBy, understandQuery } from '#src/features/search/server/understand-query.ts';
import { decodeSearch, isFormAddress, isQueryCut } from '#src/features/search/url/url-codec.ts';
import { wasVisible } from '#src/features/stock/visible-stock.ts';
import { findVehiclesBySlugStart } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { slugAfterYear } from '#src/features/vehicle/vehicle-identity.ts';
import { href } from '#src/platform/routing/href.ts';
import { stockedModel } from '#src/platform/routing/page-paths.ts';
import { withCampaign } from '#src/platform/routing/visit-address.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';
import type { Services } from '#src/server/services.ts';

const withSlug = (values: Iterable<string>, slug: string) =>
  [...new Set(values)].filter((value) => slugOf(value) === slug);

const lettersOf = (slug: string) => slug.replaceAll('-', '');

/** Matches all spellings of a model, such as CX-5 and CX5. */
const withLetters = (models: Iterable<string>, slug: string) =>
  [...new Set(models)].filter((model) => lettersOf(slugOf(model)) === lettersOf(slug));

/** Pages of removed vehicles redirect to the search of their model, which must exist even without stock. */
async function removedVehicleLists(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  make: string,
  model: string | undefined,
): Promise<SearchScope['lists'] | undefined> {
  const year = calendarYear(clock.now(), dealer.timeZone);
  const words = model === undefined ? [make] : [make, model];
  const cars = (await findVehiclesBySlugStart(db, dealer.slug, slugAfterYear(words))).filter(
    (car) =>
      slugOf(car.make) === make &&
      (model === undefined || slugOf(car.model) === model) &&
      wasVisible(car, dealer, year),
  );
  if (cars.length === 0) return undefined;
  const makes = [...new Set(cars.map((car) => car.make))];
  return model === undefined
    ? { make: makes }
    : { make: makes, model: [...new Set(cars.map((car) => car.model))] };
}

/**
 * Resolves the path after /search in the order of NAV-14: fixed words, make, dealership, location.
 * @param words path segments in lower case
 * @returns undefined for a 404
 * @throws SearchUnavailable
 */
async function resolveScope(
  services: Pick<Services, 'vocabulary' | 'db' | 'clock'>,
  dealer: DealerConfig,
  words: readonly string[],
): Promise<SearchScope | undefined> {
  const [first = '', second, ...more] = words;
  if (more.length > 0) return undefined;
  const path = `/search/${words.join('/')}`;
  if (second === undefined) {
    const fixed = fixedScope(first);
    if (fixed) return fixed;
  }
  const stocked = Object.keys(await services.vocabulary.makes(dealer));
  const makes = withSlug([...stocked, ...namedMakes(dealer)], first);
  const [make] = makes;
  if (make !== undefined && second === undefined) return { path, lists: { make: makes } };
  if (make !== undefined && second !== undefined) {
    const named = ofMake(dealer.models, make).map(stockedModel);
    const models = withLetters(
      [...Object.keys(await services.vocabulary.models(dealer, make)), ...named],
      second,
    );
    if (models.length > 0) return { path, lists: { make: makes, model: models } };
  }
  const former = await removedVehicleLists(services, dealer, first, second);
  if (former) return { path, lists: former };
  if (second !== undefined) return undefined;
  const dealership = dealer.dealerships.find(({ slug }) => slug === first);
  if (dealership) return { path, lists: { dealership_name: [dealership.name] } };
  const location = dealer.locations.find(({ slug, visible }) => visible && slug === first);
  return location ? { path, lists: { location_name: stockedNames(location, dealer.locations) } } : undefined;
}

const only = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

/** Candidate paths for a search, by priority. */
function candidatePaths({ lists }: SearchState, dealer: DealerConfig): string[][] {
  const condition = conditionsSlug(lists.car_type);
  const [make, model] = [only(lists.make), only(lists.model)];
  const dealership = dealer.dealerships.find(({ name }) => name === only(lists.dealership_name));
  const location = dealer.locations.find(({ name }) => lists.location_name?.includes(name));
  return [
    ...(condition === undefined ? [] : [[condition]]),
    ...(make !== undefined && model !== undefined ? [[slugOf(make), slugOf(model)]] : []),
    ...(make === undefined ? [] : [[slugOf(make)]]),
    ...(dealership ? [[dealership.slug]] : []),
    ...(location ? [[location.slug]] : []),
  ];
}

/**
 * NAV-16: the scope for the canonical URL of a search.
 * @param given used if no other scope matches
 */
export async function canonicalScope(
  services: Pick<Services, 'vocabulary' | 'db' | 'clock'>,
  dealer: DealerConfig,
  state: SearchState,
  given: SearchScope,
): Promise<SearchScope> {
  for (const words of candidatePaths(state, dealer)) {
    const scope = await resolveScope(services, dealer, words);
    if (scope && matchesScope(scope, state)) return scope;
  }
  return given;
}

type AddressServices = Pick<Services, 'search' | 'vocabulary' | 'db' | 'clock'>;

export type PreparedSearch =
  | { kind: 'search'; scope: SearchScope; state: SearchState; isCut: boolean }
  | { kind: 'redirect'; to: string; status: 301 | 302 | 303 }
  | { kind: 'not-found' };

/** Slugs are ASCII, as a Location header must be. */
const SLUGS = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;

/**
 * Parses the URL of a search page. Query words that name stock redirect to the URL with those filters, so that a removed
 * filter does not return, and there is one URL for page, script and shared link.
 * @param words the path after /search, `toyota/hilux`; undefined for /search itself
 * @throws SearchUnavailable
 */
export async function prepareSearch(
  services: AddressServices,
  dealer: DealerConfig,
  words: string | undefined,
  params: URLSearchParams,
): Promise<PreparedSearch> {
  const query = params.size > 0 ? `?${params}` : '';
  if (!words) return { kind: 'redirect', to: dealer.search.defaultPath + query, status: 302 };
  const lower = words.toLowerCase();
  if (!SLUGS.test(lower)) return { kind: 'not-found' };
  if (words !== lower) return { kind: 'redirect', to: href(`/search/${lower}`) + query, status: 301 };
  const scope = await resolveScope(services, dealer, words.split('/'));
  if (!scope) return { kind: 'not-found' };
  const requested = withoutDistance(dealer, decodeSearch(params));
  const isCut = isQueryCut(params);
  // A redirect would lose the notice that the query was truncated.
  const understood = isCut ? undefined : await understandQuery(services, dealer, requested.query, requested);
  if (understood) {
    // SRCH-01: the result is the same, so the page number is kept.
    const refined = { ...withWords(requested, understood), page: requested.page };
    const lists = { ...(await scopeOverriddenBy(services, dealer, scope, understood)), ...refined.lists };
    return {
      kind: 'redirect',
      to: withOtherParams(searchUrl({ ...refined, lists }, scope), params),
      status: 303,
    };
  }
  const state = withoutDistance(dealer, readSearch(params, scope));
  if (isFormAddress(params) && !isCut)
    return { kind: 'redirect', to: withOtherParams(searchUrl(state, scope), params), status: 303 };
  return { kind: 'search', scope, state, isCut };
}

/** LOC-11: removes the place if the site has no search by distance. */
export const withoutDistance = (dealer: DealerConfig, state: SearchState): SearchState =>
  state.near && !hasDistances(dealer) ? { ...withNear(state, undefined), page: state.page } : state;

/** Adds the expanded list and campaign parameters of the request. */
const withOtherParams = (address: string, params: URLSearchParams) =>
  withCampaign(withOpenList(address, params), String(params));

/**
 * Runs InstantSearch queries in process, with the validation of the endpoint.
 * @throws SearchUnavailable, SearchUnreadable
 */
export const searchInProcess =
  (services: SearchServices, dealer: DealerConfig, signal?: AbortSignal) =>
  async (requests: unknown): Promise<SearchResponse> => {
    const parsed = v.safeParse(SearchBodySchema, { requests });
    if (!parsed.success) throw new SearchUnreadable(v.summarize(parsed.issues));
    return searchVehicles(services, dealer, parsed.output.requests, signal, { withOthers: true });
  };

const MAX_LINKS = 30;

export type BrowseLinks = { title: string; links: { text: string; href: string; count: number }[] };

/**
 * Links to narrower searches: the models of a make, else the makes.
 * @throws SearchUnavailable
 */
export async function browseLinks(
  { vocabulary }: Pick<Services, 'vocabulary'>,
  dealer: DealerConfig,
  scope: SearchScope,
): Promise<BrowseLinks> {
  const make = scope.lists.make?.[0];
  const counts = make ? await vocabulary.models(dealer, make) : await vocabulary.makes(dealer);
  const base = make ? `/search/${slugOf(make)}` : '/search';
  const links = Object.entries(counts)
    .filter(([text]) => slugOf(text) !== '')
    .map(([text, count]) => ({
      text: make ? `${make} ${text}` : text,
      href: `${base}/${slugOf(text)}`,
      count,
    }))
    .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text))
    .slice(0, MAX_LINKS);
  return { title: make ? `${make} models in stock` : 'Browse by make', links };
}
