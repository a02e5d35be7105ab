import * as v from 'valibot';
import { SecretNameSchema, TextSchema } from '#src/config/sections/setting-types.ts';
import { FeedColumnsSchema, FeedFieldSchema } from './feed-columns.ts';
import { makeSpelling } from './makes.data.ts';
import { PRICE_TYPES } from './stock-terms.ts';

export const FEED_DELIMITERS = [',', ';', '\t', '|'] as const;
export type FeedDelimiter = (typeof FEED_DELIMITERS)[number];

/** Names used in messages. */
export const DELIMITER_NAMES: Readonly<Record<FeedDelimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
};

/** Number format, by example: thousands and decimal separators. */
const NUMBER_FORMATS = ['1,234.5', '1.234,5'] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

const DATE_ORDERS = ['DD/MM/YYYY', 'MM/DD/YYYY'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Connections within the machine need no encryption. */
export const isOwnMachine = (url: string): boolean =>
  /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\//.test(url);

/** Source of a feed, and schedule of imports. */
const sourceEntries = {
  file: v.optional(
    v.pipe(
      TextSchema,
      v.description('Path of the feed, absolute or relative to the dealers folder; or name its "url"'),
    ),
  ),
  url: v.optional(
    v.pipe(
      v.string(),
      v.url('a full address'),
      v.check(
        (url) => url.startsWith('https://') || isOwnMachine(url),
        'an "https://" address (plain http only to this machine)',
      ),
      v.description('PLAT-03: address the feed is read from, in place of "file"'),
    ),
  ),
  authorization: v.optional(
    v.pipe(
      SecretNameSchema,
      v.description(
        'PLAT-03: environment variable with the Authorization header for "url", e.g. "Bearer …" or "Basic …"',
      ),
    ),
  ),
  every: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(5),
      v.maxValue(10_080),
      v.description(
        'PLAT-03: `serve` or `worker` reads the feed every so many minutes. By default 60 with a "url"; a "file" is read only with "every" or "at"',
      ),
    ),
  ),
  at: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time of day, "06:30"'))),
      v.minLength(1, 'at least one time, or none of "at"'),
      v.description(
        'PLAT-03: times of day where the dealer is at which the feed is read, in place of "every": ["06:30", "18:00"]',
      ),
    ),
  ),
};

const contentEntries = {
  format: v.pipe(
    v.picklist(['csv', 'json', 'ndjson']),
    v.description('CSV with a header row, a JSON list, or one JSON object a line'),
  ),
  encoding: v.optional(
    v.pipe(
      v.picklist(['utf-8', 'windows-1252']),
      v.description('Encoding of the file; by default that of its mark or of its bytes'),
    ),
  ),
  delimiter: v.optional(
    v.pipe(
      v.picklist(FEED_DELIMITERS),
      v.description('Character between CSV cells; by default detected from the header'),
    ),
  ),
  numbers: v.optional(
    v.pipe(
      v.picklist(NUMBER_FORMATS),
      v.description(
        'PLAT-21: how the feed writes numbers. By default each column is judged by all its cells, and a number that may be either, such as 32.990, is left out and reported',
      ),
    ),
  ),
  dates: v.optional(
    v.pipe(
      v.picklist(DATE_ORDERS),
      v.description(
        'PLAT-21: order of day and month where the year is last. By default each column is judged by all its cells, and a date that may be either, such as 3/4/2026, is left out and reported',
      ),
    ),
  ),
  mode: v.optional(
    v.pipe(
      v.picklist(['full', 'incremental']),
      v.description(
        'full: vehicles missing from the feed leave the stock; incremental: the feed lists only changes, and a row with the status "deleted" removes its vehicle',
      ),
    ),
    'full',
  ),
  columns: FeedColumnsSchema,
  values: v.optional(
    v.pipe(
      v.record(FeedFieldSchema, v.record(v.string(), v.string())),
      v.description(
        'Values to replace, by vehicle field, ignoring case: {"simple_fuel": {"Premium": "Petrol"}}; "" drops the value',
      ),
    ),
    {},
  ),
  constants: v.optional(
    v.pipe(
      v.record(FeedFieldSchema, v.string()),
      v.description('Values for fields the feed leaves empty, e.g. {"status": "in_stock"}'),
    ),
    {},
  ),
  emptyWords: v.optional(
    v.pipe(v.array(v.string()), v.description('Cell values that mean "empty", ignoring case')),
    ['-', 'n/a', 'na', 'nan', 'null', 'none', 'poa', 'tba'],
  ),
  maxRemovedShare: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description(
        'PLAT-26: most of the stock, and of what the site shows, that one import may remove, mark as sold or hide (0.2 is 20 %); a larger change is refused unless forced',
      ),
    ),
    0.2,
  ),
  alwaysRemovable: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(100_000),
      v.description(
        'PLAT-26: number of vehicles any import may remove, mark as sold or hide, whatever their share of the stock',
      ),
    ),
    5,
  ),
  maxPriceShift: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(10),
      v.description(
        'PLAT-26: how far one import may move the median price, or the share of vehicles with a price (0.3 is 30 %). A larger change is refused unless forced. Applies once 20 vehicles in stock have a price',
      ),
    ),
    0.3,
  ),
  maxPriceJumps: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description(
        'PLAT-26: most of the prices of one import that may be more than three times, or less than a third, of the last price of their vehicle, or of the median of its model and year (0.1 is 10 %). Each is reported; more are refused unless forced. Two are always allowed',
      ),
    ),
    0.1,
  ),
};

