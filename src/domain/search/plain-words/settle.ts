import type { NumberRange } from '../search-state.ts';
import type { StockWords } from './lexicon.ts';
import type { Piece } from './pieces.ts';
import { isText, type Lists, type Meaning, type Refinements } from './word-meaning.ts';

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
export function bothRanges(a: NumberRange, b: NumberRange): NumberRange | undefined {
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
export function resolveConflicts(
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
