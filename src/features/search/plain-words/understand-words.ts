import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { NumberRange } from '#src/features/search/search-state.ts';
import { createSeatsReader } from './amount.ts';
import { createBoundReader } from './bounds.ts';
import { createLexicon, type StockWords } from './lexicon.ts';
import { FILLERS } from './lexicon-words.data.ts';
import { createNameReader, createTextReader, readBadges } from './text-readers.ts';
import {
  isText,
  type Lists,
  type Meaning,
  type Reader,
  type Refinements,
  startsWord,
  type Token,
  textOf,
  tokenize,
} from './word-meaning.ts';

/** Multi-valued facets: two values in a query mean both, but a filter joins them by OR. */
const MULTI_VALUED: ReadonlySet<string> = new Set(['filtered_features', 'categories']);

const facetsOf = ({ lists = {}, ranges = {} }: Meaning) => [...Object.keys(lists), ...Object.keys(ranges)];
const shareList = (a: Meaning, b: Meaning) =>
  Object.keys(a.lists ?? {}).some((name) => Object.hasOwn(b.lists ?? {}, name));
const isOr = ({ lists }: Meaning) => lists !== undefined && Object.keys(lists).length === 0;
const toText = ({ from, to }: Meaning): Meaning => ({ from, to });

/** "red or blue" is one filter. "SUV or 7 seater" is none, so all words for those facets stay text. */
function resolveOr(meanings: readonly Meaning[], tokens: readonly Token[]): Meaning[] {
  const refused = new Set<string>();
  const ors: Meaning[] = [];
  tokens.forEach(({ text }, at) => {
    if (text !== 'or' || meanings.some(({ from, to }) => from <= at && at < to)) return;
    const left = meanings.find(({ to }) => to === at);
    const right = meanings.find(({ from }) => from === at + 1);
    if (left && right && shareList(left, right)) {
      ors.push({ from: at, to: at + 1, lists: {} });
      return;
    }
    for (const name of [left, right].flatMap((side) => (side ? facetsOf(side) : []))) refused.add(name);
  });
  const resolved = meanings.map((one) =>
    facetsOf(one).some((name) => refused.has(name)) ? toText(one) : one,
  );
  return [...resolved, ...ors].sort((a, b) => a.from - b.from);
}

function resolveMultiValued(meanings: readonly Meaning[], hasOr: boolean): Meaning[] {
  const repeated = [...MULTI_VALUED].filter(
    (name) => meanings.filter(({ lists = {} }) => Object.hasOwn(lists, name)).length > 1,
  );
  if (hasOr) return [...meanings];
  return meanings.map((one) => (facetsOf(one).some((name) => repeated.includes(name)) ? toText(one) : one));
}

/**
 * A model of a make other than the typed or selected one stays text, as does a make with none of the selected models.
 * Where "or" joins models, their makes are dropped.
 */
function resolveMakes(
  meanings: readonly Meaning[],
  hasOr: boolean,
  { models }: StockWords,
  chosen: Lists,
): Meaning[] {
  const makesOf = (model: string) => models.filter((one) => one.model === model).map(({ make }) => make);
  const typed = new Set(meanings.flatMap(({ lists }) => lists?.make ?? []));
  const makes = new Set([...typed, ...(chosen.make ?? [])]);
  const chosenMakes = (chosen.model ?? []).flatMap(makesOf);
  const isOther = ({ lists }: Meaning) =>
    makes.size > 0 && (lists?.model ?? []).some((model) => !makesOf(model).some((make) => makes.has(make)));
  const isWithout = ({ lists }: Meaning) =>
    chosen.model !== undefined && (lists?.make ?? []).some((make) => !chosenMakes.includes(make));
  if (!hasOr || chosen.make || !meanings.some(isOther)) {
    return meanings.map((one) => (isOther(one) || isWithout(one) ? toText(one) : one));
  }
  const joined = meanings.flatMap(({ lists }) => lists?.model ?? []).flatMap(makesOf);
  const isNamedByModels = [...typed].every((make) => joined.includes(make));
  return meanings.map((one) => {
    if (!isNamedByModels) return one.lists?.make || one.lists?.model ? toText(one) : one;
    const { make: _, ...lists } = one.lists ?? {};
    return one.lists ? { ...one, lists } : one;
  });
}

