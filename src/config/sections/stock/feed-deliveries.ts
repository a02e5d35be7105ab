import * as v from 'valibot';
import { TimeOfDaySchema } from '#src/config/sections/setting-types.ts';
import { isFtp, isSftp, RemoteUrlSchema, signInChecks, signInEntries } from './remote-place.ts';

/** Feeds that may be offered and delivered. */
export const OUTBOUND_FEEDS = ['google', 'meta', 'csv', 'json', 'carsales', 'autoscout24'] as const;
export type OutboundFeed = (typeof OUTBOUND_FEEDS)[number];

const DeliverySchema = v.pipe(
  v.strictObject({
    feed: v.pipe(
      v.picklist(OUTBOUND_FEEDS, `one of ${OUTBOUND_FEEDS.join(', ')}`),
      v.description('FEED-23: the feed, which need not be offered at an address'),
    ),
    url: v.pipe(
      RemoteUrlSchema,
      v.check(
        (url) => isSftp(url) || isFtp(url),
        'an "sftp", "ftps" or "ftp" address: whoever reads over https fetches the feed from its own address',
      ),
      v.description(
        'FEED-23: where the file is put; in a folder, "sftp://files.example/stock/", it has its own name',
      ),
    ),
    ...signInEntries,
    every: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(15),
        v.maxValue(10_080),
        v.description('FEED-23: minutes between deliveries, in place of "at"'),
      ),
    ),
    at: v.optional(
      v.pipe(
        v.array(TimeOfDaySchema),
        v.minLength(1, 'at least one time, or none of "at"'),
        v.description(
          'FEED-23: times of day where the dealer is, ["05:30"]; by default 05:00, unless "every" is set',
        ),
      ),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['every'], ['at']],
      ({ every, at }) => every === undefined || at === undefined,
      'either "every" or "at"',
    ),
    ['at'],
  ),
  signInChecks(),
);
export type Delivery = v.InferOutput<typeof DeliverySchema>;

const places = (deliveries: readonly Delivery[]) =>
  new Set(deliveries.map(({ feed, url }) => `${feed} ${url}`));

/** FEED-23: feeds that are put on servers of their receivers. */
export const DeliveriesSchema = v.optional(
  v.pipe(
    v.array(DeliverySchema),
    v.check((deliveries) => places(deliveries).size === deliveries.length, 'each feed once at each "url"'),
    v.description(
      'FEED-23: feeds put on the servers of their receivers on a schedule, by SFTP, FTPS or FTP, also when nothing has changed',
    ),
  ),
  [],
);
