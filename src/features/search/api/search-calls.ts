import * as v from 'valibot';
import { NUMBER_FACETS } from '#src/config/sections/stock/search-filters-section.ts';
import { FACET_NAMES, type FacetName, SORT_KEYS } from '#src/config/sections/stock/search-section.ts';
import { getFacet } from '#src/features/search/facets/facets.ts';
import { DEFAULT_SORT, SEARCH_PATH } from '#src/features/search/search-index.ts';
import {
  isWithinLength,
  MAX_TOTAL_HITS,
  MAX_VALUE_LENGTH,
  PAGE_SIZE,
} from '#src/features/search/search-state.ts';
import {
  MAX_HITS,
  NearSchema,
  QuerySchema,
  SEARCH_TOO_LARGE,
  SearchBodySchema,
  WithinSchema,
} from './search-schema.ts';

/** A condition of a filter expression; the values of `among` are joined by OR. */
export type FilterCondition =
  | { facet: FacetName; among: readonly string[] }
  | { facet: FacetName; atLeast: number }
  | { facet: FacetName; atMost: number };

/** Facets by their names in a filter expression. */
type FilterNames = Readonly<Record<string, FacetName>>;

export const FACET_FILTERS: FilterNames = Object.fromEntries(FACET_NAMES.map((name) => [name, name]));

/** Name, operator and a quoted or bare value, followed by AND or the end of the text. */
const CONDITION =
  /\s*([a-z_]+(?:\.[a-z_]+)?)\s*(>=|<=|:|=)\s*(?:"((?:[^"\\]|\\["\\])*)"|'((?:[^'\\]|\\['\\])*)'|([^\s"'()[\]{}<>=!:,\\]+(?: [^\s"'()[\]{}<>=!:,\\]+)*?))(\s+AND\s+|\s*$)/y;

/** Keywords of other filter languages; as part of a value they must be quoted. */
const RESERVED: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'TO', 'IN', 'EXISTS']);

const NUMBER = /^\d{1,12}(?:\.\d{1,4})?$/;

const boundOf = (text: string): number | undefined => (NUMBER.test(text) ? Number(text) : undefined);

function rangeConditions(facet: FacetName, sign: string, text: string): FilterCondition[] | undefined {
  const bound = boundOf(text);
  if (bound === undefined) return undefined;
  if (sign === '>=') return [{ facet, atLeast: bound }];
  if (sign === '<=') return [{ facet, atMost: bound }];
  return [
    { facet, atLeast: bound },
    { facet, atMost: bound },
  ];
}

/** @returns undefined if the facet is a range or a value is not valid for it */
export function listCondition(facet: FacetName, values: readonly string[]): FilterCondition | undefined {
  const { kind } = getFacet(facet);
  const isValue = (value: string) =>
    kind === 'flag'
      ? value === 'true' || value === 'false'
      : kind === 'list' && value.trim() !== '' && isWithinLength(value, MAX_VALUE_LENGTH);
  // Meilisearch rejects lone surrogates.
  return values.length > 0 && values.every(isValue)
    ? { facet, among: values.map((value) => value.toWellFormed()) }
    : undefined;
}

function conditionsOf(facet: FacetName, sign: string, value: string): FilterCondition[] | undefined {
  if (getFacet(facet).kind === 'range') return rangeConditions(facet, sign, value);
  const condition = sign === '>=' || sign === '<=' ? undefined : listCondition(facet, [value]);
  return condition && [condition];
}

const unescaped = (text: string) => text.replace(/\\(.)/g, '$1');

/** @returns undefined if a bare value contains a reserved word */
function saidValue([, , , double, single, plain = '']: RegExpExecArray): string | undefined {
  const quoted = double ?? single;
  if (quoted !== undefined) return unescaped(quoted);
  return plain.split(' ').some((word) => RESERVED.has(word)) ? undefined : plain;
}

/**
 * SRCH-30: parses `make:Toyota AND price<=30000`, where ":" and "=" are equivalent. The text itself never reaches the
 * engine: filters are rebuilt from the parsed conditions.
 * @param names facets the filters may use
 * @returns undefined if the text cannot be parsed
 */
export function readConditions(text: string, names: FilterNames): FilterCondition[] | undefined {
  if (text.trim() === '') return [];
  const conditions: FilterCondition[] = [];
  for (let at = 0, isMore = true; isMore; ) {
    CONDITION.lastIndex = at;
    const match = CONDITION.exec(text);
    if (!match) return undefined;
    const [whole, name = '', sign = ''] = match;
    const facet = Object.hasOwn(names, name) ? names[name] : undefined;
    const value = saidValue(match);
    const read = facet && value !== undefined ? conditionsOf(facet, sign, value) : undefined;
    if (!read) return undefined;
    conditions.push(...read);
    isMore = match[6]?.includes('AND') ?? false;
    at += whole.length;
  }
  return conditions;
}

/** SRCH-22. */
export const SEARCH_LIST_PATH = `${SEARCH_PATH}/list`;
/** SRCH-21. */
export const SEARCH_MODELS_PATH = `${SEARCH_PATH}/models`;
export const SEARCH_OFFERS_PATH = `${SEARCH_PATH}/offers`;

/** Values and bounds in `filters` and `search_filters` together. */
export const MAX_CALL_VALUES = 100;
export const MAX_OFFSET = MAX_TOTAL_HITS;
const MAX_ID_LENGTH = 100;

const sizeOf = (conditions: readonly FilterCondition[]) =>
  conditions.reduce((sum, condition) => sum + ('among' in condition ? condition.among.length : 1), 0);

const isAffordable = (...all: (readonly FilterCondition[])[]) => sizeOf(all.flat()) <= MAX_CALL_VALUES;

/** SRCH-30: a filter expression. */
const filtersOf = (names: FilterNames, about: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.description(
        `${about} Conditions are joined by \`AND\`; ":" and "=" mean the same, and a range also takes ">=" and "<=", its ends included. A value is quoted where it has a quote, a bracket, a comma, a backslash, ":", "=", "<", ">" or "!", or one of the words AND, OR, NOT, TO, IN and EXISTS; inside quotes a backslash comes before a quote. Anything else is refused`,
      ),
      v.rawTransform<string, FilterCondition[]>(({ dataset, addIssue, NEVER }) => {
        const conditions = readConditions(dataset.value, names);
        if (conditions) return conditions;
        addIssue({ message: 'conditions joined by AND' });
        return NEVER;
      }),
    ),
    '',
  );

