import { folded } from '#src/platform/text/fold-text.ts';
import type { SearchDocument } from './search-document.ts';
import { SYNONYM_GROUPS } from './synonyms.data.ts';

/**
 * Searchable attributes by priority. The model precedes the name so that a Mustang ranks above a Mustang Mach-E; the
 * series precedes names that happen to contain "Series 3"; the configuration precedes the name so that a dual-cab ute
 * ranks above a van with "dual cab" in its name.
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

/** Identifiers of a single vehicle; a typo in one identifies another vehicle. */
export const CODE_FIELDS = ['stocknum', 'regplate', 'vin'] as const satisfies readonly SearchedField[];

/** Attributes without typo tolerance: "cruiser" must not match "cruise control". */
export const EXACT_FIELDS: readonly SearchedField[] = [
  ...CODE_FIELDS,
  'make_model',
  'body_configuration',
  'city',
  'filtered_features',
  'categories',
];

/** Synonyms by word, in the format of Meilisearch. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  SYNONYM_GROUPS.flatMap(({ words }) =>
    words.map((word) => [word, words.filter((other) => other !== word)] as const),
  ),
);

const CANONICAL_WORDS = SYNONYM_GROUPS.flatMap(({ words, isOneMeaning }) => {
  const [first, ...others] = isOneMeaning ? words : [];
  return first === undefined ? [] : others.map((word) => [new RegExp(`\\b${word}\\b`, 'gi'), first] as const);
});

/** `CR-V`, `mu-x`: the parts are too short to be searched separately. */
const SHORT_PARTS = /(?<![\p{L}\p{N}-])(\p{L}{1,2})-(\p{L}{1,2})(?![\p{L}\p{N}-])/gu;

/** Meilisearch tolerates a typo in words of five characters or more, including those with digits. */
const LONG_CODE = /(?<!\S)(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{5,}(?!\S)/gi;

/** Normalises a query for the engine: joins short hyphenated names and replaces synonyms of one meaning by the first. */
export const normaliseQuery = (query: string): string =>
  CANONICAL_WORDS.reduce((text, [word, first]) => text.replace(word, first), query).replace(
    SHORT_PARTS,
    '$1$2',
  );

/** Quotes codes, which disables typo tolerance for them: Mazda4 must not match Mazda3. */
export const quoteCodes = (query: string): string =>
  query.includes('"') ? query : query.replace(LONG_CODE, '"$&"');

const CODE = /^(?=.*\d)[a-z\d]{3,17}$/i;

/** A stock number, registration or VIN without separators: `754-WZV` → `754WZV`; undefined if the query is none. */
export function parseCode(query: string): string | undefined {
  const joined = query.replace(/[\s-]/g, '');
  return CODE.test(joined) ? joined : undefined;
}

const SEPARATORS = /[^\p{L}\p{N}]+/u;
const MARKS = /\p{M}/gu;

const plain = (text: string) => folded(text).replace(MARKS, '');
const wordsOf = (text: string) => plain(text).split(SEPARATORS).filter(Boolean);

/** `cx-5` → `cx`, `5`, `cx5` */
const wordsAndCompounds = (text: string) => [
  ...wordsOf(text),
  ...plain(text)
    .split(/\s+/)
    .map((chunk) => chunk.split(SEPARATORS).join(''))
    .filter(Boolean),
];

export function documentWords(document: Pick<SearchDocument, (typeof SEARCHED_FIELDS)[number]>): string[] {
  const texts = SEARCHED_FIELDS.flatMap((field) => document[field]);
  return [...new Set(texts.flatMap((text) => (typeof text === 'string' ? wordsAndCompounds(text) : [])))];
}

const spacedWords = (text: string) => ` ${wordsOf(text).join(' ')} `;
const SPACED_SYNONYMS = Object.entries(SYNONYMS).map(
  ([word, others]) => [spacedWords(word), others.map(spacedWords)] as const,
);

/** The query, and a variant for each synonym it contains. */
function queryVariants(query: string): string[] {
  const spaced = spacedWords(query);
  const exchanged = SPACED_SYNONYMS.filter(([word]) => spaced.includes(word)).flatMap(([word, others]) =>
    others.map((other) => spaced.replace(word, other)),
  );
  return [spaced, ...exchanged].map((text) => text.trim());
}

/**
 * Approximates the engine's matching without typo tolerance: every word of the query, or of a variant with synonyms,
 * must be a prefix of a word of the document.
 */
export function wordMatcher(query: string): (words: readonly string[]) => boolean {
  const alternatives = [...new Set(queryVariants(query))].map((text) => text.split(' ').filter(Boolean));
  return (words) =>
    alternatives.some((wanted) => wanted.every((start) => words.some((word) => word.startsWith(start))));
}
