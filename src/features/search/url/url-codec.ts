import { isDriveAway } from '#src/config/sections/stock/drive-away-facets.ts';
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

/** `30k`, `$25.5k`, `12.75k` */
const THOUSANDS = /^\D*(\d{1,3}(?:\.\d{1,2})?)\s*k(?![a-z])/i;

/** The digits of a typed number: `25,000.00`, `under 30000`, `30k`; empty if there are none. */
export function enteredDigits(text: string): string {
  const thousands = THOUSANDS.exec(text)?.[1];
  if (thousands !== undefined) return String(Math.round(Number(thousands) * 1000));
  return text.replace(/\.\d{1,2}(?!\d)/, '').replace(/\D/g, '');
}

const WHOLE_NUMBER = /^\d{1,12}$/;

/** Names of the number inputs of a range, for form submission without JavaScript: `price.min`, `price.max`. */
export const rangeField = (name: FacetName, end: 'min' | 'max') => `${name}.${end}`;

/** Fast path: printable ASCII with single spaces. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/;

const singleSpaced = (text: string) => text.toWellFormed().replace(/\s+/g, ' ').trim();

/** Truncates to code points, collapses whitespace and trims. */
function tidyText(text: string, maxLength: number): string {
  if (text.length <= maxLength && TIDY.test(text)) return text;
  return [...singleSpaced(text)].slice(0, maxLength).join('').trim();
}

/** Sorted and unique, so that equal selections have equal URLs. */
export function tidyValues(facet: Facet, values: readonly string[]): string[] {
  const tidy = values.map((value) => tidyText(value, MAX_VALUE_LENGTH)).filter(Boolean);
  const valid = facet.kind === 'flag' ? tidy.filter((value) => value === 'true' || value === 'false') : tidy;
  return [...new Set(valid)].sort();
}

/** Returns a function that filters the values of each facet in turn until the limits of a URL are reached. */
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
    const accepted = tidy.filter(fits);
    if (accepted.length > 0) facets += 1;
    return accepted;
  };
}

const toNumber = (text: string): number | null => (WHOLE_NUMBER.test(text) ? Number(text) : null);

/** Clamps negative numbers to 0. */
const toBound = (text: string): number | null =>
  text.startsWith('-') && toNumber(text.slice(1)) !== null ? 0 : toNumber(text);

export const formatRange = ({ min, max }: NumberRange): string => `${min ?? ''}:${max ?? ''}`;

/**
 * Parses `min:max` with at least one end. Without JavaScript the sliders can pass each other, so reversed ends are
 * swapped.
 */
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
 * Decodes URL parameters or a submitted form (SRCH-01). Never throws: invalid and unknown parameters (utm, click ids)
 * are ignored.
 */
export function decodeSearch(params: URLSearchParams): SearchState {
  const sortBy = params.get('sortBy') ?? '';
  const lists: Partial<Record<FacetName, readonly string[]>> = {};
  const ranges: Partial<Record<FacetName, NumberRange>> = {};
  const withinBudget = createValueBudget();
  for (const facet of FACETS) {
    if (facet.kind === 'range') {
      const range = readRange(params, facet.name);
      // A shopper registers a vehicle in one state.
      const isSecondBudget = isDriveAway(facet.name) && Object.keys(ranges).some(isDriveAway);
      if (range && !isSecondBudget) ranges[facet.name] = range;
    } else {
      const values = withinBudget(tidyValues(facet, params.getAll(facet.name)));
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

/** Encodes in canonical order, without defaults. */
export function encodeSearch(state: SearchState): URLSearchParams {
  const params = new URLSearchParams();
  const query = tidyText(state.query, MAX_QUERY_LENGTH);
  if (query) params.set('query', query);
  const withinBudget = createValueBudget();
  for (const facet of FACETS) {
    const range = state.ranges[facet.name];
    if (facet.kind === 'range' && range) params.set(facet.name, formatRange(range));
    if (facet.kind !== 'range') {
      const values = withinBudget(tidyValues(facet, state.lists[facet.name] ?? []));
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

/** Submitted by the form even if empty. */
const WORD_FIELDS = new Set(['query', 'near', 'within']);

/** Whether the URL comes from a submitted form, so that it has a shorter, canonical form. */
export const isFormAddress = (params: URLSearchParams): boolean =>
  [...params].some(([key, value]) => FORM_FIELDS.has(key) || (value === '' && WORD_FIELDS.has(key)));

/** Whether the query is truncated. */
export const isQueryCut = (params: URLSearchParams): boolean =>
  !isWithinLength(singleSpaced(params.get('query') ?? ''), MAX_QUERY_LENGTH);

/** Whether `decodeSearch` drops values. */
export function exceedsLimits(params: URLSearchParams): boolean {
  const withinBudget = createValueBudget();
  return FACETS.some((facet) => {
    if (facet.kind === 'range') return false;
    const values = tidyValues(facet, params.getAll(facet.name));
    return withinBudget(values).length < values.length;
  });
}

/** A saved search has no order and page. */
export const savedSearch = (state: SearchState): SearchState => ({ ...state, page: 1, sortBy: DEFAULT_SORT });

/** Canonical query string of a saved search. */
export const savedQuery = (state: SearchState): string => encodeSearch(savedSearch(state)).toString();
