import { folded } from './folded.ts';
import type { SearchDocument } from './search-document.ts';
import { SEARCHED_FIELDS } from './searched-text.ts';
import { SYNONYMS } from './synonyms.ts';

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
