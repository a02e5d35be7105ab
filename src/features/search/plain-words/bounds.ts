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
import { endOfWords, type Meaning, type Piece, startsWord, ways } from './word-meaning.ts';

type Field = 'price' | 'km' | 'year';
type Pieces = readonly Piece[];

const FIRST_YEAR = 1950;
/** No vehicle costs less; a smaller sum is an instalment. */
const LEAST_PRICE = 500;
/** Without `$` or a unit: below it no price is meant, from it on kilometres may be. */
const MIN_IMPLIED = 1000;
const MAX_IMPLIED = 100_000;

const YEARS_OLD = ways('years old', 'year old', 'yrs old', 'yr old', 'yo', 'years of age');
const OR_YOUNGER = ways('or less', 'or newer', 'or younger', 'or under');
const AT_MOST_AGED = ways('under', 'less than', 'less then', 'max', 'maximum', 'up to', 'at most', '<');
const NO_OLDER = ways('no older than', 'not older than', 'newer than', 'younger than');
const YEAR_NOUNS: ReadonlySet<string> = new Set(['year', 'build', 'built', 'plate']);
const YEARS = ways('years', 'yrs', 'years old', 'yrs old');

function boundAt(
  pieces: Pieces,
  at: number,
  bounds: readonly Bound[],
): { bound: Bound; to: number } | undefined {
  let longest: { bound: Bound; to: number } | undefined;
  for (const bound of bounds) {
    const to = endOfWords(pieces, at, bound.ways);
    if (to !== undefined && to > (longest?.to ?? at)) longest = { bound, to };
  }
  return longest;
}

const fieldAt = (pieces: Pieces, at: number): Field | undefined => {
  const text = pieces[at]?.text ?? '';
  return Object.hasOwn(FIELD_WORDS, text) ? FIELD_WORDS[text] : undefined;
};

const isYearLike = ({ isBareYear, value }: Amount, lastYear: number) =>
  isBareYear && value >= FIRST_YEAR && value <= lastYear;

/** Where a unit that is none of ours ends, with what goes on from it; undefined where none begins. */
function endOfOtherUnit(pieces: Pieces, { to, isBareYear, counts }: Amount): number | undefined {
  const unit = PER.has(pieces[to]?.text ?? '') ? to + 1 : to;
  const { text = '', gap } = pieces[unit] ?? {};
  // One letter is a unit only where the number touches it.
  const isMeasure = MEASURES.has(text) && (text.length > 1 || gap === 'none');
  const isRange = counts === 'km' && text === 'range';
  if (!isMeasure && !isRange && (isBareYear || !OTHER_UNITS.has(text))) return undefined;
  let end = unit + 1;
  while (UNIT_COMPANIONS.has(pieces[end]?.text ?? '')) end += 1;
  return end;
}

