import { ways } from './word-meaning.ts';

/** Which end of a range some words name, and whether they can be said of a year or of nothing else. */
export type Bound = {
  end: 'min' | 'max';
  /** `never`: "under 2015" may be a price. `only`: nobody says "newer than $20,000". */
  year: 'never' | 'also' | 'only';
  /** "before 2010" leaves 2010 out; a price or distance that is named is always included. */
  excludesYear?: boolean;
  ways: readonly (readonly string[])[];
};

/** Words that stand before the number; of several that match, the first. */
export const BOUNDS_BEFORE: readonly Bound[] = [
  { end: 'max', year: 'only', excludesYear: true, ways: ways('before', 'pre', 'older than') },
  { end: 'min', year: 'only', excludesYear: true, ways: ways('after', 'post', 'newer than', 'later than') },
  { end: 'min', year: 'only', ways: ways('since') },
  {
    end: 'max',
    year: 'never',
    ways: ways(
      'under',
      'below',
      'less than',
      'less then',
      'lower than',
      'cheaper than',
      'up to',
      'upto',
      'max',
      'max of',
      'maximum',
      'maximum of',
      'at most',
      'no more than',
      'not more than',
      'not over',
      'sub',
      'budget',
      'budget of',
      '<',
    ),
  },
  { end: 'min', year: 'never', ways: ways('over', 'above', 'more than', '>') },
  {
    end: 'min',
    year: 'also',
    ways: ways('from', 'starting from', 'at least', 'no less than', 'not less than', 'min', 'minimum'),
  },
];

/** Words that stand after it. */
export const BOUNDS_AFTER: readonly Bound[] = [
  {
    end: 'min',
    year: 'only',
    ways: ways('or newer', 'or later', 'and newer', 'and later', 'onwards', 'onward', 'and onwards'),
  },
  { end: 'max', year: 'only', ways: ways('or older', 'or earlier', 'and older', 'and earlier') },
  {
    end: 'max',
    year: 'never',
    ways: ways(
      'or less',
      'or under',
      'or below',
      'and under',
      'and below',
      'or cheaper',
      'max',
      'maximum',
      'tops',
      'budget',
      'limit',
    ),
  },
  {
    end: 'min',
    year: 'also',
    ways: ways(
      '+',
      'plus',
      'or more',
      'or above',
      'or over',
      'and up',
      'and above',
      'and over',
      'or up',
      'upwards',
    ),
  },
];

/** Words that name what a number counts. */
export const FIELD_WORDS: Readonly<Record<string, 'price' | 'km' | 'year'>> = {
  price: 'price',
  priced: 'price',
  km: 'km',
  kms: 'km',
  kilometres: 'km',
  kilometers: 'km',
  odometer: 'km',
  mileage: 'km',
  year: 'year',
  built: 'year',
};

/** A number near these is no bound. */
export const APPROXIMATE = ways('around', 'about', 'approx', 'approximately', 'roughly', 'circa', 'close to');

/** A year after these is when something ends. */
export const UNTIL = ways('till', 'til', 'until', 'expires', 'expiry', 'exp', 'due');

const setOf = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Weights and measures: a number before one is no price, distance or year. */
export const MEASURES = setOf(
  'tonne tonnes ton tons t kg kgs kilo kilos gvm gcm kw kwh hp nm bhp cc mm cm ft inch inches mpg l v',
);

/** Other units that a number may count; a year has none of them. */
export const OTHER_UNITS = setOf(
  'week wk pw weekly fortnight fortnightly month months monthly pm pa day days year years yr yrs',
  'deposit down off cash cashback bonus discount saving savings repayment repayments finance',
  'door doors cylinder cylinders cyl litre litres liter ltr speed gear gears star stars stroke',
  'owner owners key keys berth axle axles person people passenger passengers airbag airbags volt watt',
);

/** Words between a number and its unit, "$150 a week". */
export const PER: ReadonlySet<string> = new Set(['a', 'per', 'each', 'every', 'x']);

/** What belongs to a weight or a unit and goes on with it: "3.5 tonne towing". */
export const UNIT_COMPANIONS: ReadonlySet<string> = new Set([
  'towing',
  'tow',
  'braked',
  'capacity',
  'payload',
  'warranty',
  'old',
  'rego',
  'ancap',
  'rating',
  'range',
  'charge',
]);
