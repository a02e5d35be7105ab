import { formatNumber } from '../format-number.ts';
import { BODY_LABELS } from './facets.ts';
import type { NumberRange } from './search-state.ts';

const CONDITION_ORDER = ['new', 'used', 'demo'];
/** Bodies of which several have another word than their label with an s. */
const BODY_PLURALS: Readonly<Record<string, string>> = {
  Bus: 'buses',
  'Cab chassis': 'cab chassis',
};
/** A heading names at most this many of one facet. */
const MOST_NAMED = 2;

/** A label inside a sentence: abbreviations such as SUV and 4x4 stay as they are. */
const inSentence = (label: string) => (/^[A-Z][a-z ]*$/.test(label) ? label.toLowerCase() : label);

const joined = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** `new, used and demo`. */
export const conditionWords = (carTypes: readonly string[] = []): string =>
  joined(CONDITION_ORDER.filter((type) => carTypes.includes(type)));

/** `automatic`, `petrol and diesel`; nothing where more are chosen than a heading names. */
export const valueWords = (values: readonly string[] = []): string =>
  values.length > MOST_NAMED ? '' : joined(values.map(inSentence));

export const makeWords = (makes: readonly string[] = []): string =>
  makes.length > MOST_NAMED ? '' : joined(makes);

/** `7-seat`. */
export const seatWords = (seats: readonly string[] = []): string =>
  seats.length === 1 ? `${seats[0]}-seat` : '';

/** `SUVs and utes`. @param many what the site sells, "cars": prestige is no body of its own */
export function bodyWords(bodies: readonly string[] = [], many = 'cars'): string {
  const labels = [...new Set(bodies.map((body) => BODY_LABELS[body] ?? body))];
  if (labels.length > MOST_NAMED) return '';
  const several = (label: string) => (label === 'Prestige' ? `prestige ${many}` : `${inSentence(label)}s`);
  return joined(labels.map((label) => BODY_PLURALS[label] ?? several(label)));
}

/** `under $30,000`, `from $20,000 to $30,000`. */
export function priceWords(range: NumberRange | undefined, suffix = ''): string {
  const { min, max } = range ?? { min: null, max: null };
  const amount = (value: number) => `$${formatNumber(value)}${suffix}`;
  if (min !== null && max !== null) return `from ${amount(min)} to ${amount(max)}`;
  if (max !== null) return `under ${amount(max)}`;
  return min === null ? '' : `over ${amount(min)}`;
}

/** `from 2020`, `from 2018 to 2020`, `of 2020`. */
export function yearWords(range: NumberRange | undefined): string {
  const { min, max } = range ?? { min: null, max: null };
  if (min !== null && min === max) return `of ${min}`;
  if (min !== null && max !== null) return `from ${min} to ${max}`;
  if (max !== null) return `up to ${max}`;
  return min === null ? '' : `from ${min}`;
}