/** PLAT-03: a stock feed, its schedule, and the mapping of columns to vehicle fields. */
export const FeedSchema = v.pipe(
  v.strictObject({ ...sourceEntries, ...contentEntries }),
  v.forward(
    v.partialCheck(
      [['file'], ['url']],
      ({ file, url }) => (file === undefined) !== (url === undefined),
      'either a "file" or a "url"',
    ),
    ['file'],
  ),
  v.forward(
    v.partialCheck(
      [['every'], ['at']],
      ({ every, at }) => every === undefined || at === undefined,
      'either "every" or "at"',
    ),
    ['at'],
  ),
  v.forward(
    v.partialCheck(
      [['url'], ['authorization']],
      ({ url, authorization }) => authorization === undefined || url !== undefined,
      'a "url" beside it',
    ),
    ['authorization'],
  ),
);

export type FeedConfig = v.InferOutput<typeof FeedSchema>;

const PriceTypeSchema = v.picklist(PRICE_TYPES, `one of ${PRICE_TYPES.join(', ')}`);

/** CFG-04, CFG-05, SRCH-14: which vehicles shoppers see, evaluated on each query. */
export const StockSchema = v.strictObject({
  maxAgeYears: v.pipe(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(14))),
    v.description(
      'Hide vehicles built more than this many calendar years ago; 0 keeps this year only, null sets no limit',
    ),
  ),
  usedOnly: v.optional(v.pipe(v.boolean(), v.description('Show used vehicles only')), false),
  inStockOnly: v.optional(
    v.pipe(v.boolean(), v.description('Leave out vehicles that haven’t arrived yet')),
    false,
  ),
  excludedMakes: v.optional(
    v.pipe(
      v.array(v.pipe(TextSchema, v.transform(makeSpelling))),
      v.description('Makes never shown, in any spelling'),
    ),
    [],
  ),
  excludedStockNumbers: v.optional(
    v.pipe(v.array(TextSchema), v.description('Stock numbers never shown')),
    [],
  ),
  include_sold_cars_days: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(60),
      v.description('Days a sold car stays listed'),
    ),
    3,
  ),
  defaultPriceType: v.pipe(
    v.strictObject({
      new: v.optional(v.pipe(PriceTypeSchema, v.description('Of new cars'))),
      demo: v.optional(v.pipe(PriceTypeSchema, v.description('Of demo cars'))),
      used: v.optional(v.pipe(PriceTypeSchema, v.description('Of used cars'))),
    }),
    v.description(
      'Price type for vehicles whose feed states none; without one, the site shows "Price on request"',
    ),
  ),
  feed: v.optional(
    v.pipe(FeedSchema, v.description('Where the stock comes from, and what its columns mean')),
  ),
});

export type StockRules = v.InferOutput<typeof StockSchema>;
