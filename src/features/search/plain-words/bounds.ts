import { type Amount, readAmount, wholeNumber } from './amount.ts';
import {
  APPROXIMATE,
  BOUNDS_AFTER,
  BOUNDS_BEFORE,
  type Bound,
  FIELD_WORDS,
  MEASURES,
  OTHER_UNITS,
  PER,
  UNIT_COMPANIONS,
  UNTIL,
} from './bound-words.data.ts';
import { endOfWords, type Meaning, startsWord, type Token, variants } from './word-meaning.ts';

type Field = 'price' | 'km' | 'year';
type Tokens = readonly Token[];

const FIRST_YEAR = 1950;
/** A smaller amount is taken for a repayment. */
const MIN_PRICE = 500;
/** A number without `$` or a unit is taken for a price only between these; larger ones may be kilometres. */
const MIN_IMPLIED = 1000;
const MAX_IMPLIED = 100_000;

const YEARS_OLD = variants('years old', 'year old', 'yrs old', 'yr old', 'yo', 'years of age');
const OR_YOUNGER = variants('or less', 'or newer', 'or younger', 'or under');
const AT_MOST_AGED = variants('under', 'less than', 'less then', 'max', 'maximum', 'up to', 'at most', '<');
const NO_OLDER = variants('no older than', 'not older than', 'newer than', 'younger than');
const YEAR_NOUNS: ReadonlySet<string> = new Set(['year', 'build', 'built', 'plate']);
const YEARS = variants('years', 'yrs', 'years old', 'yrs old');

function boundAt(
  tokens: Tokens,
  at: number,
  bounds: readonly Bound[],
): { bound: Bound; to: number } | undefined {
  let longest: { bound: Bound; to: number } | undefined;
  for (const bound of bounds) {
    const to = endOfWords(tokens, at, bound.ways);
    if (to !== undefined && to > (longest?.to ?? at)) longest = { bound, to };
  }
  return longest;
}

const fieldAt = (tokens: Tokens, at: number): Field | undefined => {
  const text = tokens[at]?.text ?? '';
  return Object.hasOwn(FIELD_WORDS, text) ? FIELD_WORDS[text] : undefined;
};

const isYearLike = ({ isBareYear, value }: Amount, lastYear: number) =>
  isBareYear && value >= FIRST_YEAR && value <= lastYear;

/** The end of a unit other than price, kilometres or years, with the words that follow it; undefined if there is none. */
function endOfOtherUnit(tokens: Tokens, { to, isBareYear, counts }: Amount): number | undefined {
  const unit = PER.has(tokens[to]?.text ?? '') ? to + 1 : to;
  const { text = '', gap } = tokens[unit] ?? {};
  // A single letter is a unit only directly after the number.
  const isMeasure = MEASURES.has(text) && (text.length > 1 || gap === 'none');
  const isRange = counts === 'km' && text === 'range';
  if (!isMeasure && !isRange && (isBareYear || !OTHER_UNITS.has(text))) return undefined;
  let end = unit + 1;
  while (UNIT_COMPANIONS.has(tokens[end]?.text ?? '')) end += 1;
  return end;
}

/** The field the amounts refer to; undefined if ambiguous. */
function fieldOf(
  amounts: readonly Amount[],
  stated: Field | undefined,
  bound: Pick<Bound, 'year'>,
  lastYear: number,
): Field | undefined {
  const named = new Set(
    [stated, ...amounts.map(({ counts }) => counts)].filter((field) => field !== undefined),
  );
  const [field] = named;
  if (
    named.size > 1 ||
    (field === undefined && bound.year === 'only' && amounts.some((one) => !one.isBareYear))
  )
    return undefined;
  const values = amounts.map(({ value }) => value);
  const isYears = amounts.every((one) => isYearLike(one, lastYear));
  if (field === 'km') return bound.year === 'only' ? undefined : field;
  if (field === 'price') return bound.year !== 'only' && Math.min(...values) >= MIN_PRICE ? field : undefined;
  if (field === 'year') return isYears ? field : undefined;
  if (amounts.some((one) => isYearLike(one, lastYear)))
    return isYears && bound.year !== 'never' ? 'year' : undefined;
  if (bound.year === 'only') return undefined;
  return values.every((value) => value >= MIN_IMPLIED && value < MAX_IMPLIED) ? 'price' : undefined;
}

/** `between 20 and 30k`, `2015-2018`, `$20,000 to $30,000`. */
function readPair(
  tokens: Tokens,
  at: number,
): { amounts: [Amount, Amount]; hasOpener: boolean; to: number } | undefined {
  const opener = endOfWords(tokens, at, variants('between', 'from'));
  const isBetween = tokens[at]?.text === 'between';
  const first = readAmount(tokens, opener ?? at);
  if (!first) return undefined;
  const next = tokens[first.to];
  const isJoined = next?.gap === 'hyphen' || next?.gap === 'dash';
  const word = next?.text === 'to' || (isBetween && next?.text === 'and');
  if (!word && !isJoined) return undefined;
  const second = readAmount(tokens, word ? first.to + 1 : first.to);
  if (!second) return undefined;
  const low =
    first.isSmall && second.inThousands && !first.inThousands
      ? { ...first, value: first.value * 1000 }
      : first;
  return { amounts: [low, second], hasOpener: opener !== undefined, to: second.to };
}

