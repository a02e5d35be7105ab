import { endOfWords, type Meaning, startsWord, type Token, variants } from './word-meaning.ts';

/** A number as people write it: `$45k`, `45 grand`, `80,000 km`. */
export type Amount = {
  value: number;
  /** Undefined without a unit. */
  counts?: 'price' | 'km';
  /** Exactly four digits. */
  isBareYear: boolean;
  /** `20` in `20 to 30k`, whose unit follows the second number. */
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

const GRAND = variants('grand');
const DOLLARS = variants('dollars', 'dollar', 'bucks', 'aud');
const THOUSAND = variants('k', 'thousand', 'thou');
const KILOMETRES = variants(
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

/** Parses digits or a word such as `seven`. */
export function wholeNumber(token: Token | undefined): number | undefined {
  if (!token) return undefined;
  const value =
    token.value ?? (Object.hasOwn(NUMBER_WORDS, token.text) ? NUMBER_WORDS[token.text] : undefined);
  return value !== undefined && Number.isInteger(value) ? value : undefined;
}

/** `80 000` */
function spacedThousands(tokens: readonly Token[], at: number): number | undefined {
  const [first, second] = [tokens[at], tokens[at + 1]];
  const isSpaced =
    second?.gap === 'apart' && /^\d{3}$/.test(second.text) && /^[1-9]\d{0,2}$/.test(first?.text ?? '');
  return isSpaced ? Number(`${first?.text}${second?.text}`) : undefined;
}

export function readAmount(tokens: readonly Token[], at: number): Amount | undefined {
  const hasDollar = tokens[at]?.text === '$';
  const first = hasDollar ? at + 1 : at;
  const token = tokens[first];
  const spaced = spacedThousands(tokens, first);
  const number = spaced ?? token?.value ?? wholeNumber(token);
  if (!token || number === undefined) return undefined;
  let to = first + (spaced === undefined ? 1 : 2);
  const grand = endOfWords(tokens, to, GRAND);
  const thousand = grand ?? endOfWords(tokens, to, THOUSAND);
  to = thousand ?? to;
  const dollars = endOfWords(tokens, to, DOLLARS);
  to = dollars ?? to;
  const isPrice = hasDollar || grand !== undefined || dollars !== undefined;
  const km = isPrice ? undefined : endOfWords(tokens, to, KILOMETRES);
  to = km ?? to;
  const value = Math.round(thousand === undefined ? number : number * 1000);
  if (value > MAX_AMOUNT || (token.value === undefined && thousand === undefined)) return undefined;
  const isPlain = !isPrice && thousand === undefined && km === undefined && spaced === undefined;
  const counts = km !== undefined ? 'km' : isPrice ? 'price' : undefined;
  return {
    value,
    ...(counts && { counts }),
    isBareYear: isPlain && token.end - token.start === 4 && /^\d{4}$/.test(token.text),
    isSmall: thousand === undefined && km === undefined && value < 1000,
    inThousands: thousand !== undefined,
    to,
  };
}

const SEATS = variants('seat', 'seats', 'seater', 'seaters');
const AT_LEAST = variants('at least', 'min', 'minimum', 'no less than');
const OR_MORE = variants('or more', '+', 'plus', 'and up');
const MAX_SEATS = 100;

type Numbers = { from: number; to: number; end: number };

/** `7`, `7 or 8`, `5-7`, `seven` */
function readNumbers(tokens: readonly Token[], at: number): (Numbers & { isEither: boolean }) | undefined {
  const first = wholeNumber(tokens[at]);
  if (first === undefined) return undefined;
  const next = tokens[at + 1];
  const isEither = next?.text === 'or';
  const isSpan = next?.text === 'to' || (next?.gap === 'hyphen' && next.value !== undefined);
  const second =
    isEither || isSpan ? wholeNumber(tokens[next.value === undefined ? at + 2 : at + 1]) : undefined;
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
  // "7 or 8" becomes a filter only if both are in stock; otherwise the words stay text.
  return isEither && found.length < 2 ? [] : found;
}

/** Reads `7 seater`, `seven seats`, `at least 7 seats`, `7 or 8 seater`, `seats 7`. */
export const createSeatsReader =
  (stocked: readonly string[]) =>
  (tokens: readonly Token[], at: number): Meaning | undefined => {
    const atLeast = endOfWords(tokens, at, AT_LEAST);
    const isBefore = tokens[at]?.text === 'seats' || tokens[at]?.text === 'seating';
    const numbers = readNumbers(tokens, isBefore ? at + 1 : (atLeast ?? at));
    if (!numbers || numbers.to > MAX_SEATS) return undefined;
    const open = endOfWords(tokens, numbers.end, OR_MORE);
    const noun = isBefore ? numbers.end : endOfWords(tokens, open ?? numbers.end, SEATS);
    if (noun === undefined) return undefined;
    const openAfter = open === undefined ? endOfWords(tokens, noun, OR_MORE) : undefined;
    const to = openAfter ?? noun;
    if (!startsWord(tokens[to])) return undefined;
    const isOpen = atLeast !== undefined || open !== undefined || openAfter !== undefined;
    const values = valuesOf(numbers, isOpen, stocked);
    return { from: at, to, ...(values.length > 0 && { lists: { seats: values } }) };
  };
