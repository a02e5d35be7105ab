import * as v from 'valibot';
import { FeedColumnsSchema, FeedFieldSchema } from './feed-columns.ts';
import { TextSchema } from './primitives.ts';

export const FEED_DELIMITERS = [',', ';', '\t', '|'] as const;
export type FeedDelimiter = (typeof FEED_DELIMITERS)[number];

/** As messages name them. */
export const DELIMITER_NAMES: Readonly<Record<FeedDelimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
};

/** PLAT-03: a stock feed and how its columns become vehicle fields. */
export const FeedSchema = v.strictObject({
  file: v.pipe(TextSchema, v.description('Path of the feed, absolute or relative to the dealers folder')),
  format: v.pipe(
    v.picklist(['csv', 'json', 'ndjson']),
    v.description('CSV with a header row, a JSON list, or one JSON object a line'),
  ),
  encoding: v.optional(
    v.pipe(v.picklist(['utf-8', 'windows-1252']), v.description('Encoding of the file')),
    'utf-8',
  ),
  delimiter: v.optional(
    v.pipe(
      v.picklist(FEED_DELIMITERS),
      v.description('Between CSV cells; found out from the header where absent'),
    ),
  ),
  mode: v.optional(
    v.pipe(
      v.picklist(['full', 'incremental']),
      v.description(
        'full: what the feed no longer carries leaves the stock; incremental: the feed holds only what changed, and a row whose status is "deleted" takes its vehicle out',
      ),
    ),
    'full',
  ),
  columns: FeedColumnsSchema,
  values: v.optional(
    v.pipe(
      v.record(FeedFieldSchema, v.record(v.string(), v.string())),
      v.description(
        'Replacements by vehicle field, case ignored: {"simple_fuel": {"Premium": "Petrol"}}; "" drops the value',
      ),
    ),
    {},
  ),
  constants: v.optional(
    v.pipe(
      v.record(FeedFieldSchema, v.string()),
      v.description('Fields the feed leaves empty, e.g. {"status": "in_stock"}'),
    ),
    {},
  ),
  emptyWords: v.optional(
    v.pipe(v.array(v.string()), v.description('Cells that mean "nothing", case ignored')),
    ['-', 'n/a', 'na', 'nan', 'null', 'none', 'poa', 'tba'],
  ),
  maxRemovedShare: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description(
        'PLAT-03: share of the stock one import may take away or mark as sold (0.2 is 20 %); a feed beyond that is refused unless forced',
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
        'PLAT-03: as many vehicles may leave or be marked as sold with any import, whatever their share',
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
        'PLAT-03: how far the median price, or the share of vehicles with a price, may move in one import (0.3 is 30 %), from 20 priced vehicles in stock on; a feed that moves it further is refused unless forced',
      ),
    ),
    0.3,
  ),
});

export type FeedConfig = v.InferOutput<typeof FeedSchema>;
