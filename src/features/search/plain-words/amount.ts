import { endOfWords, type Meaning, type Piece, startsWord, ways } from './word-meaning.ts';

/** A number as shoppers write it, `$45k`, `45 grand`, `80,000 km`, and what its unit says it counts. */
export type Amount = {
  value: number;
  /** Undefined where no unit says. */
  counts?: 'price' | 'km';
  /** Four digits and nothing else. */
  isBareYear: boolean;
  /** `20` of `20 to 30k`, whose thousands come later. */
  isSmall: boolean;
  /** Written with `k` or `thousand`. */
  inThousands: boolean;
  to: number;
};

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

const GRAND = ways('grand');
const DOLLARS = ways('dollars', 'dollar', 'bucks', 'aud');
const THOUSAND = ways('k', 'thousand', 'thou');
const KILOMETRES = ways(
  'km',
  'kms',
  'klm',
  'klms',
  'kilometre',
  'kilometres',
  'kilometer',
  'kilometers',
  'kays',
);
const MAX_AMOUNT = 10_000_000;

/** A whole number in figures or in a word. */
export function wholeNumber(piece: Piece | undefined): number | undefined {
  if (!piece) return undefined;
  const value =
    piece.value ?? (Object.hasOwn(NUMBER_WORDS, piece.text) ? NUMBER_WORDS[piece.text] : undefined);
  return value !== undefined && Number.isInteger(value) ? value : undefined;
}

/** `80 000`: thousands set apart by a space. */
function spacedThousands(pieces: readonly Piece[], at: number): number | undefined {
  const [first, second] = [pieces[at], pieces[at + 1]];
  const isSpaced =
    second?.gap === 'apart' && /^\d{3}$/.test(second.text) && /^[1-9]\d{0,2}$/.test(first?.text ?? '');
  return isSpaced ? Number(`${first?.text}${second?.text}`) : undefined;
}

export function readAmount(pieces: readonly Piece[], at: number): Amount | undefined {
  const hasDollar = pieces[at]?.text === '$';
  const first = hasDollar ? at + 1 : at;
  const piece = pieces[first];
  const spaced = spacedThousands(pieces, first);
  const number = spaced ?? piece?.value ?? wholeNumber(piece);
  if (!piece || number === undefined) return undefined;
  let to = first + (spaced === undefined ? 1 : 2);
  const grand = endOfWords(pieces, to, GRAND);
  const thousand = grand ?? endOfWords(pieces, to, THOUSAND);
  to = thousand ?? to;
  const dollars = endOfWords(pieces, to, DOLLARS);
  to = dollars ?? to;
  const isPrice = hasDollar || grand !== undefined || dollars !== undefined;
  const km = isPrice ? undefined : endOfWords(pieces, to, KILOMETRES);
  to = km ?? to;
  const value = Math.round(thousand === undefined ? number : number * 1000);
  if (value > MAX_AMOUNT || (piece.value === undefined && thousand === undefined)) return undefined;
  const isPlain = !isPrice && thousand === undefined && km === undefined && spaced === undefined;
  const counts = km !== undefined ? 'km' : isPrice ? 'price' : undefined;
  return {
    value,
    ...(counts && { counts }),
    isBareYear: isPlain && piece.end - piece.start === 4 && /^\d{4}$/.test(piece.text),
    isSmall: thousand === undefined && km === undefined && value < 1000,
    inThousands: thousand !== undefined,
    to,
  };
}

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
