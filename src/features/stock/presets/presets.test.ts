import { readdirSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { compileMapping } from '#src/features/stock/mapping/column-mapping.ts';
import { FEED_FIELDS } from '#src/features/stock/mapping/feed-fields.data.ts';
import { readCell } from '#src/features/stock/server/reading/feed-cell.ts';
import { openFeed } from '#src/features/stock/server/reading/read-feed.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { dealerFolder } from '../../../../tests/fixtures/dealer-folder.ts';
import { PUBLISHED_WORDS } from '../../../../tests/fixtures/published-words.data.ts';
import { readAll } from '../../../../tests/fixtures/read-whole-feed.ts';
import { FEED_PRESETS } from './feed-presets.ts';

const NAMES = Object.keys(FEED_PRESETS);
const FEEDS = resolve('tests/fixtures/feeds');
const SLUG = 'kookaburra-cars';

const dealers = dealerFolder();
afterAll(() => dealers.remove());

/** A dealer with nothing but a preset and a file. */
function dealerWith(preset: string, file: string) {
  dealers.change(SLUG, { stock: { ...(dealers.read(SLUG).stock as object), feed: { preset, file } } });
  const loaded = loadDealer(dealers.file(SLUG));
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems, null, 1));
  const { feed } = loaded.dealer.stock;
  if (!feed) throw new Error('no feed');
  return { dealer: loaded.dealer, feed };
}

async function readFixture(preset: string) {
  const name = readdirSync(FEEDS).find((each) => each.startsWith(`${preset}.`)) ?? '';
  const { dealer, feed } = dealerWith(preset, resolve(FEEDS, name));
  const opened = await openFeed(resolve(FEEDS, name), feed);
  try {
    return await readAll(feed, dealer, opened, fixedClock('2026-11-30T00:00:00Z'));
  } finally {
    opened.close();
  }
}

