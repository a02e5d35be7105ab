import type { FacetName } from '#src/config/sections/search.ts';
import type { NumberRange } from '../search-state.ts';
import { readBadges } from './badges.ts';
import { createBoundReader } from './bounds.ts';
import { createLexicon, type StockWords } from './lexicon.ts';
import { type Piece, piecesOf, startsWord, textOf } from './pieces.ts';
import { createSeatsReader } from './seats.ts';
import { bothRanges, resolveConflicts } from './settle.ts';
import { createNameReader, createTextReader } from './text-readers.ts';
import { FILLERS } from './text-words.data.ts';
import { isText, type Meaning, type Reader, type Refinements } from './word-meaning.ts';

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
