import { parse as parseCsv } from 'csv-parse/sync';
import { XmlDocument } from 'libxml2-wasm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { OutboundFeed } from '#src/config/sections/stock/feed-deliveries.ts';
import { FEED_FORMATS } from '#src/features/feeds/feed-formats.ts';
import { advertisedVehicles } from '#src/features/feeds/server/advertised-vehicles.ts';
import type { AdvertisedVehicle } from '#src/features/feeds/vehicle-ads.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { type DemoStock, openDemoStock } from '../fixtures/demo-feed.ts';
import { GoogleRowSchema, MetaRowSchema, StockRowSchema } from '../fixtures/feed-rows.ts';

const DEALERS = ['riverbend', 'kookaburra-cars'];

let demo: DemoStock;
const advertised = new Map<string, AdvertisedVehicle[]>();
beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'demo-outbound-feeds' };
  demo = await openDemoStock(engine, fixedClock('2026-07-01T00:00:00Z'), DEALERS);
  for (const slug of DEALERS)
    advertised.set(slug, await advertisedVehicles(demo.services, demo.dealer(slug)));
});
afterAll(() => demo.close());

type ListFeed = Exclude<OutboundFeed, 'carsales' | 'autoscout24'>;

const read: Readonly<Record<ListFeed, (text: string) => unknown[]>> = {
  google: (text) => parseCsv(text, { columns: true, delimiter: '\t' }),
  meta: (text) => parseCsv(text, { columns: true }),
  csv: (text) => parseCsv(text, { columns: true }),
  json: (text) => JSON.parse(text).vehicles,
};
const SCHEMAS = { google: GoogleRowSchema, meta: MetaRowSchema, csv: StockRowSchema, json: StockRowSchema };
/** The least share of the stock that a feed of theirs holds. */
const HELD = { google: 0.4, meta: 0.6, csv: 1, json: 1 } as const;

it.each(
  DEALERS.flatMap((dealer) => (Object.keys(SCHEMAS) as ListFeed[]).map((feed) => [feed, dealer] as const)),
)('PLAT-06 every row of the feed %s of all of %s’s stock is as its receiver takes it', (feed, dealer) => {
  const vehicles = advertised.get(dealer) ?? [];
  const written = FEED_FORMATS[feed].write(vehicles);
  const rows = read[feed](written.text);
  expect(rows).toHaveLength(written.vehicles);
  expect(written.vehicles + written.leftOut.length).toBe(vehicles.length);
  expect(written.vehicles / vehicles.length).toBeGreaterThanOrEqual(HELD[feed]);
  const wrong = rows.flatMap((row) => {
    const { issues } = v.safeParse(SCHEMAS[feed], row);
    return issues ? [v.flatten(issues as [v.BaseIssue<unknown>])] : [];
  });
  expect(wrong).toEqual([]);
  const columns = rows.map((row) => Object.keys(row as object).join());
  expect(new Set(columns).size).toBe(1);
});

/** Of each XML feed: its vehicles, what every one of them has, and the least share of the stock that it holds. */
const XML_FEEDS = {
  carsales: {
    vehicles: '//Vehicle',
    has: ['StockNumber', 'Make', 'Model', 'ModelYear', 'ListingType', 'Price/Type', 'Price/Amount'],
    least: 0.8,
  },
  autoscout24: {
    vehicles: '//vehicle',
    has: ['vehicle_id', 'brand', 'model', 'category', 'notes', 'prices/price/value'],
    least: 0.5,
  },
} as const;

it.each(
  DEALERS.flatMap((dealer) => (['carsales', 'autoscout24'] as const).map((feed) => [feed, dealer] as const)),
)('FEED-22 the XML feed %s of all of %s’s stock is whole', (feed, dealer) => {
  const vehicles = advertised.get(dealer) ?? [];
  const written = FEED_FORMATS[feed].write(vehicles);
  const { vehicles: at, has, least } = XML_FEEDS[feed];
  using document = XmlDocument.fromString(written.text);
  expect(document.find(at)).toHaveLength(written.vehicles);
  expect(written.vehicles + written.leftOut.length).toBe(vehicles.length);
  expect(written.vehicles / vehicles.length).toBeGreaterThanOrEqual(least);
  for (const path of has) expect(document.find(`${at}[not(${path}/node())]`), path).toEqual([]);
  expect(document.find('//*[not(node()) and not(self::Vehicles) and not(self::vehicles)]')).toEqual([]);
});
