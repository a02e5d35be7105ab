import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { compileMapping } from '#src/features/stock/mapping/column-mapping.ts';
import { readFeedRow } from '#src/features/stock/server/reading/feed-row.ts';
import { openFeed } from '#src/features/stock/server/reading/read-feed.ts';
import { sanitiseXml } from '#src/platform/text/xml.ts';
import {
  advertisedVehicle as advertised,
  type AdvertisedChanges as Changes,
} from '../../../tests/fixtures/advertised-vehicle.ts';
import { hostileTexts } from '../../../tests/fixtures/hostile-texts.ts';
import { FEED_FORMATS } from './feed-formats.ts';
import type { AdvertisedVehicle, Reason } from './vehicle-ads.ts';

const folder = mkdtempSync(join(tmpdir(), 'stock-xml-'));
afterAll(() => rmSync(folder, { recursive: true }));

type XmlFeed = 'carsales' | 'autoscout24';
const write = (feed: XmlFeed, ...vehicles: AdvertisedVehicle[]) => FEED_FORMATS[feed].write(vehicles);
const leftOut = (feed: XmlFeed, changes: Changes) =>
  write(feed, advertised(changes)).leftOut.flatMap(({ reasons }) => reasons);

/** Texts at an XPath of a feed of one vehicle. */
function texts(feed: XmlFeed, changes: Changes, xpath: string): string[] {
  using document = XmlDocument.fromString(write(feed, advertised(changes)).text);
  return document.find(xpath).map(({ content }) => content);
}

/** How a dealer would import the feed again. */
const READ_AGAIN = {
  carsales: {
    rows: 'Stock/Vehicles/Vehicle',
    columns: {
      ...{
        stocknum: 'StockNumber',
        vin: 'VIN',
        make: 'Make',
        model: 'Model',
        badge: 'Badge',
        km: 'Odometer',
      },
      ...{ series: 'Series', year: 'ModelYear', car_type: 'ListingType', colour: 'Colour' },
      ...{ simple_body: 'BodyStyle', simple_transmission: 'GearType', simple_drive: 'Drive' },
      ...{ simple_fuel: 'FuelType', price: 'Price/Amount', regplate: 'Registration/Number' },
      price_type: {
        column: 'Price/Type',
        values: { EGC: 'excluding_government_charges', IGC: 'drive_away' },
      },
      ...{ rego_expiry: 'Registration/Expires', dealercomments: 'Comment' },
      ...{ standardEquipment: 'Features/Feature', images: 'Photos/Photo' },
    },
  },
  autoscout24: {
    rows: 'stx3/vehicle_data/vehicles/vehicle',
    columns: {
      ...{ stocknum: 'owners_vehicle_id', make: 'brand', model: 'model', badge: 'version', km: 'mileage' },
      year: { column: 'initial_registration', pattern: '^(\\d{4})' },
      ...{ car_type: 'category', colour: 'body_color', simple_transmission: 'gear_type' },
      simple_fuel: { column: 'fuel_type', values: { Gasoline: 'Petrol', 'Electric/Gasoline': 'Hybrid' } },
      price: 'prices/price/value',
      price_type: {
        column: 'notes',
        pattern: '^Price: ([^.]+)\\.',
        values: { 'Excl. government charges': 'excluding_government_charges', 'Drive away': 'drive_away' },
      },
      dealercomments: { column: 'notes', pattern: '^Price: (?:Excl\\. )?[^.]+\\.\\n([^]*)' },
      ...{ standardEquipment: 'equipments/equipment/text', images: 'media/images/image/uri' },
    },
  },
} satisfies Record<XmlFeed, object>;

async function readAgain(feed: XmlFeed, text: string) {
  const file = join(folder, `${feed}.xml`);
  writeFileSync(file, text);
  const constants = { status: 'in_stock' };
  const settings = v.parse(FeedSchema, { file, format: 'xml', ...READ_AGAIN[feed], constants });
  const opened = await openFeed(file, settings, { workFolder: folder });
  const mapping = compileMapping(settings);
  const cells: Record<string, string>[] = [];
  const results: ReturnType<typeof readFeedRow>[] = [];
  await opened.readRows((row) => {
    if ('broken' in row) throw new Error(row.broken);
    cells.push({ ...row.cells });
    results.push(readFeedRow(mapping, row, 'Australia/Sydney'));
  });
  opened.close();
  return { cells, results };
}

const WHOLE = {
  ...{ series: 'KF', regplate: 'ABC123', rego_expiry: '2027-02-28' },
  standardEquipment: ['Bluetooth, USB & AUX', 'Alloy <17">'],
};

