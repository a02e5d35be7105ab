import { folded } from './folded.ts';
import type { Suggestion, SuggestionKind } from './suggestions.ts';

export const MOST_SUGGESTIONS = 8;
/** Kinds in their order, each with the number shown while others match too: one letter lists more than makes. */
const MOST_OF_KIND: Readonly<Record<SuggestionKind, number>> = {
  Make: 3,
  Model: 4,
  'Body type': 2,
  Badge: 2,
};
const KINDS = Object.keys(MOST_OF_KIND);

const MARKS = /\p{M}/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
/** `LandCruiser` is two words, and so is `Mazda3`. */
const BREAKS = /[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

const wordsBy = (text: string, breaks: RegExp) =>
  text
    .split(breaks)
    .map((word) => folded(word).replace(MARKS, ''))
    .filter(Boolean);

/** What is left of a name at each of its words, without spaces: `land cruiser` → `landcruiser`, `cruiser`. */
function tails(text: string): string[] {
  const words = wordsBy(text, BREAKS);
  return words.map((_, at) => words.slice(at).join(''));
}

type Name = { suggestion: Suggestion; own: string[]; whole: string[]; also: string[] };

const EXACT = 0;
const BEGINS = 1;
const BEGINS_WORD = 2;
const HAS_ALL = 3;

function rankOf({ own, whole, also }: Name, typed: string, words: readonly string[]): number | undefined {
  if (own[0] === typed || also.includes(typed)) return EXACT;
  const begins = (text: string) => text.startsWith(typed);
  if (own[0]?.startsWith(typed)) return BEGINS;
  // What its make is called is more than a word within a name.
  if (whole[0]?.startsWith(typed) || [...own, ...also].some(begins)) return BEGINS_WORD;
  const hasAll = words.every((word) => whole.some((tail) => tail.startsWith(word)));
  return whole.some(begins) || hasAll ? HAS_ALL : undefined;
}

/** The best of each kind, then the rest, as many as are shown. */
function chosen(ordered: readonly Suggestion[]): Suggestion[] {
  const isBest = ({ kind }: Suggestion, at: number) =>
    ordered.slice(0, at).filter((other) => other.kind === kind).length < MOST_OF_KIND[kind];
  const best = ordered.filter(isBest);
  const shown = [...new Set([...best, ...ordered])].slice(0, MOST_SUGGESTIONS);
  return ordered.filter((one) => shown.includes(one));
}

/**
 * Finds names by the words a shopper has typed so far: the beginning of any word, accents, spaces and hyphens aside,
 * so that `cx5` finds CX-5 and `landcruiser` Land Cruiser.
 * @returns of a query, the best first; nothing for an empty one
 */
export function createSuggester(suggestions: readonly Suggestion[]): (query: string) => Suggestion[] {
  const names = suggestions.map((suggestion): Name => {
    const { text, before, also } = suggestion;
    const own = tails(text.slice(before.length));
    return {
      suggestion,
      own,
      whole: before ? tails(text) : own,
      also: also.map((word) => tails(word)[0] ?? ''),
    };
  });
  const kindOf = ({ kind }: Suggestion) => KINDS.indexOf(kind);
  return (query) => {
    const words = wordsBy(query, SEPARATORS);
    if (words.length === 0) return [];
    const typed = words.join('');
    const found = names.flatMap((name) => {
      const rank = rankOf(name, typed, words);
      return rank === undefined ? [] : [{ rank, suggestion: name.suggestion }];
    });
    found.sort(
      (a, b) =>
        a.rank - b.rank ||
        kindOf(a.suggestion) - kindOf(b.suggestion) ||
        b.suggestion.count - a.suggestion.count,
    );
    return chosen(found.map(({ suggestion }) => suggestion));
  };
}
