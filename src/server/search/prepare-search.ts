import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { hasDistances } from '#src/domain/search/has-distances.ts';
import { withOpenList } from '#src/domain/search/open-list.ts';
import { withWords } from '#src/domain/search/plain-words/with-words.ts';
import { readSearch, type SearchScope, searchUrl } from '#src/domain/search/search-scope.ts';
import { type SearchState, withNear } from '#src/domain/search/search-state.ts';
import { decodeSearch, isFormAddress, isQueryCut } from '#src/domain/search/url-codec.ts';
import { withCampaign } from '#src/routing/campaign.ts';
import { href } from '#src/routing/href.ts';
import { SearchBodySchema, type SearchResponse } from '#src/wire/search.ts';
import type { Services } from '../services.ts';
import { resolveScope } from './resolve-scope.ts';
import { SearchUnreadable } from './search-failure.ts';
import { type SearchServices, searchVehicles } from './search-vehicles.ts';
import { scopeBeside, understandQuery } from './understand-query.ts';

type AddressServices = Pick<Services, 'search' | 'vocabulary' | 'db' | 'clock'>;

export type PreparedSearch =
  | { kind: 'search'; scope: SearchScope; state: SearchState; isCut: boolean }
  | { kind: 'redirect'; to: string; status: 301 | 302 | 303 }
  | { kind: 'not-found' };

/** A Location header can contain only ASCII, and so do all slugs. */
const SLUGS = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;

/**
 * Reads the address of a search page. Words that name stock redirect to the address of their filters, so that a
 * removed filter does not come back, and page, script and shared link use one address.
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
  const asked = withoutDistance(dealer, decodeSearch(params));
  const isCut = isQueryCut(params);
  // A page says that words are left out; the address of filters would not.
  const meant = isCut ? undefined : await understandQuery(services, dealer, asked.query, asked);
  if (meant) {
    // The same vehicles in the same order: a page that is reloaded or shared stays the page it was (SRCH-01).
    const said = { ...withWords(asked, meant), page: asked.page };
    const lists = { ...(await scopeBeside(services, dealer, scope, meant)), ...said.lists };
    return { kind: 'redirect', to: leadTo(searchUrl({ ...said, lists }, scope), params), status: 303 };
  }
  const state = withoutDistance(dealer, readSearch(params, scope));
  if (isFormAddress(params) && !isCut)
    return { kind: 'redirect', to: leadTo(searchUrl(state, scope), params), status: 303 };
  return { kind: 'search', scope, state, isCut };
}

/** LOC-11: where a site has no distances, its addresses say nothing of them. */
export const withoutDistance = (dealer: DealerConfig, state: SearchState): SearchState =>
  state.near && !hasDistances(dealer) ? { ...withNear(state, undefined), page: state.page } : state;

/** The address of a search, with its other parameters. */
const leadTo = (address: string, asked: URLSearchParams) =>
  withCampaign(withOpenList(address, asked), String(asked));

/**
 * Answers InstantSearch's queries in process, with the endpoint's checks.
 * @throws SearchUnavailable, SearchUnreadable
 */
export const searchInProcess =
  (services: SearchServices, dealer: DealerConfig, signal?: AbortSignal) =>
  async (requests: unknown): Promise<SearchResponse> => {
    const parsed = v.safeParse(SearchBodySchema, { requests });
    if (!parsed.success) throw new SearchUnreadable(v.summarize(parsed.issues));
    return searchVehicles(services, dealer, parsed.output.requests, signal, { withOthers: true });
  };
