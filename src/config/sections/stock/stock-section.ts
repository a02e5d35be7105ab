import * as v from 'valibot';
import { TextSchema } from '#src/config/sections/setting-types.ts';
import { FeedSchema } from './feed-section.ts';
import { makeSpelling } from './makes.data.ts';
import { PRICE_TYPES } from './stock-terms.ts';

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
