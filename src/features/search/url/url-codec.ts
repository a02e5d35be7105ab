import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { FACETS, type Facet } from '#src/features/search/facets/facets.ts';
import { DEFAULT_SORT, isSortKey } from '#src/features/search/search-index.ts';
import {
  EMPTY_SEARCH,
  isWithinLength,
  MAX_ENCODED_VALUES_LENGTH,
  MAX_LIST_FACETS,
  MAX_NEAR_KM,
  MAX_PAGE,
  MAX_PLACE_LENGTH,
  MAX_VALUE_LENGTH,
  MAX_VALUES,
  type Near,
  type NumberRange,
  type SearchState,
} from '#src/features/search/search-state.ts';
import { MAX_QUERY_LENGTH } from './query-length.ts';

/** "30k", "$25.5k", "12.75k". */
const THOUSANDS = /^\D*(\d{1,3}(?:\.\d{1,2})?)\s*k(?![a-z])/i;

/** The digits of a number as people type it into a filter: "25,000.00", "under 30000", "30k"; empty without any. */
export function enteredDigits(text: string): string {
  const thousands = THOUSANDS.exec(text)?.[1];
  if (thousands !== undefined) return String(Math.round(Number(thousands) * 1000));
  return text.replace(/\.\d{1,2}(?!\d)/, '').replace(/\D/g, '');
}

const WHOLE_NUMBER = /^\d{1,12}$/;

/** The two number inputs of a range in a form without JavaScript: `price.min`, `price.max`. */
export const rangeField = (name: FacetName, end: 'min' | 'max') => `${name}.${end}`;

/** Text that is tidy as it is, which almost every value is. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/;

const singleSpaced = (text: string) => text.toWellFormed().replace(/\s+/g, ' ').trim();

/** Text for a URL: complete characters only, single spaces, trimmed. */
function tidyText(text: string, maxLength: number): string {
  if (text.length <= maxLength && TIDY.test(text)) return text;
  return [...singleSpaced(text)].slice(0, maxLength).join('').trim();
}

/** Distinct values in one order, so that equal choices make equal URLs. */
export function tidyValues(facet: Facet, values: readonly string[]): string[] {
  const tidy = values.map((value) => tidyText(value, MAX_VALUE_LENGTH)).filter(Boolean);
  const known = facet.kind === 'flag' ? tidy.filter((value) => value === 'true' || value === 'false') : tidy;
  return [...new Set(known)].sort();
}

/** Takes values of one facet after another while an address has room for them. */
function createValueBudget() {
  let facets = 0;
  let values = 0;
  let length = 0;
  const fits = (value: string): boolean => {
    const encoded = encodeURIComponent(value).length;
    if (values >= MAX_VALUES || length + encoded > MAX_ENCODED_VALUES_LENGTH) return false;
    values += 1;
    length += encoded;
    return true;
  };
  return (tidy: readonly string[]): readonly string[] => {
    if (tidy.length === 0 || facets >= MAX_LIST_FACETS) return [];
    const room = tidy.filter(fits);
    if (room.length > 0) facets += 1;
    return room;
  };
}

const toNumber = (text: string): number | null => (WHOLE_NUMBER.test(text) ? Number(text) : null);

/** No facet has values below 0. */
const toBound = (text: string): number | null =>
  text.startsWith('-') && toNumber(text.slice(1)) !== null ? 0 : toNumber(text);

export const formatRange = ({ min, max }: NumberRange): string => `${min ?? ''}:${max ?? ''}`;

/** @returns undefined for anything but `min:max` with at least one end; the larger of two is the maximum */
export function parseRange(text: string): NumberRange | undefined {
  const parts = text.split(':');
  const [low = '', high = ''] = parts;
  const range = { min: toBound(low), max: toBound(high) };
  const readable =
    parts.length === 2 && (range.min !== null || low === '') && (range.max !== null || high === '');
  if (!readable || (range.min === null && range.max === null)) return undefined;
  const { min, max } = range;
  return min !== null && max !== null && min > max ? { min: max, max: min } : range;
}

function readRange(params: URLSearchParams, name: FacetName): NumberRange | undefined {
  const written = params.get(name);
  if (written !== null) return parseRange(written);
  const end = (which: 'min' | 'max') => enteredDigits(params.get(rangeField(name, which)) ?? '');
  return parseRange(`${end('min')}:${end('max')}`);
}

