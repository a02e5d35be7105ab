import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { OUTBOUND_FEEDS, type OutboundFeed } from '#src/config/sections/stock/feed-deliveries.ts';
import { reportFeeds } from '#src/features/feeds/server/outbound-feed-report.ts';
import { feedAddress, offeredFeeds } from '#src/features/feeds/server/outbound-feed-response.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

type Pages = Awaited<ReturnType<typeof openRenderedPages>>;
type Settings = Readonly<Record<string, unknown>>;

const ALL = Object.fromEntries(OUTBOUND_FEEDS.map((feed) => [`outboundFeeds.${feed}`, true]));

let pages: Pages;
beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey') };
  pages = await openRenderedPages({ ...engine, pagesEntry: inject('pagesEntry') });
});
afterAll(() => pages.close());

const pathOf = (feed: OutboundFeed, settings: Settings) => {
  const address = feedAddress(pages.configured(settings), feed, pages.services.env.SITE_SECRET);
  return new URL(address).pathname;
};

/** A feed as its receiver gets it. @param path of an address that other settings gave it */
const read = (feed: OutboundFeed, settings: Settings, path = pathOf(feed, settings)) =>
  pages.render(path, settings);

const rows = (text: string, delimiter = ',') =>
  parseCsv(text, { columns: true, delimiter }) as Record<string, string>[];

it.each(['google', 'meta', 'csv', 'json', 'carsales', 'autoscout24'] as const)(
  'PLAT-06 the feed %s is there only where the dealer offers it',
  async (feed) => {
    const offered = { [`outboundFeeds.${feed}`]: true };
    expect((await read(feed, offered)).status).toBe(200);
    expect((await read(feed, {})).status).toBe(404);
    expect(offeredFeeds(pages.configured(offered))).toEqual([feed]);
  },
);

it('PLAT-06 a higher token gives feeds new addresses, and the old ones end', async () => {
  const renewed = { ...ALL, 'outboundFeeds.token': 2 };
  expect(pathOf('csv', renewed)).not.toBe(pathOf('csv', ALL));
  expect((await read('csv', renewed)).status).toBe(200);
  expect((await read('csv', renewed, pathOf('csv', ALL))).status).toBe(404);
});

it.each(['x'.repeat(32), 'x'.repeat(31), '', '..%2f..%2fstock'])(
  'PLAT-06 the token %j opens nothing',
  async (token) => {
    expect((await read('csv', ALL, `/feeds/${token}/stock.csv`)).status).toBe(404);
  },
);

it('PLAT-06 no feed is indexed or cached', async () => {
  const { headers } = await read('json', ALL);
  expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
});

it('PLAT-06 lists hold what is for sale, each price with its type and a full address', async () => {
  const listed = rows((await read('csv', ALL)).html);
  const { vehicles } = JSON.parse((await read('json', ALL)).html) as { vehicles: unknown[] };
  expect(vehicles).toEqual(listed);
  expect(listed.length).toBeGreaterThan(5);
  for (const { price_aud, price_type, url, availability } of listed) {
    expect(price_aud === '').toBe(price_type === '');
    expect(url).toMatch(/^https:\/\/.+\/cars\//);
    expect(availability).not.toBe('sold');
  }
});

it('PLAT-06 a vehicle hidden by the dealer’s rules is in no feed', async () => {
  const makes = async (settings: Settings) =>
    new Set(rows((await read('csv', settings)).html).map(({ make }) => make));
  expect(await makes(ALL)).toContain('Toyota');
  expect(await makes({ ...ALL, 'stock.excludedMakes': ['Toyota'] })).not.toContain('Toyota');
});

it('PLAT-06 a location has its own store code, else its slug', async () => {
  // The feed of these tests has no VINs.
  const { db } = pages.services;
  const { id, record } = await db
    .selectFrom('vehicles')
    .select(['id', 'record'])
    .where('identity', '=', 'stock:U1')
    .executeTakeFirstOrThrow();
  const whole = { ...JSON.parse(record), vin: 'JM0KF4WLA00123456', colour: 'Red', images: [{ id: 'a' }] };
  await db
    .updateTable('vehicles')
    .set({ record: JSON.stringify(whole) })
    .where('id', '=', id)
    .execute();
  const codeBy = async (settings: Settings) => {
    const ads = rows((await read('google', settings)).html, '\t');
    return ads.find((ad) => ad.id === id)?.store_code;
  };
  const slug = (await codeBy(ALL)) ?? '';
  expect(slug).toBe('harbour-city-sales');
  expect(await codeBy({ ...ALL, 'outboundFeeds.storeCodes': { [slug]: '0042' } })).toBe('0042');
  await db.updateTable('vehicles').set({ record }).where('id', '=', id).execute();
});

it.each(['carsales', 'autoscout24'] as const)(
  'FEED-22 a dealer’s number at the receiver is in the XML feed %s',
  async (feed) => {
    const { html, headers } = await read(feed, { ...ALL, [`outboundFeeds.sellerIds.${feed}`]: '40217' });
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(html).toMatch(/<(DealerId|dealer_id)>40217<\/\1>/);
    expect((await read(feed, ALL)).html).not.toMatch(/<(?:DealerId|dealer_id)>/);
  },
);

it('PLAT-06 the report names each feed, its address, and why vehicles are left out', async () => {
  const reports = await reportFeeds(pages.services, pages.configured(ALL));
  expect(reports.map(({ name }) => name)).toEqual([
    'Google vehicle ads',
    'Meta vehicle catalogue',
    'Stock as CSV',
    'Stock as JSON',
    'Stock as XML (carsales)',
    'AutoScout24',
  ]);
  const [google, , csv] = reports;
  expect(google?.leftOut.find(({ vehicle }) => vehicle === 'U1')?.reasons).toContain(
    'no VIN of 17 characters',
  );
  expect(csv?.leftOut).toEqual([]);
  expect(await reportFeeds(pages.services, pages.configured({}))).toEqual([]);
});