const isOneEnd = ({ min, max }: NumberRange) => (min === null) !== (max === null);

/** The range of two phrases, `over 10k` and `under 20k`; undefined if they conflict. */
function mergeRanges(a: NumberRange, b: NumberRange): NumberRange | undefined {
  const isComplement = isOneEnd(a) && isOneEnd(b) && (a.min === null) !== (b.min === null);
  const both = { min: a.min ?? b.min, max: a.max ?? b.max };
  return isComplement && (both.min ?? 0) <= (both.max ?? 0) ? both : undefined;
}

/** The selected or first typed range takes precedence; conflicting phrases stay text. */
function resolveRanges(meanings: readonly Meaning[], { lists, ranges }: Refinements): Meaning[] {
  const merged = new Map<string, NumberRange>();
  const isChosen = (name: string) => Object.hasOwn(lists, name) || Object.hasOwn(ranges, name);
  return meanings.map((one) => {
    for (const [name, range] of Object.entries(one.ranges ?? {})) {
      const before = merged.get(name);
      const combined = before ? mergeRanges(before, range) : range;
      if (!combined) return toText(one);
      merged.set(name, combined);
    }
    return facetsOf(one).some((name) => isChosen(name)) ? toText(one) : one;
  });
}

/**
 * Drops conflicting meanings; their words stay text.
 * @param chosen refinements already selected, which take precedence
 */
function resolveConflicts(
  meanings: readonly Meaning[],
  tokens: readonly Token[],
  stock: StockWords,
  chosen: Refinements,
): Meaning[] {
  const joined = resolveOr(resolveRanges(meanings, chosen), tokens);
  const hasOr = joined.some(isOr);
  const resolved = resolveMakes(resolveMultiValued(joined, hasOr), hasOr, stock, chosen.lists).filter(
    (one) => !isText(one),
  );
  return resolved.filter(
    (one) =>
      !isOr(one) ||
      (resolved.some(({ to }) => to === one.from) && resolved.some(({ from }) => from === one.to)),
  );
}

/** Badges of each model that has any. */
export type Badges = Readonly<Record<string, readonly string[]>>;

/** A phrase with its offsets in the query, and its refinements. */
export type UnderstoodPart = Refinements & { places: readonly { start: number; end: number }[] };

export type Understood = Refinements & {
  /** The words that stay text, in order. */
  rest: string;
  parts: readonly UnderstoodPart[];
  /** A postcode or place to search around; `rest` is the text without it. */
  near?: { place: string; km: number | null; rest: string };
};

/** A longer query stays text. */
const MAX_TOKENS = 100;
const NONE: Refinements = { lists: {}, ranges: {} };

function partOf(tokens: readonly Token[], { from, to, lists = {}, ranges = {} }: Meaning): UnderstoodPart {
  return { places: tokens.slice(from, to).map(({ start, end }) => ({ start, end })), lists, ranges };
}

function mergeRefinements(found: Refinements, { lists, ranges }: Refinements): Refinements {
  const allLists: Partial<Record<FacetName, readonly string[]>> = { ...found.lists };
  for (const [name, values] of Object.entries(lists) as [FacetName, readonly string[]][]) {
    allLists[name] = [...new Set([...(allLists[name] ?? []), ...values])].sort();
  }
  const allRanges: Partial<Record<FacetName, NumberRange>> = { ...found.ranges };
  for (const [name, range] of Object.entries(ranges) as [FacetName, NumberRange][]) {
    const before = allRanges[name];
    allRanges[name] = (before && mergeRanges(before, range)) ?? range;
  }
  return { lists: allLists, ranges: allRanges };
}

/** Removes tokens; the token after a removed one starts a word. */
function without(tokens: readonly Token[], isOut: (at: number) => boolean): Token[] {
  return tokens.flatMap((token, at) =>
    isOut(at) ? [] : [at > 0 && isOut(at - 1) ? { ...token, gap: 'apart' as const } : token],
  );
}

