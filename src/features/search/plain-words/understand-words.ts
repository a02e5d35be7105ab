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
  type Piece,
  piecesOf,
  type Reader,
  type Refinements,
  startsWord,
  textOf,
} from './word-meaning.ts';

/** Facets a vehicle has several values of: two of them are wanted together, which a filter does not say. */
const MANY_OF_ONE: ReadonlySet<string> = new Set(['filtered_features', 'categories']);

const facetsOf = ({ lists = {}, ranges = {} }: Meaning) => [...Object.keys(lists), ...Object.keys(ranges)];
const shareList = (a: Meaning, b: Meaning) =>
  Object.keys(a.lists ?? {}).some((name) => Object.hasOwn(b.lists ?? {}, name));
/** The word between two values of one filter. */
const isOr = ({ lists }: Meaning) => lists !== undefined && Object.keys(lists).length === 0;
const toText = ({ from, to }: Meaning): Meaning => ({ from, to });

/** "red or blue" is one filter; "SUV or 7 seater" is none, and neither is anything else said of those facets. */
function settleOr(meanings: readonly Meaning[], pieces: readonly Piece[]): Meaning[] {
  const refused = new Set<string>();
  const ors: Meaning[] = [];
  pieces.forEach(({ text }, at) => {
    if (text !== 'or' || meanings.some(({ from, to }) => from <= at && at < to)) return;
    const left = meanings.find(({ to }) => to === at);
    const right = meanings.find(({ from }) => from === at + 1);
    if (left && right && shareList(left, right)) {
      ors.push({ from: at, to: at + 1, lists: {} });
      return;
    }
    for (const name of [left, right].flatMap((side) => (side ? facetsOf(side) : []))) refused.add(name);
  });
  const settled = meanings.map((one) =>
    facetsOf(one).some((name) => refused.has(name)) ? toText(one) : one,
  );
  return [...settled, ...ors].sort((a, b) => a.from - b.from);
}

function settleMany(meanings: readonly Meaning[], hasOr: boolean): Meaning[] {
  const crowded = [...MANY_OF_ONE].filter(
    (name) => meanings.filter(({ lists = {} }) => Object.hasOwn(lists, name)).length > 1,
  );
  if (hasOr) return [...meanings];
  return meanings.map((one) => (facetsOf(one).some((name) => crowded.includes(name)) ? toText(one) : one));
}

/**
 * Make and model belong together: a model of another make than the one that was typed or chosen stays text, and so
 * does a make that has none of the chosen models. Where "or" joins models, their makes say nothing more.
 */