const ValueSchema = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));
const BoundSchema = v.pipe(
  v.number(),
  v.check((bound) => boundOf(String(bound)) !== undefined, 'a number of at most 12 digits and 4 decimals'),
);
const RangeSchema = v.strictObject({ min: v.optional(BoundSchema), max: v.optional(BoundSchema) });

const ChosenSchema = v.union([RangeSchema, ValueSchema, v.array(ValueSchema)]);
type Chosen = v.InferOutput<typeof ChosenSchema>;
const ChoicesSchema = v.record(v.picklist(FACET_NAMES), ChosenSchema);

/** @returns undefined if the values are not valid for the facet */
function chosenConditions(facet: FacetName, chosen: Chosen): FilterCondition[] | undefined {
  if (typeof chosen === 'string' || 'length' in chosen) {
    const condition = listCondition(facet, [chosen].flat());
    return condition && [condition];
  }
  if (getFacet(facet).kind !== 'range') return undefined;
  const { min, max } = chosen;
  return [
    ...(min === undefined ? [] : [{ facet, atLeast: min }]),
    ...(max === undefined ? [] : [{ facet, atMost: max }]),
  ];
}

const SearchFiltersSchema = v.optional(
  v.pipe(
    ChoicesSchema,
    v.description(
      `Refinements by the name of a facet: a value, or a list of values of which one must match; of ${NUMBER_FACETS.join(', ')} \`{ "min": 10000, "max": 30000 }\`, either end may be left out. Several facets are joined by AND, with \`filters\` too. Names: ${FACET_NAMES.join(', ')}. At most ${MAX_CALL_VALUES} values in a body, those of \`filters\` included`,
    ),
    v.rawTransform<v.InferOutput<typeof ChoicesSchema>, FilterCondition[]>(({ dataset, addIssue, NEVER }) => {
      const all = Object.entries(dataset.value).map(([name, chosen]) =>
        chosenConditions(name as FacetName, chosen),
      );
      if (all.every((conditions) => conditions !== undefined)) return all.flat();
      addIssue({ message: 'values of the facet' });
      return NEVER;
    }),
  ),
  {},
);

