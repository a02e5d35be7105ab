import { expect, test } from 'vitest';
import { demoDealers } from '../../../tests/fixtures/demo-dealers.ts';
import { generateDemoStock } from '../demo-stock.ts';
import type { FeedVehicle } from '../feed-vehicle.ts';
import { createRandom } from '../random.ts';
import { firstPages, type Photographed, spreadPhotos } from './spread-photos.ts';

const TODAY = '2026-11-21';
const YEAR = 2026;
const MOST_REPEATS = 2;
const MOST_WITHOUT_PHOTO = 0.15;
const dealers = demoDealers();
const stocks = dealers.map((dealer) => ({ dealer, stock: generateDemoStock({ dealer, today: TODAY }) }));

/** Pictures that are on a page too often, with their counts. */
const repeated = (page: readonly { vehicle: FeedVehicle }[]): string[] => {
  const counts = Map.groupBy(
    page.flatMap(({ vehicle }) => vehicle.images[0] ?? []),
    (id) => id,
  );
  return [...counts]
    .filter(([, all]) => all.length > MOST_REPEATS)
    .map(([id, all]) => `${id} × ${all.length}`);
};

test.each(stocks)(
  'CARD-01 no first page of $dealer.slug shows a picture more than twice',
  ({ dealer, stock }) => {
    const pages = firstPages(
      stock.map((vehicle) => ({ vehicle })),
      dealer,
      YEAR,
    );
    expect(pages.size).toBeGreaterThan(5);
    expect([...pages].flatMap(([name, page]) => repeated(page).map((what) => `${name}: ${what}`))).toEqual(
      [],
    );
  },
);

test('CARD-06 few vehicles have a placeholder', () => {
  const all = stocks.flatMap(({ stock }) => stock);
  const without = all.filter(({ images }) => images.length === 0).length;
  expect(without / all.length).toBeLessThan(MOST_WITHOUT_PHOTO);
});

test('CARD-01 a picture that is already on a page twice is replaced by the least used', () => {
  const [dealer] = dealers;
  if (!dealer) throw new Error('There is no demo dealer.');
  const white = { paint: 'white', angle: 'hero' } as const;
  const ways = [white, { paint: 'white', angle: 'side' }, { paint: 'red', angle: 'hero' }] as const;
  const [first] = stocks[0]?.stock ?? [];
  const all = Array.from({ length: 6 }, (): Photographed => {
    const vehicle = { ...first, status: 'in_stock', year: YEAR, car_type: 'used' } as FeedVehicle;
    return { vehicle, shape: 'suv', first: white };
  });
  const chosen = spreadPhotos(all, {
    ...{ dealer, year: YEAR, waysOf: () => ways, weightOf: () => 1 },
    random: createRandom('test'),
  });
  const seen = [...chosen.values()].map(({ paint, angle }) => `${paint} ${angle}`);
  for (const each of new Set(seen)) expect(seen.filter((one) => one === each)).toHaveLength(MOST_REPEATS);
});