/** An ambiguous phrase stays text as a whole. */
const asText = (from: number, to: number): Meaning => ({ from, to });

/**
 * Parses bounds of price, year and kilometres.
 * @param year the current year
 */
export function createBoundReader(stocked: readonly string[], year: number) {
  const lastYear = year + 1;

  function rangeMeaning(
    tokens: Tokens,
    [from, to]: readonly [number, number],
    amount: Amount | undefined,
    field: Field | undefined,
    range: { min: number | null; max: number | null },
  ): Meaning {
    const other = amount && endOfOtherUnit(tokens, { ...amount, to });
    if (other !== undefined) return asText(from, other);
    const isAway = field === 'km' && ['of', 'from', 'away'].includes(tokens[to]?.text ?? '');
    const isCrossed = range.min !== null && range.max !== null && range.min > range.max;
    if (!field || isAway || isCrossed || !stocked.includes(field) || !startsWord(tokens[to]))
      return asText(from, to);
    return { from, to, ranges: { [field]: range } };
  }

  function readAge(tokens: Tokens, at: number): Meaning | undefined {
    const bound = endOfWords(tokens, at, AT_MOST_AGED);
    const older = endOfWords(tokens, at, NO_OLDER);
    const number = older ?? bound ?? at;
    const age = wholeNumber(tokens[number]);
    if (age === undefined || age > 50) return undefined;
    const to = endOfWords(tokens, number + 1, older === undefined ? YEARS_OLD : YEARS);
    const end =
      to !== undefined && bound === undefined && older === undefined
        ? endOfWords(tokens, to, OR_YOUNGER)
        : to;
    return end === undefined
      ? undefined
      : rangeMeaning(tokens, [at, end], undefined, 'year', { min: year - age, max: null });
  }

  function readRange(tokens: Tokens, at: number): Meaning | undefined {
    const stated = fieldAt(tokens, at);
    const pair = readPair(tokens, stated ? at + 1 : at);
    if (!pair) return undefined;
    const [low, high] = pair.amounts;
    const field = fieldOf(pair.amounts, stated, { year: 'also' }, lastYear);
    const isNumbersOfAName =
      !field && !pair.hasOpener && low.counts === undefined && high.counts === undefined;
    if (isNumbersOfAName) return undefined;
    return rangeMeaning(tokens, [at, pair.to], high, field, { min: low.value, max: high.value });
  }

  function rangeBy({ end, excludesYear }: Bound, field: Field | undefined, value: number) {
    const step = excludesYear && field === 'year' ? 1 : 0;
    return end === 'max' ? { min: null, max: value - step } : { min: value + step, max: null };
  }

  function readBounded(tokens: Tokens, at: number): Meaning | undefined {
    let to = at;
    let stated = fieldAt(tokens, to);
    if (stated) to += 1;
    let before = boundAt(tokens, to, BOUNDS_BEFORE);
    to = before?.to ?? to;
    const statedAfter = before && fieldAt(tokens, to);
    if (statedAfter) {
      stated = statedAfter;
      to += 1;
      const again = boundAt(tokens, to, BOUNDS_BEFORE);
      if (again) {
        before = again;
        to = again.to;
      }
    }
    const amount = readAmount(tokens, to);
    if (!amount) return undefined;
    const found = boundAt(tokens, amount.to, BOUNDS_AFTER);
    // "max 100,000 km max $20,000": the second "max" belongs to the second amount.
    const after = found && readAmount(tokens, found.to) === undefined ? found : undefined;
    const bound = before?.bound ?? after?.bound;
    if (!bound) return undefined;
    // "from 2019 onwards" has two words for one bound.
    const isAgreed = !before || !after || before.bound.end === after.bound.end;
    const end = isAgreed && after ? after.to : amount.to;
    const year = before && after && isAgreed ? { year: after.bound.year } : bound;
    const field = fieldOf([amount], stated, year, lastYear);
    return rangeMeaning(tokens, [at, end], amount, field, rangeBy(bound, field, amount.value));
  }

  function readAlone(tokens: Tokens, at: number): Meaning | undefined {
    const about = endOfWords(tokens, at, APPROXIMATE) ?? endOfWords(tokens, at, UNTIL);
    const stated = fieldAt(tokens, at);
    const amount = readAmount(tokens, about ?? (stated === 'year' ? at + 1 : at));
    if (!amount) return undefined;
    const other = endOfOtherUnit(tokens, amount);
    if (other !== undefined) return asText(at, other);
    if (about !== undefined || amount.counts !== undefined) return asText(at, amount.to);
    const to = YEAR_NOUNS.has(tokens[amount.to]?.text ?? '') ? amount.to + 1 : amount.to;
    if (!isYearLike(amount, lastYear) || !startsWord(tokens[to]) || !stocked.includes('year'))
      return undefined;
    return { from: at, to, ranges: { year: { min: amount.value, max: amount.value } } };
  }

  return (tokens: Tokens, at: number): Meaning | undefined =>
    readAge(tokens, at) ?? readRange(tokens, at) ?? readBounded(tokens, at) ?? readAlone(tokens, at);
}
