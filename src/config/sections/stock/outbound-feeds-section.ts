import * as v from 'valibot';
import { flag, SlugSchema, TextSchema, whole } from '#src/config/sections/setting-types.ts';
import { DeliveriesSchema } from './feed-deliveries.ts';

const sellerId = (receiver: string) =>
  v.optional(v.pipe(TextSchema, v.description(`FEED-22: the dealer’s number at ${receiver}`)));

const SellerIdsSchema = v.strictObject({
  carsales: sellerId('the marketplace that reads the XML feed "carsales"'),
  autoscout24: sellerId('AutoScout24'),
});
export type SellerIds = v.InferOutput<typeof SellerIdsSchema>;

/** PLAT-06: lists of the stock for advertisers. */
export const OutboundFeedsSchema = v.strictObject({
  google: flag(false, 'PLAT-06: cars for Google vehicle ads'),
  meta: flag(false, 'PLAT-06: vehicles for a Meta vehicle catalogue'),
  csv: flag(false, 'PLAT-06: all vehicles for sale as CSV'),
  json: flag(false, 'PLAT-06: all vehicles for sale as JSON'),
  carsales: flag(false, 'FEED-22: vehicles as XML for carsales and other Australian marketplaces'),
  autoscout24: flag(false, 'FEED-22: cars and motorcycles as XML for AutoScout24'),
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
  sellerIds: v.optional(
    v.pipe(
      SellerIdsSchema,
      v.description(
        'FEED-22: the dealer’s numbers at receivers, sent with each vehicle: {"carsales": "12345"}',
      ),
    ),
    {},
  ),
  deliveries: DeliveriesSchema,
});
