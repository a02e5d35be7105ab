import { slugOf } from '#src/config/sections/slug.ts';
import { folded } from '#src/platform/text/fold-text.ts';

export const SUGGESTIONS_PATH = '/api/suggestions';

/** A name in stock with its vehicle count; `also` are other words that match it. */
export type StockName = { name: string; count: number; also?: readonly string[] | undefined };

/** The response of `GET /api/suggestions`. */
export type StockNames = {
  /** The search page that links of badges and body types refine. */
  path: string;
  makes: readonly (StockName & { models: readonly StockName[] })[];
  /** `values` are the stored values with this label. */
  bodies: readonly (StockName & { values: readonly string[] })[];
  badges: readonly StockName[];
};

/** Displayed. */
type SuggestionKind = 'Make' | 'Model' | 'Body type' | 'Badge';

type Suggestion = {
  kind: SuggestionKind;
  text: string;
  /** The make, if `text` begins with it. */
  before: string;
  count: number;
  also: readonly string[];
  href: string;
};

const refined = (path: string, name: string, values: readonly string[]): string =>
  `${path}?${new URLSearchParams(values.map((value) => [name, value]))}`;

export function suggestionsOf({ path, makes, bodies, badges }: StockNames): Suggestion[] {
  const toSuggestion = (
    kind: SuggestionKind,
    { name, count, also = [] }: StockName,
    href: string,
    make = '',
  ) => ({
    ...{ kind, count, also, href },
    text: make ? `${make} ${name}` : name,
    before: make,
  });
  return [
    ...makes.flatMap((make) => {
      const href = `/search/${slugOf(make.name)}`;
      return [
        toSuggestion('Make', make, href),
        ...make.models.map((model) =>
          // Avoids "Mazda Mazda3".
          toSuggestion(
            'Model',
            model,
            `${href}/${slugOf(model.name)}`,
            model.name.startsWith(make.name) ? '' : make.name,
          ),
        ),
      ];
    }),
    ...bodies.map((body) => toSuggestion('Body type', body, refined(path, 'body', body.values))),
    ...badges.map((badge) => toSuggestion('Badge', badge, refined(path, 'badge', [badge.name]))),
  ];
}

export const MAX_SUGGESTIONS = 8;
/** Kinds in display order, with the limit that applies while other kinds match too. */
const MAX_OF_KIND: Readonly<Record<SuggestionKind, number>> = {
  Make: 3,
  Model: 4,
  'Body type': 2,
  Badge: 2,
};
const KINDS = Object.keys(MAX_OF_KIND);

const MARKS = /\p{M}/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
/** Splits `LandCruiser` and `Mazda3` in two. */
const BREAKS = /[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

const wordsBy = (text: string, breaks: RegExp) =>
  text
    .split(breaks)
    .map((word) => folded(word).replace(MARKS, ''))
    .filter(Boolean);

/** `land cruiser` → `landcruiser`, `cruiser` */
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
  // A match with the make ranks above one within a name.
  if (whole[0]?.startsWith(typed) || [...own, ...also].some(begins)) return BEGINS_WORD;
  const hasAll = words.every((word) => whole.some((tail) => tail.startsWith(word)));
  return whole.some(begins) || hasAll ? HAS_ALL : undefined;
}

function limitByKind(ordered: readonly Suggestion[]): Suggestion[] {
  const isBest = ({ kind }: Suggestion, at: number) =>
    ordered.slice(0, at).filter((other) => other.kind === kind).length < MAX_OF_KIND[kind];
  const best = ordered.filter(isBest);
  const shown = [...new Set([...best, ...ordered])].slice(0, MAX_SUGGESTIONS);
  return ordered.filter((one) => shown.includes(one));
}

/**
 * Matches the prefix of any word, ignoring accents, spaces and hyphens: `cx5` matches CX-5, `landcruiser` Land Cruiser.
 * Best match first; an empty query matches nothing.
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
    return limitByKind(found.map(({ suggestion }) => suggestion));
  };
}
