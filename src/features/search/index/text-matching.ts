import { folded } from '#src/platform/text/fold-text.ts';
import type { SearchDocument } from './search-document.ts';
import { SYNONYM_GROUPS } from './synonyms.data.ts';

/**
 * What words are looked for in, the most telling first. The model comes before the name, so that a Mustang comes before
 * a Mustang Mach-E, and what models are called together before a name that happens to hold "Series 3"; the cab too, so
 * that a ute with a dual cab comes before a van that is named by it.
 */
export const SEARCHED_FIELDS = [
  'model',
  'series',
  'body_configuration',
  'name',
  'make_model',
  'badge',
  'colour',
  'body',
  'fuel',
  'transmission',
  'drive',
  'stocknum',
  'regplate',
  'vin',
  'city',
  'filtered_features',
  'categories',
] as const satisfies readonly (keyof SearchDocument)[];

type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** What one vehicle is registered by, a typing error in which means another vehicle. */
export const CODE_FIELDS = ['stocknum', 'regplate', 'vin'] as const satisfies readonly SearchedField[];

/** Texts in which a similar word is another one: "cruiser" is no cruise control. */
export const EXACT_FIELDS: readonly SearchedField[] = [
  ...CODE_FIELDS,
  'make_model',
  'body_configuration',
  'city',
  'filtered_features',
  'categories',
];

/** What each word finds besides itself, as the search engine takes it. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  SYNONYM_GROUPS.flatMap(({ words }) =>
    words.map((word) => [word, words.filter((other) => other !== word)] as const),
  ),
);

const MEANINGS = SYNONYM_GROUPS.flatMap(({ words, isOneMeaning }) => {
  const [first, ...others] = isOneMeaning ? words : [];
  return first === undefined ? [] : others.map((word) => [new RegExp(`\\b${word}\\b`, 'gi'), first] as const);
});

/** `CR-V`, `mu-x`: a name whose parts say nothing apart. */
const SHORT_PARTS = /(?<![\p{L}\p{N}-])(\p{L}{1,2})-(\p{L}{1,2})(?![\p{L}\p{N}-])/gu;

/** The engine forgives a typing error from five letters on, also in a word of letters and digits. */
const LONG_CODE = /(?<!\S)(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{5,}(?!\S)/gi;

/** A shopper's words as the engine finds most by them; names with a hyphen in one word, one word for one meaning. */
export const engineWords = (query: string): string =>
  MEANINGS.reduce((text, [word, first]) => text.replace(word, first), query).replace(SHORT_PARTS, '$1$2');

/** The same with every code in quotes, which is then found as it is written: a Mazda4 is no Mazda3. */
export const withExactCodes = (query: string): string =>
  query.includes('"') ? query : query.replace(LONG_CODE, '"$&"');

const CODE = /^(?=.*\d)[a-z\d]{3,17}$/i;

/** A stock number, registration or VIN however it is spaced, `754-WZV`; undefined where the words are no such code. */
export function codeOf(query: string): string | undefined {
  const joined = query.replace(/[\s-]/g, '');
  return CODE.test(joined) ? joined : undefined;
}

const SEPARATORS = /[^\p{L}\p{N}]+/u;
const MARKS = /\p{M}/gu;

const plain = (text: string) => folded(text).replace(MARKS, '');
const wordsOf = (text: string) => plain(text).split(SEPARATORS).filter(Boolean);

/** `cx-5` is found as `cx`, `5` and `cx5`. */
const wordsAndCompounds = (text: string) => [
  ...wordsOf(text),
  ...plain(text)
    .split(/\s+/)
    .map((chunk) => chunk.split(SEPARATORS).join(''))
    .filter(Boolean),
];

/** All words a document can be found by. */
export function searchWords(document: Pick<SearchDocument, (typeof SEARCHED_FIELDS)[number]>): string[] {
  const texts = SEARCHED_FIELDS.flatMap((field) => document[field]);
  return [...new Set(texts.flatMap((text) => (typeof text === 'string' ? wordsAndCompounds(text) : [])))];
}

const spacedWords = (text: string) => ` ${wordsOf(text).join(' ')} `;
const SPACED_SYNONYMS = Object.entries(SYNONYMS).map(
  ([word, others]) => [spacedWords(word), others.map(spacedWords)] as const,
);

/** The query itself, and with each synonym in it exchanged. */
function wordings(query: string): string[] {
  const spaced = spacedWords(query);
  const exchanged = SPACED_SYNONYMS.filter(([word]) => spaced.includes(word)).flatMap(([word, others]) =>
    others.map((other) => spaced.replace(word, other)),
  );
  return [spaced, ...exchanged].map((text) => text.trim());
}

/**
 * Whether a query finds a document: every word begins one of the document's, under some wording. A plain stand-in
 * for the engine's matching, without its tolerance for typing errors.
 * @returns a test over the words of a document
 */
export function wordMatcher(query: string): (words: readonly string[]) => boolean {
  const alternatives = [...new Set(wordings(query))].map((text) => text.split(' ').filter(Boolean));
  return (words) =>
    alternatives.some((wanted) => wanted.every((start) => words.some((word) => word.startsWith(start))));
}
