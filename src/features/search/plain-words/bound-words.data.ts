import { variants } from './word-meaning.ts';

/** Phrases that set one end of a range, and whether they apply to years. */
export type Bound = {
  end: 'min' | 'max';
  /** `never`: "under 2015" may be a price. `only`: "newer than" does not apply to a price. */
  year: 'never' | 'also' | 'only';
  /** "before 2010" excludes 2010; prices and distances are always inclusive. */
  excludesYear?: boolean;
  ways: readonly (readonly string[])[];
};

/** Phrases before the number; the first match wins. */
export const BOUNDS_BEFORE: readonly Bound[] = [
  { end: 'max', year: 'only', excludesYear: true, ways: variants('before', 'pre', 'older than') },
  {
    end: 'min',
    year: 'only',
    excludesYear: true,
    ways: variants('after', 'post', 'newer than', 'later than'),
  },
  { end: 'min', year: 'only', ways: variants('since') },
  {
    end: 'max',
    year: 'never',
    ways: variants(
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
  { end: 'min', year: 'never', ways: variants('over', 'above', 'more than', '>') },
  {
    end: 'min',
    year: 'also',
    ways: variants('from', 'starting from', 'at least', 'no less than', 'not less than', 'min', 'minimum'),
  },
];

/** Phrases after the number. */
export const BOUNDS_AFTER: readonly Bound[] = [
  {
    end: 'min',
    year: 'only',
    ways: variants('or newer', 'or later', 'and newer', 'and later', 'onwards', 'onward', 'and onwards'),
  },
  { end: 'max', year: 'only', ways: variants('or older', 'or earlier', 'and older', 'and earlier') },
  {
    end: 'max',
    year: 'never',
    ways: variants(
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
    ways: variants(
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

/** Words that name the field of a number. */
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

/** A number after these is not a bound. */
export const APPROXIMATE = variants(
  'around',
  'about',
  'approx',
  'approximately',
  'roughly',
  'circa',
  'close to',
);

/** A year after these is an end date. */
export const UNTIL = variants('till', 'til', 'until', 'expires', 'expiry', 'exp', 'due');

const setOf = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Weights and measures: a number before one is not a price, distance or year. */
export const MEASURES = setOf(
  'tonne tonnes ton tons t kg kgs kilo kilos gvm gcm kw kwh hp nm bhp cc mm cm ft inch inches mpg l v',
);

/** Other units; they do not follow a year. */
export const OTHER_UNITS = setOf(
  'week wk pw weekly fortnight fortnightly month months monthly pm pa day days year years yr yrs',
  'deposit down off cash cashback bonus discount saving savings repayment repayments finance',
  'door doors cylinder cylinders cyl litre litres liter ltr speed gear gears star stars stroke',
  'owner owners key keys berth axle axles person people passenger passengers airbag airbags volt watt',
);

/** Words between a number and its unit, "$150 a week". */
export const PER: ReadonlySet<string> = new Set(['a', 'per', 'each', 'every', 'x']);

/** Words that belong to the preceding unit: "3.5 tonne towing". */
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
