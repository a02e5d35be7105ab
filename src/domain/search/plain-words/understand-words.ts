import type { FacetName } from '#src/config/sections/search.ts';
import type { NumberRange } from '../search-state.ts';
import { readBadges } from './badges.ts';
import { createBoundReader } from './bounds.ts';
import { createLexicon, type StockWords } from './lexicon.ts';
import { type Piece, piecesOf, startsWord, textOf } from './pieces.ts';
import { createSeatsReader } from './seats.ts';
import { bothRanges, settleMeanings } from './settle.ts';
import { createNameReader, createTextReader } from './text-readers.ts';
import { FILLERS } from './text-words.data.ts';
import type { Lists, Meaning, Ranges, Reader } from './word-meaning.ts';

/** Badges of each model that has any. */
export type Badges = Readonly<Record<string, readonly string[]>>;

/** What words became: places in the typed text, and the refinements they stand for. */
export type UnderstoodPart = {
  places: readonly { start: number; end: number }[];
  lists: Lists;
  ranges: Ranges;
};

export type Understood = {
  lists: Lists;
  ranges: Ranges;
  /** What stays text: words of the typed text in their order. */
  rest: string;
  parts: readonly UnderstoodPart[];
  /** A postcode or place the vehicle should be near to; its words stay text until distances are known. */
  near?: string;
};

/** A longer text is no wish for a vehicle and stays as it is. */
const MOST_PIECES = 100;
const NONE: ReadonlySet<FacetName> = new Set();

function partOf(pieces: readonly Piece[], { from, to, lists = {}, ranges = {} }: Meaning): UnderstoodPart {
  return { places: pieces.slice(from, to).map(({ start, end }) => ({ start, end })), lists, ranges };
}

function withPart(found: { lists: Lists; ranges: Ranges }, { lists, ranges }: UnderstoodPart) {
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

/**
 * Makes a reader of what shoppers type at a dealer (SRCH-01): words become refinements by what is in stock, the rest
 * stays text. It never refines by what stock does not have, and reading the rest again finds nothing new.
 * @param year the present one
 */
export function createWordReader(stock: StockWords, year: number) {
  const lexicon = createLexicon(stock);
  const readSeats = createSeatsReader(stock.lists.seats ?? []);
  const readBounds = createBoundReader(stock.ranges, year);
  const readNumbers: Reader = (pieces, at) => readSeats(pieces, at) ?? readBounds(pieces, at);
  const readText = createTextReader(lexicon, readNumbers);
  const readName = createNameReader(lexicon);

  function meaningsOf(pieces: readonly Piece[]): Meaning[] {
    const meanings: Meaning[] = [];
    let at = 0;
    while (at < pieces.length) {
      const isStart = startsWord(pieces[at]);
      const number = isStart ? readNumbers(pieces, at) : undefined;
      const text = isStart && !number?.ranges && !number?.lists ? readText(pieces, at) : undefined;
      const meaning = isStart ? (text ?? longest(number, readName(pieces, at))) : undefined;
      if (meaning) meanings.push(meaning);
      at = meaning?.to ?? at + 1;
    }
    return meanings;
  }

  /**
   * @param chosen facets the shopper has refined by other means, which win
   * @param badges of the models in stock
   */
  return function understand(
    typed: string,
    chosen: ReadonlySet<FacetName> = NONE,
    badges: Badges = {},
  ): Understood {
    const all = piecesOf(typed);
    let pieces: readonly Piece[] = all.length > MOST_PIECES ? [] : all;
    const parts: UnderstoodPart[] = [];
    let found: { lists: Lists; ranges: Ranges } = { lists: {}, ranges: {} };
    let near: string | undefined;
    for (;;) {
      const taken = new Set([...chosen, ...Object.keys({ ...found.lists, ...found.ranges })] as FacetName[]);
      const read = meaningsOf(pieces);
      near = read.find((one) => one.near !== undefined)?.near ?? near;
      const settled = settleMeanings(read, pieces, stock, taken);
      const models = found.lists.model ?? settled.flatMap(({ lists }) => lists?.model ?? []);
      const meanings = [...settled, ...readBadges(pieces, read, models, taken, badges)];
      if (meanings.length === 0) break;
      const isKnown = (at: number) => meanings.some(({ from, to }) => from <= at && at < to);
      const isHeld = (at: number) => !isKnown(at) && read.some(({ from, to }) => from <= at && at < to);
      for (const meaning of meanings) {
        const part = partOf(pieces, meaning);
        parts.push(part);
        found = withPart(found, part);
      }
      const now = pieces;
      const isFiller = (at: number) =>
        FILLERS.has(now[at]?.text ?? '') && startsWord(now[at]) && startsWord(now[at + 1]);
      pieces = without(now, (at) => isKnown(at) || (!isHeld(at) && isFiller(at)));
    }
    const rest = parts.length === 0 ? typed.replace(/\s+/g, ' ').trim() : textOf(typed, pieces, all);
    const shown = parts.filter(({ lists, ranges }) => Object.keys({ ...lists, ...ranges }).length > 0);
    return { ...found, rest, parts: shown, ...(near !== undefined && { near }) };
  };
}

export type WordReader = ReturnType<typeof createWordReader>;

/** Of a number phrase that stays text and a name, whichever says more. */
function longest(number: Meaning | undefined, name: Meaning | undefined): Meaning | undefined {
  if (!number || !name) return number ?? name;
  const isNamed = name.lists !== undefined && number.lists === undefined && number.ranges === undefined;
  return name.to > number.to || (isNamed && name.to >= number.to) ? name : number;
}
