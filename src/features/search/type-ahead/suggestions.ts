import { slugOf } from '#src/config/sections/slug.ts';
import { folded } from '#src/platform/text/fold-text.ts';

/** Where the names of a dealer's stock are asked for. */
export const SUGGESTIONS_PATH = '/api/suggestions';

/** A name of something in stock, how many vehicles have it, and other words it is found by. */
export type StockName = { name: string; count: number; also?: readonly string[] | undefined };

/** What the stock of a dealer can be found by, as the browser is sent it. */
export type StockNames = {
  /** The search of everything, which badges and body types refine. */
  path: string;
  makes: readonly (StockName & { models: readonly StockName[] })[];
  /** `values` are stored ones that share the name. */
  bodies: readonly (StockName & { values: readonly string[] })[];
  badges: readonly StockName[];
};

/** As shoppers read it. */
type SuggestionKind = 'Make' | 'Model' | 'Body type' | 'Badge';

type Suggestion = {
  kind: SuggestionKind;
  text: string;
  /** Of the make before the name of a model. */
  before: string;
  count: number;
  also: readonly string[];
  href: string;
};

const refined = (path: string, name: string, values: readonly string[]): string =>
  `${path}?${new URLSearchParams(values.map((value) => [name, value]))}`;

/** Each name with the address of its search. */
export function suggestionsOf({ path, makes, bodies, badges }: StockNames): Suggestion[] {
  const of = (kind: SuggestionKind, { name, count, also = [] }: StockName, href: string, make = '') => ({
    ...{ kind, count, also, href },
    text: make ? `${make} ${name}` : name,
    before: make,
  });
  return [
    ...makes.flatMap((make) => {
      const href = `/search/${slugOf(make.name)}`;
      return [
        of('Make', make, href),
        ...make.models.map((model) =>
          // Avoids "Mazda Mazda3".
          of(
            'Model',
            model,
            `${href}/${slugOf(model.name)}`,
            model.name.startsWith(make.name) ? '' : make.name,
          ),
        ),
      ];
    }),
    ...bodies.map((body) => of('Body type', body, refined(path, 'body', body.values))),
    ...badges.map((badge) => of('Badge', badge, refined(path, 'badge', [badge.name]))),
  ];
}

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