function settleMakes(
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

/** The range two phrases say together, `over 10k` and `under 20k`; undefined where they contradict. */
function bothRanges(a: NumberRange, b: NumberRange): NumberRange | undefined {
  const isComplement = isOneEnd(a) && isOneEnd(b) && (a.min === null) !== (b.min === null);
  const both = { min: a.min ?? b.min, max: a.max ?? b.max };
  return isComplement && (both.min ?? 0) <= (both.max ?? 0) ? both : undefined;
}

/** What was chosen or said first of a range counts; what contradicts it stays text. */
function settleChosen(meanings: readonly Meaning[], { lists, ranges }: Refinements): Meaning[] {
  const said = new Map<string, NumberRange>();
  const isChosen = (name: string) => Object.hasOwn(lists, name) || Object.hasOwn(ranges, name);
  return meanings.map((one) => {
    for (const [name, range] of Object.entries(one.ranges ?? {})) {
      const before = said.get(name);
      const now = before ? bothRanges(before, range) : range;
      if (!now) return toText(one);
      said.set(name, now);
    }
    return facetsOf(one).some((name) => isChosen(name)) ? toText(one) : one;
  });
}

/**
 * Meanings that agree with one another; the others stay text.
 * @param chosen refinements the shopper has made by other means, which win
 */
function resolveConflicts(
  meanings: readonly Meaning[],
  pieces: readonly Piece[],
  stock: StockWords,
  chosen: Refinements,
): Meaning[] {
  const joined = settleOr(settleChosen(meanings, chosen), pieces);
  const hasOr = joined.some(isOr);
  const settled = settleMakes(settleMany(joined, hasOr), hasOr, stock, chosen.lists).filter(
    (one) => !isText(one),
  );
  return settled.filter(
    (one) =>
      !isOr(one) ||
      (settled.some(({ to }) => to === one.from) && settled.some(({ from }) => from === one.to)),
  );
}

/** Badges of each model that has any. */
export type Badges = Readonly<Record<string, readonly string[]>>;

/** The result for words: their places in the typed text, and the refinements they mean. */
export type UnderstoodPart = Refinements & { places: readonly { start: number; end: number }[] };

export type Understood = Refinements & {
  /** What stays text: words of the typed text in their order. */
  rest: string;
  parts: readonly UnderstoodPart[];
  /** A postcode or place the vehicle should be near to, and what stays text where that becomes a filter. */
  near?: { place: string; km: number | null; rest: string };
};

/** A longer text is no wish for a vehicle and stays as it is. */
const MOST_PIECES = 100;
const NONE: Refinements = { lists: {}, ranges: {} };

function partOf(pieces: readonly Piece[], { from, to, lists = {}, ranges = {} }: Meaning): UnderstoodPart {
  return { places: pieces.slice(from, to).map(({ start, end }) => ({ start, end })), lists, ranges };
}

function both(found: Refinements, { lists, ranges }: Refinements): Refinements {
  const allLists: Partial<Record<FacetName, readonly string[]>> = { ...found.lists };
  for (const [name, values] of Object.entries(lists) as [FacetName, readonly string[]][]) {
    allLists[name] = [...new Set([...(allLists[name] ?? []), ...values])].sort();
  }
  const allRanges: Partial<Record<FacetName, NumberRange>> = { ...found.ranges };
  for (const [name, range] of Object.entries(ranges) as [FacetName, NumberRange][]) {
    const before = allRanges[name];
    allRanges[name] = (before && bothRanges(before, range)) ?? range;
  }
  return { lists: allLists, ranges: allRanges };
}

/** Leaves pieces out; what follows a gap begins a word. */
function without(pieces: readonly Piece[], isOut: (at: number) => boolean): Piece[] {
  return pieces.flatMap((piece, at) =>
    isOut(at) ? [] : [at > 0 && isOut(at - 1) ? { ...piece, gap: 'apart' as const } : piece],
  );
}

/** Reads the meanings of all words, from left to right. */
function createScanner(stock: StockWords, year: number) {
  const lexicon = createLexicon(stock);
  const readSeats = createSeatsReader(stock.lists.seats ?? []);
  const readBounds = createBoundReader(stock.ranges, year);
  const readNumbers: Reader = (pieces, at) => readSeats(pieces, at) ?? readBounds(pieces, at);
  const readText = createTextReader(lexicon, readNumbers);
  const readName = createNameReader(lexicon);

  function readAt(pieces: readonly Piece[], at: number): Meaning | undefined {
    const number = readNumbers(pieces, at);
    if (number && !isText(number)) return longest(number, readName(pieces, at));
    return readText(pieces, at) ?? longest(number, readName(pieces, at));
  }

  return (pieces: readonly Piece[]): Meaning[] => {
    const meanings: Meaning[] = [];
    let at = 0;
    while (at < pieces.length) {
      const meaning = startsWord(pieces[at]) ? readAt(pieces, at) : undefined;
      if (meaning) meanings.push(meaning);
      at = meaning?.to ?? at + 1;
    }
    return meanings;
  };
}

/** Of a number phrase and a name, the longer; of equal ones the one that is a filter. */
function longest(number: Meaning | undefined, name: Meaning | undefined): Meaning | undefined {
  if (!number || !name) return number ?? name;
  const isNameBetter = name.to === number.to ? isText(number) : name.to > number.to;
  return isNameBetter ? name : number;
}

/** What is left once meanings are taken out, and fillers that belong to no text. */
function withoutKnown(
  pieces: readonly Piece[],
  known: readonly Meaning[],
  read: readonly Meaning[],
): Piece[] {
  const isIn = (meanings: readonly Meaning[], at: number) =>
    meanings.some(({ from, to }) => from <= at && at < to);
  const isFiller = (at: number) =>
    FILLERS.has(pieces[at]?.text ?? '') && startsWord(pieces[at]) && startsWord(pieces[at + 1]);
  return without(pieces, (at) => isIn(known, at) || (isFiller(at) && !isIn(read, at)));
}

/**
 * Makes a reader of what shoppers type at a dealer (SRCH-01): words become refinements by what is in stock, the rest
 * stays text. It never refines by what stock does not have, and reading the rest again finds nothing new.
 * @param year the present one
 */
export function createWordReader(stock: StockWords, year: number) {
  const scan = createScanner(stock, year);
  /**
   * @param chosen refinements the shopper has made by other means, which win
   * @param badges of the models in stock
   */
  return function understand(typed: string, chosen: Refinements = NONE, badges: Badges = {}): Understood {
    const all = piecesOf(typed);
    let pieces: readonly Piece[] = all.length > MOST_PIECES ? [] : all;
    const parts: UnderstoodPart[] = [];
    let found = NONE;
    let near: Meaning | undefined;
    for (;;) {
      const refined = both(chosen, found);
      const read = scan(pieces);
      near = read.find((one) => one.near !== undefined);
      const settled = resolveConflicts(read, pieces, stock, refined);
      const models = refined.lists.model ?? settled.flatMap(({ lists }) => lists?.model ?? []);
      const badged = refined.lists.badge ? [] : readBadges(pieces, read, models, badges);
      const known = [...settled, ...badged];
      if (known.length === 0) break;
      const newParts = known.map((meaning) => partOf(pieces, meaning));
      parts.push(...newParts);
      found = newParts.reduce<Refinements>(both, found);
      pieces = withoutKnown(pieces, known, read);
    }
    const nearBeside = (meaning: Meaning) => ({
      place: meaning.near ?? '',
      km: meaning.nearKm ?? null,
      rest: textOf(typed, withoutKnown(pieces, [meaning], []), all),
    });
    const rest = parts.length === 0 ? typed.replace(/\s+/g, ' ').trim() : textOf(typed, pieces, all);
    const shown = parts.filter(({ lists, ranges }) => Object.keys({ ...lists, ...ranges }).length > 0);
    return { ...found, rest, parts: shown, ...(near && { near: nearBeside(near) }) };
  };
}

export type WordReader = ReturnType<typeof createWordReader>;