const whole = (from: number, to: number, byDefault: number, what: string) =>
  v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to), v.description(what)),
    byDefault,
  );

const offset = whole(0, MAX_OFFSET, 0, 'Vehicles left out before the first one of the response');
const query = v.optional(QuerySchema, '');

/** SRCH-29: the documented body of `POST /api/search`. Unknown keys are rejected. */
export const SearchCallSchema = v.pipe(
  v.strictObject({
    filters: filtersOf(
      FACET_FILTERS,
      'Conditions every vehicle must meet, e.g. `make:Land Rover AND car_type:used AND price>=20000`, by the names of facets.',
    ),
    search_filters: SearchFiltersSchema,
    hitsPerPage: whole(0, MAX_HITS, PAGE_SIZE, 'Vehicles in the response; 0 for count and facets alone'),
    offset,
    query,
    near: v.optional(NearSchema),
    within: v.optional(WithinSchema),
    sort: v.optional(
      v.pipe(
        v.picklist(SORT_KEYS),
        v.description(
          'SRCH-15: order. custom_rank is the dealer’s own, and the best match where there is a query; price_asc may leave out vehicles without a price, by the dealer’s settings; distance, nearest first, takes `near`',
        ),
      ),
      DEFAULT_SORT,
    ),
  }),
  v.check(({ filters, search_filters }) => isAffordable(filters, search_filters), SEARCH_TOO_LARGE),
);
export type SearchCall = v.InferOutput<typeof SearchCallSchema>;

/** Both bodies of `POST /api/search`; only that of InstantSearch has `requests`. */
export const SearchBodiesSchema = v.lazy((body) =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, 'requests')
    ? SearchBodySchema
    : SearchCallSchema,
);

/** SRCH-22. */
export const SearchListSchema = v.pipe(
  v.strictObject({
    search_filters: SearchFiltersSchema,
    limit: whole(1, MAX_HITS, PAGE_SIZE, 'Most vehicles of the list'),
  }),
  v.check(({ search_filters }) => isAffordable(search_filters), SEARCH_TOO_LARGE),
);

/** SRCH-21: vehicles by manufacturer, model and body type. */
export const ModelSearchSchema = v.pipe(
  v.strictObject({
    filters: filtersOf(
      { 'manufacturer.name': 'make', 'model.name': 'model', 'model.body': 'body' },
      'Conditions every vehicle must meet, e.g. `manufacturer.name:Toyota AND model.body:suv`, by manufacturer.name, model.name and model.body.',
    ),
    query,
    offset,
  }),
  v.check(({ filters }) => isAffordable(filters), SEARCH_TOO_LARGE),
);

/** SRCH-21: the offers of one dealership. */
export const OfferSearchSchema = v.pipe(
  v.strictObject({
    dealership_id: v.pipe(
      v.union([
        v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_ID_LENGTH)),
        v.pipe(v.number(), v.integer()),
      ]),
      v.description('Id of one of the site’s dealerships, as `dealerships[].id` of the dealer file'),
      v.transform(String),
    ),
    filters: filtersOf(
      { categories: 'categories', price: 'price' },
      'Conditions every vehicle must meet, e.g. `categories:Clearance AND price>=20000`, by categories and price.',
    ),
    query,
    offset,
  }),
  v.check(({ filters }) => isAffordable(filters), SEARCH_TOO_LARGE),
);
