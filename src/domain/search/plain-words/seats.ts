import { wholeNumber } from './amount.ts';
import { type Piece, startsWord } from './pieces.ts';
import { endOfWords, type Meaning, ways } from './word-meaning.ts';

const SEATS = ways('seat', 'seats', 'seater', 'seaters');
const AT_LEAST = ways('at least', 'min', 'minimum', 'no less than');
const OR_MORE = ways('or more', '+', 'plus', 'and up');
const MOST_SEATS = 100;

type Numbers = { from: number; to: number; end: number };

/** `7`, `7 or 8`, `5-7`, `seven`, with where they end. */
function readNumbers(pieces: readonly Piece[], at: number): (Numbers & { isEither: boolean }) | undefined {
  const first = wholeNumber(pieces[at]);
  if (first === undefined) return undefined;
  const next = pieces[at + 1];
  const isEither = next?.text === 'or';
  const isSpan = next?.text === 'to' || (next?.gap === 'hyphen' && next.value !== undefined);
  const second =
    isEither || isSpan ? wholeNumber(pieces[next.value === undefined ? at + 2 : at + 1]) : undefined;
  if (second === undefined) return { from: first, to: first, end: at + 1, isEither: false };
  return { from: first, to: second, end: next?.value === undefined ? at + 3 : at + 2, isEither };
}

function valuesOf(
  { from, to, isEither }: Numbers & { isEither: boolean },
  isOpen: boolean,
  stocked: readonly string[],
) {
  if (isOpen) return stocked.filter((value) => Number(value) >= from);
  const wanted = isEither
    ? [from, to]
    : Array.from({ length: Math.max(0, to - from + 1) }, (_, more) => from + more);
  const found = stocked.filter((value) => wanted.includes(Number(value)));
  // Both of "7 or 8" are in stock, or the words find nothing of the other.
  return isEither && found.length < 2 ? [] : found;
}

/** Reads `7 seater`, `seven seats`, `at least 7 seats`, `7 or 8 seater`, `seats 7`. */
export const createSeatsReader =
  (stocked: readonly string[]) =>
  (pieces: readonly Piece[], at: number): Meaning | undefined => {
    const least = endOfWords(pieces, at, AT_LEAST);
    const isBefore = pieces[at]?.text === 'seats' || pieces[at]?.text === 'seating';
    const numbers = readNumbers(pieces, isBefore ? at + 1 : (least ?? at));
    if (!numbers || numbers.to > MOST_SEATS) return undefined;
    const open = endOfWords(pieces, numbers.end, OR_MORE);
    const noun = isBefore ? numbers.end : endOfWords(pieces, open ?? numbers.end, SEATS);
    if (noun === undefined) return undefined;
    const openAfter = open === undefined ? endOfWords(pieces, noun, OR_MORE) : undefined;
    const to = openAfter ?? noun;
    if (!startsWord(pieces[to])) return undefined;
    const isOpen = least !== undefined || open !== undefined || openAfter !== undefined;
    const values = valuesOf(numbers, isOpen, stocked);
    return { from: at, to, ...(values.length > 0 && { lists: { seats: values } }) };
  };
