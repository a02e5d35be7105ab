import * as v from 'valibot';
import { TextSchema } from './primitives.ts';

/** PLAT-03: a stock feed and how its columns become vehicle fields. */
export const FeedSchema = v.strictObject({
  file: v.pipe(TextSchema, v.description('Path of the feed, absolute or relative to the dealers folder')),
  format: v.pipe(v.picklist(['csv', 'json', 'ndjson']), v.description('How the feed is written')),
  encoding: v.optional(
    v.pipe(v.picklist(['utf-8', 'windows-1252']), v.description('Character encoding of the feed')),
    'utf-8',
  ),
  delimiter: v.optional(
    v.pipe(v.picklist([',', ';', '\t', '|']), v.description('What stands between the columns of a CSV feed')),
    ',',
  ),
  columns: v.pipe(
    v.record(v.string(), v.string()),
    v.description(
      'Vehicle field to feed column, e.g. {"make": "Brand"}; unset fields read a column of their own name',
    ),
  ),
  values: v.optional(
    v.pipe(
      v.record(v.string(), v.record(v.string(), v.string())),
      v.description('Replacements by vehicle field: {"car_type": {"DEMO": "demo"}}'),
    ),
    {},
  ),
  constants: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description('Fields the feed does not carry, e.g. {"status": "in_stock"}'),
    ),
    {},
  ),
  maxRemovedShare: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description('A feed that would remove more is refused unless forced'),
    ),
    0.5,
  ),
});

export type FeedConfig = v.InferOutput<typeof FeedSchema>;
