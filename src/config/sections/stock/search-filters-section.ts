import * as v from 'valibot';
import { TextSchema } from '#src/config/sections/setting-types.ts';
import { DRIVE_AWAY_FACETS, type DriveAwayFacet } from './drive-away-facets.ts';
import { FACET_NAMES, type FacetName } from './search-section.ts';

/** Numeric facets, filtered by "min:max"; others are filtered by values. */
const SPECIFIED_NUMBERS = [
  'price',
  'year',
  'km',
  'subscription_price',
  'weekly_price',
  'created_at_timestamp',
] as const satisfies readonly FacetName[];
export type NumberFacet = (typeof SPECIFIED_NUMBERS)[number] | DriveAwayFacet;
export const NUMBER_FACETS: readonly NumberFacet[] = [...SPECIFIED_NUMBERS, ...DRIVE_AWAY_FACETS];
type ValueFacet = Exclude<FacetName, NumberFacet>;

const RANGE = /^(\d{1,12})?:(\d{1,12})?$/;

/** Parses "10000:50000", where either may be missing; undefined for other text. */
export function rangeOf(text: string): { min?: number; max?: number } | undefined {
  const [, min, max] = RANGE.exec(text) ?? [];
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined && Number(min) > Number(max)) return undefined;
  return { ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) };
}

const RangeSchema = v.pipe(
  v.string(),
  v.check(
    (text) => rangeOf(text) !== undefined,
    'a range "min:max", e.g. "10000:50000", ":50000" or "2019:"',
  ),
);

const ValuesSchema = v.union(
  [TextSchema, v.pipe(v.array(TextSchema), v.minLength(1))],
  'a value, or a list of values, e.g. ["Toyota", "Lexus"]',
);

const isNumber = (name: FacetName): name is NumberFacet =>
  (NUMBER_FACETS as readonly string[]).includes(name);

const entry = <S extends v.GenericSchema>(schema: S, name: FacetName, what: string) =>
  v.optional(v.pipe(schema, v.description(`SRCH-30: ${what} of the facet "${name}"`)));

/** SRCH-30: facet values to which all searches of a site are restricted. */
export const SearchFiltersSchema = v.strictObject(
  Object.fromEntries(
    FACET_NAMES.map((name) => [
      name,
      isNumber(name) ? entry(RangeSchema, name, 'range') : entry(ValuesSchema, name, 'values'),
    ]),
  ) as {
    [Name in FacetName]: Name extends ValueFacet
      ? ReturnType<typeof entry<typeof ValuesSchema>>
      : ReturnType<typeof entry<typeof RangeSchema>>;
  },
);
export type SearchFilters = v.InferOutput<typeof SearchFiltersSchema>;