/** Make, model, year, condition, status, cents, km, VIN, stock number, photos, body, fuel, transmission. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  autoscout24: [
    'Skoda | Octavia | 2021 | used | in_stock | 3199000 | 48210 | TMBJJ7NX9M8010792 | AS-801 | 2 | stationWagon | Diesel | Automatic',
    'Nissan | X-Trail | 2024 | demo | in_stock | 4899000 | 2500 | JN1TANT3XU0010914 | AS-802 | 1 | suv | Hybrid | Automatic',
    'Volkswagen | Golf | 2020 | demo | in_stock | 2750000 | 10 | WVWZZZ1K6LW010681 | AS-803 | 0 | hatchback | Petrol | Manual',
    'Kia | Carnival | 2019 | used | in_stock | - | 30100 | - | AS-804 | 0 | peopleMover | - | -',
  ],
  'autotrader-ca': [
    'Chevrolet | Spark | 2019 | used | in_stock | 945000 | 88410 | KL1TJ5C62KB010177 | AC101 | 3 | hatchback | - | Manual',
    'Dodge | Grand Caravan | 2020 | used | in_stock | - | 71250 | 2C4RDGBG6LR010265 | AC102 | 1 | peopleMover | Petrol | Automatic',
    'Ford | Escape | 2026 | new | in_stock | 4120000 | 15 | - | AC103 | 0 | suv | Petrol | Automatic',
    'Tesla | Model 3 | 2021 | used | in_stock | - | - | 5YJ3E1EA9MF310452 | 7000104 | 0 | - | - | -',
  ],
  autoxloo: [
    'Ford | F-150 | 2021 | used | in_stock | 4599500 | 61250 | 1FTEW1EP8MKD10021 | AX101 | 2 | ute | Petrol | Automatic',
    'Mazda | CX-5 | 2022 | used | in_stock | 3299000 | 18400 | JM0DJ2HAXN1210358 | AX102 | 1 | suv | Diesel | Automatic',
    'Kia | Rio | 2026 | new | in_stock | - | - | - | AX103 | 0 | hatchback | - | -',
  ],
  carsales: [
    'Mitsubishi | Triton | 2022 | used | in_stock | 3799000 | 38120 | MMAJLKL18NH010469 | CS901 | 2 | ute | Diesel | Automatic',
    'Toyota | Camry | 2020 | demo | in_stock | 3450000 | 5120 | 6T1BF3FK4LX010236 | CS902 | 1 | sedan | Hybrid | Automatic',
    'Kia | Rio | 2023 | new | sold | 2499000 | 12 | KNAPR81A0P7010570 | CS903 | 0 | hatchback | Petrol | Manual',
    'Mazda | 2 | 2022 | new | in_stock | - | - | - | CS904 | 0 | - | Petrol | -',
  ],
  'dealer-studio': [
    'Toyota | Camry | 2020 | used | in_stock | 2999000 | 12345 | 6T1BF3FK4LX010236 | DS201 | 2 | sedan | Petrol | Automatic',
    'Nissan | X-Trail | 2024 | demo | in_stock | 4499000 | 2500 | JN1TANT3XU0010914 | DS202 | 1 | suv | Hybrid | Automatic',
    'Hyundai | Elantra | 2023 | used | sold | - | - | KMHLM4AG4PU310915 | DS203 | 0 | sedan | Petrol | Manual',
  ],
  dms14: [
    'Volkswagen | Golf | 2020 | used | in_stock | 1899500 | 34440 | - | D601 | 2 | hatchback | Petrol | Manual',
    'Skoda | Octavia | 2021 | used | in_stock | 1745000 | 53108 | - | D602 | 1 | stationWagon | Diesel | Automatic',
    'Toyota | RAV4 | 2022 | used | in_stock | - | - | - | D603 | 0 | suv | Hybrid | Automatic',
  ],
  easycars: [
    'Ford | Ranger | 2022 | used | in_stock | 5649000 | 41250 | MPBUMFF56NX010125 | EC101 | 3 | ute | Diesel | Automatic',
    'Mazda | 2 | 2022 | demo | in_stock | 2599000 | 3100 | JM0DJ2HAXN1210358 | EC102 | 1 | hatchback | Petrol | Automatic',
    'Kia | Rio | 2023 | new | sold | - | - | KNAPR81A0P7010570 | EC103 | 0 | sedan | Petrol | Manual',
  ],
  'google-vehicle-ads': [
    'Mazda | Mazda2 | 2022 | used | in_stock | 2899000 | 18400 | JM0DJ2HAXN1210358 | G301 | 3 | hatchback | - | -',
    'Ford | Ranger | 2022 | used | in_stock | 5649000 | 41250 | MPBUMFF56NX010125 | G302 | 1 | ute | - | -',
    'Toyota | Camry | 2020 | new | in_stock | 4201000 | 15 | 6T1BF3FK4LX010236 | G303 | 1 | sedan | - | -',
    'Kia | Rio | 2023 | used | in_stock | - | - | - | G304 | 1 | suv | - | -',
  ],
  'google-vehicle-listings': [
    'Jaguar | XE | 2020 | used | in_stock | 3999000 | 84936 | SAJBB4AG7LCY10803 | L401 | 3 | - | - | -',
    'Kia | Rio | 2023 | new | in_stock | 2649000 | 20 | KNAPR81A0P7010570 | L402 | 1 | - | - | -',
    'BMW | 330i | 2020 | used | in_stock | 5150000 | 61200 | WBA5R1C0XLFH21036 | L403 | 0 | - | - | -',
  ],
  homenet: [
    'Ford | F-150 | 2021 | used | in_stock | 4199000 | 50212 | 1FTEW1EP8MKD10021 | P1021 | 2 | ute | Petrol | Automatic',
    'Toyota | RAV4 | 2022 | new | in_stock | 3799500 | 19 | JTMRJREV8ND510884 | N1045 | 1 | suv | Hybrid | Automatic',
    'Tesla | Model 3 | 2021 | used | in_stock | 4500000 | 12875 | 5YJ3E1EA9MF310452 | P1046 | 0 | sedan | Electric | Automatic',
    'Jeep | Wrangler | 2020 | used | in_stock | 2899000 | - | - | P1047 | 0 | - | - | Manual',
  ],
  kijiji: [
    'Chevrolet | Silverado 1500 | 2021 | used | in_stock | 4599500 | 61250 | 3GCUYDED5MG310126 | K121 | 3 | ute | - | Automatic',
    'Mazda | CX-5 | 2022 | new | in_stock | 4120000 | 35 | JM0DJ2HAXN1210358 | K122 | 1 | suv | - | Automatic',
    'Dodge | Grand Caravan | 2016 | used | in_stock | - | - | - | 90123 | 0 | peopleMover | - | -',
  ],
  'meta-automotive': [
    'Mitsubishi | Triton | 2022 | used | in_stock | 3899000 | 38120 | MMAJLKL18NH010469 | M501 | 2 | ute | Diesel | Automatic',
    'Kia | Rio | 2023 | new | sold | 2499000 | 12 | KNAPR81A0P7010570 | M502 | 2 | hatchback | Petrol | Manual',
    'Jaguar | XE | 2020 | used | in_stock | - | 64374 | SAJBB4AG7LCY10803 | M503 | 1 | sedan | Petrol | -',
  ],
  'mobile-de': [
    'BMW | 330i | 2020 | used | in_stock | 5150000 | 61200 | WBA5R1C0XLFH21036 | DE-701 | 0 | sedan | Petrol | Automatic',
    'Skoda | Octavia | 2026 | new | in_stock | 4299000 | 15 | TMBJJ7NX9M8010792 | DE-702 | 0 | stationWagon | Diesel | Manual',
    'Nissan | X-Trail | 2024 | demo | in_stock | - | 2500 | JN1TANT3XU0010914 | DE-703 | 0 | suv | Hybrid | Automatic',
  ],
  vauto: [
    'Toyota | RAV4 | 2022 | used | in_stock | 3199500 | 24542 | 2T3P1RFV5NC210763 | A2076 | 3 | suv | Petrol | Automatic',
    'Hyundai | Elantra | 2023 | new | in_stock | 2299000 | 14 | KMHLM4AG4PU310915 | A2077 | 2 | sedan | Petrol | Automatic',
    'Jeep | Wrangler | 2020 | used | sold | - | 67609 | 1C4HJXDG7LW311247 | A2078 | 0 | convertible | Petrol | Manual',
    'Ford | F-150 | 2019 | used | in_stock | - | - | - | A2079 | 0 | ute | - | -',
  ],
};

const inWords = ({ images, ...vehicle }: Vehicle): string =>
  [
    ...[vehicle.make, vehicle.model, vehicle.year, vehicle.car_type, vehicle.status, vehicle.price],
    ...[vehicle.km, vehicle.vin, vehicle.stocknum, images?.length ?? 0],
    ...[vehicle.simple_body, vehicle.simple_fuel, vehicle.simple_transmission],
  ]
    .map((value) => value ?? '-')
    .join(' | ');

describe.each(NAMES)('the preset %s', (preset) => {
  it('FEED-17 is a feed that a dealer file could describe, and names its source and date', () => {
    const { title, source, date, feed } = FEED_PRESETS[preset] ?? {};
    expect(v.safeParse(FeedSchema, { ...feed, file: 'stock' }).issues).toBeUndefined();
    expect(title).not.toBe('');
    expect(source).toMatch(/^https:\/\/[\w.-]+\/\S+$/);
    expect(date).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])(?:, .+)?$/);
  });

  it('FEED-17 reads a feed in its published layout, without a row skipped or a word unknown', async () => {
    const { vehicles, withdrawn, problems, rows } = await readFixture(preset);
    expect(vehicles.map(({ vehicle }) => inWords(vehicle))).toEqual(EXPECTED[preset]);
    expect([rows, withdrawn]).toEqual([vehicles.length, []]);
    const lacked = problems.filter(({ expected }) => expected.includes('stock.feed.optionalColumns'));
    expect(problems.filter((problem) => !lacked.includes(problem))).toEqual([]);
    expect(lacked.length).toBeLessThanOrEqual(1);
  });

  it('FEED-17 understands every word that its source publishes', () => {
    const { feed } = dealerWith(preset, resolve(FEEDS, 'stock'));
    const mapping = compileMapping(feed);
    const unknown = Object.entries(PUBLISHED_WORDS[preset] ?? {}).flatMap(([name, words]) => {
      const field = name as FeedFieldName;
      const column = mapping.sourceOf(field, {}).name;
      return words.split(', ').filter((word) => {
        const cells = { [column]: word };
        if (mapping.writtenOf(field, cells) === '') return word !== 'NONE';
        const text = mapping.textOf(field, cells);
        return text !== '' && 'refused' in readCell(FEED_FIELDS[field], text);
      });
    });
    expect(unknown).toEqual([]);
  });
});

it('FEED-17 every preset has the name of its file, and a feed that it is tried with', () => {
  const here = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
  expect(here.map((name) => basename(name, '.json')).toSorted()).toEqual(NAMES.toSorted());
  expect(Object.keys(EXPECTED)).toEqual(NAMES);
  expect(Object.keys(PUBLISHED_WORDS)).toEqual(NAMES);
});

it.each([
  ['google-vehicle-listings', 'VIN,make,model,year,condition,price\n,Kia,Rio,2021,used,19990 USD\n', 'price'],
  [
    'autoscout24',
    '<stx3><vehicle_data><vehicles><vehicle><category>used</category><brand>Kia</brand><model>Rio</model><initial_registration>2021-01-01</initial_registration><prices><price><type>public</type><currency>eur</currency><value>19990</value></price></prices></vehicle></vehicles></vehicle_data></stx3>',
    'prices/price[type=public]/value + prices/price[type=public]/currency',
  ],
])(
  'FEED-17 a price that %s has in another currency is reported and not shown',
  async (preset, text, column) => {
    const file = resolve(dealers.folder, 'foreign');
    writeFileSync(file, text);
    const { dealer, feed } = dealerWith(preset, file);
    const opened = await openFeed(file, feed);
    const { vehicles, problems } = await readAll(feed, dealer, opened, fixedClock('2026-11-30T00:00:00Z'));
    opened.close();
    expect(vehicles.map(({ vehicle }) => [vehicle.model, vehicle.price])).toEqual([['Rio', undefined]]);
    expect(problems).toContainEqual(
      expect.objectContaining({ column, expected: expect.stringContaining('in Australian dollars') }),
    );
  },
);