function createScanner(stock: StockWords, year: number) {
  const lexicon = createLexicon(stock);
  const readSeats = createSeatsReader(stock.lists.seats ?? []);
  const readBounds = createBoundReader(stock.ranges, year);
  const readNumbers: Reader = (tokens, at) => readSeats(tokens, at) ?? readBounds(tokens, at);
  const readText = createTextReader(lexicon, readNumbers);
  const readName = createNameReader(lexicon);

  function readAt(tokens: readonly Token[], at: number): Meaning | undefined {
    const number = readNumbers(tokens, at);
    if (number && !isText(number)) return longest(number, readName(tokens, at));
    return readText(tokens, at) ?? longest(number, readName(tokens, at));
  }

  return (tokens: readonly Token[]): Meaning[] => {
    const meanings: Meaning[] = [];
    let at = 0;
    while (at < tokens.length) {
      const meaning = startsWord(tokens[at]) ? readAt(tokens, at) : undefined;
      if (meaning) meanings.push(meaning);
      at = meaning?.to ?? at + 1;
    }
    return meanings;
  };
}

/** The longer of a number phrase and a name; at equal length the one that is a filter. */
function longest(number: Meaning | undefined, name: Meaning | undefined): Meaning | undefined {
  if (!number || !name) return number ?? name;
  const isNameBetter = name.to === number.to ? isText(number) : name.to > number.to;
  return isNameBetter ? name : number;
}

/** The tokens without those of `removed` meanings and without filler words outside any meaning. */
function withoutMeanings(
  tokens: readonly Token[],
  removed: readonly Meaning[],
  read: readonly Meaning[],
): Token[] {
  const isIn = (meanings: readonly Meaning[], at: number) =>
    meanings.some(({ from, to }) => from <= at && at < to);
  const isFiller = (at: number) =>
    FILLERS.has(tokens[at]?.text ?? '') && startsWord(tokens[at]) && startsWord(tokens[at + 1]);
  return without(tokens, (at) => isIn(removed, at) || (isFiller(at) && !isIn(read, at)));
}

/**
 * SRCH-01: creates a parser that turns query words into refinements, based on the stock; the rest stays text. It never
 * refines by values not in stock, and parsing the rest again yields no further refinements.
 * @param year the current year
 */
export function createWordReader(stock: StockWords, year: number) {
  const scan = createScanner(stock, year);
  /**
   * @param chosen refinements already selected, which take precedence
   * @param badges by model
   */
  return function understand(typed: string, chosen: Refinements = NONE, badges: Badges = {}): Understood {
    const all = tokenize(typed);
    let tokens: readonly Token[] = all.length > MAX_TOKENS ? [] : all;
    const parts: UnderstoodPart[] = [];
    let found = NONE;
    let near: Meaning | undefined;
    for (;;) {
      const refined = mergeRefinements(chosen, found);
      const read = scan(tokens);
      near = read.find((one) => one.near !== undefined);
      const resolved = resolveConflicts(read, tokens, stock, refined);
      const models = refined.lists.model ?? resolved.flatMap(({ lists }) => lists?.model ?? []);
      const badged = refined.lists.badge ? [] : readBadges(tokens, read, models, badges);
      const recognised = [...resolved, ...badged];
      if (recognised.length === 0) break;
      const newParts = recognised.map((meaning) => partOf(tokens, meaning));
      parts.push(...newParts);
      found = newParts.reduce<Refinements>(mergeRefinements, found);
      tokens = withoutMeanings(tokens, recognised, read);
    }
    const nearMeaning = (meaning: Meaning) => ({
      place: meaning.near ?? '',
      km: meaning.nearKm ?? null,
      rest: textOf(typed, withoutMeanings(tokens, [meaning], []), all),
    });
    const rest = parts.length === 0 ? typed.replace(/\s+/g, ' ').trim() : textOf(typed, tokens, all);
    const shown = parts.filter(({ lists, ranges }) => Object.keys({ ...lists, ...ranges }).length > 0);
    return { ...found, rest, parts: shown, ...(near && { near: nearMeaning(near) }) };
  };
}

export type WordReader = ReturnType<typeof createWordReader>;
