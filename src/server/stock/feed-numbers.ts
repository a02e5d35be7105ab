/** `32990`, `32,990`, `32 990`, `-3`; a comma or space must separate thousands, so `9,5` is not a number. */
export const DIGITS = String.raw`(-?(?:\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.\d+)?)`;

const AMOUNT = new RegExp(String.raw`^(?:AUD|A?\$)?\s*${DIGITS}\s*(?:AUD)?$`, 'i');

/** A number and at most a unit. `45k` is refused: read as 45 it would be wrong by a thousand. */
const MEASURE = new RegExp(String.raw`^${DIGITS}\s*(?!k\b)(?:[a-z%][^,;|]*)?$`, 'i');

/** Of the first group of a match. */
export const numberIn = (match: RegExpExecArray | null): number | undefined =>
  match?.[1] === undefined ? undefined : Number(match[1].replace(/[, ]/g, ''));

/** `$32,990` → 32990. Anything besides the one amount, such as a range or `20k`, is undefined. */
export const readAmount = (text: string): number | undefined => numberIn(AMOUNT.exec(text));

/** `201,123 km`, `9.5 L / 100 km`, `5 Doors` → the number. */
export const readMeasure = (text: string): number | undefined => numberIn(MEASURE.exec(text));