function readPage(params: URLSearchParams): number {
  const page = toNumber(params.get('page') ?? '') ?? 1;
  return Math.min(Math.max(page, 1), MAX_PAGE);
}

/** LOC-11: `near=4350&within=50`. */
function readNear(params: URLSearchParams): Near | undefined {
  const place = tidyText(params.get('near') ?? '', MAX_PLACE_LENGTH);
  const km = toNumber(params.get('within') ?? '');
  return place === '' ? undefined : { place, km: km === null || km === 0 || km > MAX_NEAR_KM ? null : km };
}

/**
 * Reads a search from URL parameters or a submitted form (SRCH-01). Never throws: what cannot be read is
 * dropped, parameters of others (utm and click ids) are ignored.
 */
export function decodeSearch(params: URLSearchParams): SearchState {
  const sortBy = params.get('sortBy') ?? '';
  const lists: Partial<Record<FacetName, readonly string[]>> = {};
  const ranges: Partial<Record<FacetName, NumberRange>> = {};
  const withRoom = createValueBudget();
  for (const facet of FACETS) {
    if (facet.kind === 'range') {
      const range = readRange(params, facet.name);
      if (range) ranges[facet.name] = range;
    } else {
      const values = withRoom(tidyValues(facet, params.getAll(facet.name)));
      if (values.length > 0) lists[facet.name] = values;
    }
  }
  const near = readNear(params);
  const isOrder = isSortKey(sortBy) && (sortBy !== 'distance' || near !== undefined);
  return {
    ...EMPTY_SEARCH,
    query: tidyText(params.get('query') ?? '', MAX_QUERY_LENGTH),
    page: readPage(params),
    sortBy: isOrder ? sortBy : DEFAULT_SORT,
    lists,
    ranges,
    ...(near && { near }),
  };
}

/** Writes a search in the one canonical order; defaults are left out. */
export function encodeSearch(state: SearchState): URLSearchParams {
  const params = new URLSearchParams();
  const query = tidyText(state.query, MAX_QUERY_LENGTH);
  if (query) params.set('query', query);
  const withRoom = createValueBudget();
  for (const facet of FACETS) {
    const range = state.ranges[facet.name];
    if (facet.kind === 'range' && range) params.set(facet.name, formatRange(range));
    if (facet.kind !== 'range') {
      const values = withRoom(tidyValues(facet, state.lists[facet.name] ?? []));
      for (const value of values) params.append(facet.name, value);
    }
  }
  if (state.near) {
    params.set('near', tidyText(state.near.place, MAX_PLACE_LENGTH));
    if (state.near.km !== null) params.set('within', String(state.near.km));
  }
  if (state.sortBy !== DEFAULT_SORT) params.set('sortBy', state.sortBy);
  if (state.page > 1) params.set('page', String(state.page));
  return params;
}

const FORM_FIELDS = new Set(
  FACETS.filter(({ kind }) => kind === 'range').flatMap(({ name }) => [
    rangeField(name, 'min'),
    rangeField(name, 'max'),
  ]),
);

/** Sent empty by a form. */
const WORD_FIELDS = new Set(['query', 'near', 'within']);

/** True for the address a browser makes of the filter form; it has a shorter, canonical one. */
export const isFormAddress = (params: URLSearchParams): boolean =>
  [...params].some(([key, value]) => FORM_FIELDS.has(key) || (value === '' && WORD_FIELDS.has(key)));

/** Whether an address has more words than are searched for. */
export const isQueryCut = (params: URLSearchParams): boolean =>
  !isWithinLength(singleSpaced(params.get('query') ?? ''), MAX_QUERY_LENGTH);

/** Whether an address has more refinements than are read; its search has a shorter address. */
export function exceedsLimits(params: URLSearchParams): boolean {
  const withRoom = createValueBudget();
  return FACETS.some((facet) => {
    if (facet.kind === 'range') return false;
    const values = tidyValues(facet, params.getAll(facet.name));
    return withRoom(values).length < values.length;
  });
}

/** What of a search is saved: not its order, nor its page. */
export const savedSearch = (state: SearchState): SearchState => ({ ...state, page: 1, sortBy: DEFAULT_SORT });

/** A search to be saved as the query of an address; equal searches have equal ones. */
export const savedQuery = (state: SearchState): string => encodeSearch(savedSearch(state)).toString();
