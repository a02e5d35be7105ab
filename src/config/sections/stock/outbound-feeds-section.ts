import * as v from 'valibot';
import { flag, SlugSchema, TextSchema, whole } from '#src/config/sections/setting-types.ts';

/** Available feeds, by file name. */
export const OUTBOUND_FEEDS = ['google', 'meta', 'csv', 'json'] as const;
export type OutboundFeed = (typeof OUTBOUND_FEEDS)[number];

/** PLAT-06: lists of the stock for advertisers. */
export const OutboundFeedsSchema = v.strictObject({
  google: flag(false, 'PLAT-06: cars for Google vehicle ads'),
  meta: flag(false, 'PLAT-06: vehicles for a Meta vehicle catalogue'),
  csv: flag(false, 'PLAT-06: all vehicles for sale as CSV'),
  json: flag(false, 'PLAT-06: all vehicles for sale as JSON'),
  token: whole(
    1,
    [1, 9999],
    'PLAT-06: a higher number gives all feeds new addresses, and the old ones stop working',
  ),
  storeCodes: v.optional(
    v.pipe(
      v.record(SlugSchema, TextSchema),
      v.description(
        'PLAT-06: store codes of the Google Business Profile by slug of the location; without one, the slug is sent',
      ),
    ),
    {},
  ),
});