describe('FEED-22 the stock as XML for Australian marketplaces', () => {
  it('has what marketplaces ask for, in order', () => {
    const { text } = write('carsales', advertised({ vehicle: WHOLE, sellerIds: { carsales: '12345' } }));
    expect(text).toMatchSnapshot();
  });

  it.each([
    ['drive_away', 'IGC', 'Drive away'],
    ['estimated_drive_away', 'IGC', 'Estimated drive away'],
    ['excluding_government_charges', 'EGC', 'Excl. government charges'],
  ] as const)('sends no price without its type: %s', (type, code, words) => {
    const changes = { price: { cents: 1_999_050, type } };
    expect(texts('carsales', changes, '//Price/*')).toEqual([code, words, 'AUD', '19990.50']);
  });

  it.each([
    ['new', 'New'],
    ['demo', 'Demo'],
    ['used', 'Used'],
  ] as const)('says whether a vehicle is new: %s', (car_type, word) => {
    expect(texts('carsales', { vehicle: { car_type } }, '//ListingType')).toEqual([word]);
  });

  it.each([
    ['car', 'Car'],
    ['truck', 'Truck'],
    ['motorcycle', 'Bike'],
    ['caravan', 'Caravan'],
  ] as const)('takes every kind of vehicle: %s', (item_type, word) => {
    expect(texts('carsales', { vehicle: { item_type } }, '//Vehicle/Type')).toEqual([word]);
  });

  it('leaves out elements without a value', () => {
    const bare = { vehicle: { vin: '00000000000000000', badge: undefined, km: undefined }, photos: [] };
    expect(texts('carsales', bare, '//VIN | //Badge | //Odometer | //Registration | //Photos')).toEqual([]);
    expect(texts('carsales', bare, '//DealerId | //Features')).toEqual([]);
    expect(texts('carsales', {}, '//*[not(node())]')).toEqual([]);
  });

  it.each([
    ['no price', { price: null }],
    ['reserved', { vehicle: { reserved: true } }],
    ['not in stock yet', { vehicle: { status: 'coming_soon' } }],
    ['not in stock yet', { vehicle: { preorder: true } }],
    ['no stock number', { vehicle: { stocknum: undefined } }],
  ] as [Reason, Changes][])('leaves out a vehicle for "%s"', (reason, changes) => {
    expect(leftOut('carsales', changes)).toEqual([reason]);
  });

  it('sends each stock number once, and says which vehicle it left out', () => {
    const { vehicles, leftOut } = write('carsales', advertised(), advertised());
    expect(vehicles).toBe(1);
    expect(leftOut).toEqual([{ vehicle: 'U100', reasons: ['the same stock number as another vehicle'] }]);
  });
});

describe('FEED-22 the stock as XML for AutoScout24', () => {
  it('has the elements of STX3', () => {
    const { text } = write(
      'autoscout24',
      advertised({ vehicle: WHOLE, sellerIds: { autoscout24: '2142121262' } }),
    );
    expect(text).toMatchSnapshot();
  });

  it('names the type of each price, for which STX3 has no element', () => {
    const price = { cents: 100_000, type: 'excluding_government_charges' } as const;
    expect(texts('autoscout24', { price }, '//notes')).toEqual([
      'Price: Excl. government charges.\nOne owner,\nfull history.',
    ]);
  });

  it('sends a new car without registration and kilometres', () => {
    const changes = { vehicle: { car_type: 'new', km: undefined } } as const;
    expect(texts('autoscout24', changes, '//mileage | //category')).toEqual(['New', '0']);
    expect(texts('autoscout24', changes, '//initial_registration')).toEqual([]);
  });

  it.each([
    ['no price', { price: null }],
    ['reserved', { vehicle: { reserved: true } }],
    ['not in stock yet', { vehicle: { status: 'coming_soon' } }],
    ['no odometer reading', { vehicle: { km: undefined } }],
    ['neither a car nor a motorcycle', { vehicle: { item_type: 'caravan' } }],
    ['neither a car nor a motorcycle', { vehicle: { item_type: 'truck' } }],
  ] as [Reason, Changes][])('leaves out a vehicle for "%s"', (reason, changes) => {
    expect(leftOut('autoscout24', changes)).toEqual([reason]);
  });
});

describe.each(['carsales', 'autoscout24'] as const)('FEED-22 the XML feed %s', (feed) => {
  it('has photos in their order, by full address', () => {
    const photos = ['c', 'a', 'b'].map((name) => `https://yard.example/images/${name}.jpg?w=1&h=2`);
    expect(texts(feed, { photos }, '//Photo | //uri')).toEqual(photos);
  });

  it('without vehicles has none', () => {
    const { text, vehicles } = write(feed);
    using document = XmlDocument.fromString(text);
    expect(vehicles).toBe(0);
    expect(document.find('//Vehicle | //vehicle')).toEqual([]);
  });

  it('imports again by configuration', async () => {
    const { text } = write(feed, advertised({ vehicle: WHOLE }));
    const { results } = await readAgain(feed, text);
    expect(results.flatMap(({ problems }) => problems)).toEqual([]);
    expect(results[0]?.vehicle).toMatchObject({
      ...{ make: 'Mazda', model: 'CX-5', badge: 'Touring', year: 2022, car_type: 'used', km: 41_230 },
      ...{ stocknum: 'U100', colour: 'Soul Red', simple_fuel: 'Petrol', simple_transmission: 'Automatic' },
      ...{ price: 3_299_000, price_type: 'drive_away', dealercomments: 'One owner,\nfull history.' },
      standardEquipment: WHOLE.standardEquipment,
      images: [
        { address: 'https://yard.example/images/a.jpg' },
        { address: 'https://yard.example/images/b.jpg' },
      ],
    });
  });

  const hostile = hostileTexts(200);
  const odd = fc.oneof(
    fc.constantFrom(...hostile),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
  );

  it('is well-formed and says the same whatever a dealer wrote', async () => {
    const [comment, badge] =
      feed === 'carsales' ? (['Comment', 'Badge'] as const) : (['notes', 'version'] as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ description: odd, badge: odd }), { minLength: 1, maxLength: 8 }),
        async (given) => {
          const vehicles = given.map(({ description, badge }, at) => {
            const one = advertised({ description });
            return { ...one, vehicle: { ...one.vehicle, badge, stocknum: `S${at}` } };
          });
          const { text } = write(feed, ...vehicles);
          using document = XmlDocument.fromString(text);
          expect(document.find('//Vehicle | //vehicle')).toHaveLength(given.length);
          const { cells } = await readAgain(feed, text);
          expect(cells.map((row) => row[badge] ?? '')).toEqual(
            given.map((each) => sanitiseXml(each.badge).trim()),
          );
          expect(cells.map((row) => (row[comment] ?? '').replace(/^Price: Drive away\.\s*/, ''))).toEqual(
            given.map(({ description }) => sanitiseXml(description).trim()),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
