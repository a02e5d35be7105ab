import { FACET_NAMES, type FacetName } from '#src/config/sections/search.ts';
import { facetNamed } from './facets.ts';
import { isWithinLength, MAX_VALUE_LENGTH } from './search-state.ts';

/** Something a search is narrowed by; values of a list are joined by OR. */
export type FilterCondition =
  | { facet: FacetName; among: readonly string[] }
  | { facet: FacetName; atLeast: number }
  | { facet: FacetName; atMost: number };

/** Facets by the names that a search's filters give them. */
export type FilterNames = Readonly<Record<string, FacetName>>;

/** Every facet under its own name. */
export const FACET_FILTERS: FilterNames = Object.fromEntries(FACET_NAMES.map((name) => [name, name]));

/** A name, a sign and a value, which is quoted or plain words; then AND and another condition, or the end. */
const CONDITION =
  /\s*([a-z_]+(?:\.[a-z_]+)?)\s*(>=|<=|:|=)\s*(?:"((?:[^"\\]|\\["\\])*)"|'((?:[^'\\]|\\['\\])*)'|([^\s"'()[\]{}<>=!:,\\]+(?: [^\s"'()[\]{}<>=!:,\\]+)*?))(\s+AND\s+|\s*$)/y;

/** Words of richer filter languages. Where one is meant as a value, it is quoted. */
const RESERVED: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'TO', 'IN', 'EXISTS']);

const NUMBER = /^\d{1,12}(?:\.\d{1,4})?$/;

/** A bound as filters take it: not negative, at most 12 digits and 4 decimals; undefined for any other text. */
export const boundOf = (text: string): number | undefined => (NUMBER.test(text) ? Number(text) : undefined);

/** Conditions of a range facet. */
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

/** One of several values of a facet that is no range; undefined where a value cannot be one of it. */
export function listCondition(facet: FacetName, values: readonly string[]): FilterCondition | undefined {
  const { kind } = facetNamed(facet);
  const isValue = (value: string) =>
    kind === 'flag'
      ? value === 'true' || value === 'false'
      : kind === 'list' && value.trim() !== '' && isWithinLength(value, MAX_VALUE_LENGTH);
  // Half a character is no text to the engine.
  return values.length > 0 && values.every(isValue)
    ? { facet, among: values.map((value) => value.toWellFormed()) }
    : undefined;
}

function conditionsOf(facet: FacetName, sign: string, value: string): FilterCondition[] | undefined {
  if (facetNamed(facet).kind === 'range') return rangeConditions(facet, sign, value);
  const condition = sign === '>=' || sign === '<=' ? undefined : listCondition(facet, [value]);
  return condition && [condition];
}

const unescaped = (text: string) => text.replace(/\\(.)/g, '$1');

/** The value of a match, quoted or plain; undefined where a plain one holds a reserved word. */
function saidValue([, , , double, single, plain = '']: RegExpExecArray): string | undefined {
  const quoted = double ?? single;
  if (quoted !== undefined) return unescaped(quoted);
  return plain.split(' ').some((word) => RESERVED.has(word)) ? undefined : plain;
}

/**
 * SRCH-30: reads `make:Toyota AND price<=30000`, where ":" and "=" mean the same. None of the text is passed on:
 * what it says is composed again from the conditions.
 * @param names facets the filters may name
 * @returns undefined where the text says anything else
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
