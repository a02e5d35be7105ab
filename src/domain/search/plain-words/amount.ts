import type { Piece } from './pieces.ts';
import { endOfWords, ways } from './word-meaning.ts';

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