/** What numbers count, where it is sure. */
function fieldOf(
  amounts: readonly Amount[],
  said: Field | undefined,
  bound: Pick<Bound, 'year'>,
  lastYear: number,
): Field | undefined {
  const named = new Set(
    [said, ...amounts.map(({ counts }) => counts)].filter((field) => field !== undefined),
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
  if (field === 'price')
    return bound.year !== 'only' && Math.min(...values) >= LEAST_PRICE ? field : undefined;
  if (field === 'year') return isYears ? field : undefined;
  if (amounts.some((one) => isYearLike(one, lastYear)))
    return isYears && bound.year !== 'never' ? 'year' : undefined;
  if (bound.year === 'only') return undefined;
  return values.every((value) => value >= MIN_IMPLIED && value < MAX_IMPLIED) ? 'price' : undefined;
}

/** `between 20 and 30k`, `2015-2018`, `$20,000 to $30,000`. */
function readPair(
  pieces: Pieces,
  at: number,
): { amounts: [Amount, Amount]; isSaid: boolean; to: number } | undefined {
  const opener = endOfWords(pieces, at, ways('between', 'from'));
  const isBetween = pieces[at]?.text === 'between';
  const first = readAmount(pieces, opener ?? at);
  if (!first) return undefined;
  const next = pieces[first.to];
  const isJoined = next?.gap === 'hyphen' || next?.gap === 'dash';
  const word = next?.text === 'to' || (isBetween && next?.text === 'and');
  if (!word && !isJoined) return undefined;
  const second = readAmount(pieces, word ? first.to + 1 : first.to);
  if (!second) return undefined;
  const low =
    first.isSmall && second.inThousands && !first.inThousands
      ? { ...first, value: first.value * 1000 }
      : first;
  return { amounts: [low, second], isSaid: opener !== undefined, to: second.to };
}

/** The words of a number that cannot be sure stay together as text. */
const asText = (from: number, to: number): Meaning => ({ from, to });

/**
 * Reads what a shopper says of price, year or kilometres.
 * @param year the present one
 */
export function createBoundReader(stocked: readonly string[], year: number) {
  const lastYear = year + 1;

  function settled(
    pieces: Pieces,
    [from, to]: readonly [number, number],
    amount: Amount | undefined,
    field: Field | undefined,
    range: { min: number | null; max: number | null },
  ): Meaning {
    const other = amount && endOfOtherUnit(pieces, { ...amount, to });
    if (other !== undefined) return asText(from, other);
    const isAway = field === 'km' && ['of', 'from', 'away'].includes(pieces[to]?.text ?? '');
    const isCrossed = range.min !== null && range.max !== null && range.min > range.max;
    if (!field || isAway || isCrossed || !stocked.includes(field) || !startsWord(pieces[to]))
      return asText(from, to);
    return { from, to, ranges: { [field]: range } };
  }

  function readAge(pieces: Pieces, at: number): Meaning | undefined {
    const bound = endOfWords(pieces, at, AT_MOST_AGED);
    const older = endOfWords(pieces, at, NO_OLDER);
    const number = older ?? bound ?? at;
    const age = wholeNumber(pieces[number]);
    if (age === undefined || age > 50) return undefined;
    const to = endOfWords(pieces, number + 1, older === undefined ? YEARS_OLD : YEARS);
    const end =
      to !== undefined && bound === undefined && older === undefined
        ? endOfWords(pieces, to, OR_YOUNGER)
        : to;
    return end === undefined
      ? undefined
      : settled(pieces, [at, end], undefined, 'year', { min: year - age, max: null });
  }

  function readRange(pieces: Pieces, at: number): Meaning | undefined {
    const said = fieldAt(pieces, at);
    const pair = readPair(pieces, said ? at + 1 : at);
    if (!pair) return undefined;
    const [low, high] = pair.amounts;
    const field = fieldOf(pair.amounts, said, { year: 'also' }, lastYear);
    const isNumbersOfAName = !field && !pair.isSaid && low.counts === undefined && high.counts === undefined;
    if (isNumbersOfAName) return undefined;
    return settled(pieces, [at, pair.to], high, field, { min: low.value, max: high.value });
  }

  function rangeBy({ end, excludesYear }: Bound, field: Field | undefined, value: number) {
    const step = excludesYear && field === 'year' ? 1 : 0;
    return end === 'max' ? { min: null, max: value - step } : { min: value + step, max: null };
  }

  function readBounded(pieces: Pieces, at: number): Meaning | undefined {
    let to = at;
    let said = fieldAt(pieces, to);
    if (said) to += 1;
    let before = boundAt(pieces, to, BOUNDS_BEFORE);
    to = before?.to ?? to;
    const saidAfter = before && fieldAt(pieces, to);
    if (saidAfter) {
      said = saidAfter;
      to += 1;
      const again = boundAt(pieces, to, BOUNDS_BEFORE);
      if (again) {
        before = again;
        to = again.to;
      }
    }
    const amount = readAmount(pieces, to);
    if (!amount) return undefined;
    const found = boundAt(pieces, amount.to, BOUNDS_AFTER);
    // "max 100,000 km max $20,000": the second one belongs to what follows.
    const after = found && readAmount(pieces, found.to) === undefined ? found : undefined;
    const bound = before?.bound ?? after?.bound;
    if (!bound) return undefined;
    // "from 2019 onwards" says it twice.
    const isAgreed = !before || !after || before.bound.end === after.bound.end;
    const end = isAgreed && after ? after.to : amount.to;
    const year = before && after && isAgreed ? { year: after.bound.year } : bound;
    const field = fieldOf([amount], said, year, lastYear);
    return settled(pieces, [at, end], amount, field, rangeBy(bound, field, amount.value));
  }

  function readAlone(pieces: Pieces, at: number): Meaning | undefined {
    const about = endOfWords(pieces, at, APPROXIMATE) ?? endOfWords(pieces, at, UNTIL);
    const said = fieldAt(pieces, at);
    const amount = readAmount(pieces, about ?? (said === 'year' ? at + 1 : at));
    if (!amount) return undefined;
    const other = endOfOtherUnit(pieces, amount);
    if (other !== undefined) return asText(at, other);
    if (about !== undefined || amount.counts !== undefined) return asText(at, amount.to);
    const to = YEAR_NOUNS.has(pieces[amount.to]?.text ?? '') ? amount.to + 1 : amount.to;
    if (!isYearLike(amount, lastYear) || !startsWord(pieces[to]) || !stocked.includes('year'))
      return undefined;
    return { from: at, to, ranges: { year: { min: amount.value, max: amount.value } } };
  }

  return (pieces: Pieces, at: number): Meaning | undefined =>
    readAge(pieces, at) ?? readRange(pieces, at) ?? readBounded(pieces, at) ?? readAlone(pieces, at);
}
