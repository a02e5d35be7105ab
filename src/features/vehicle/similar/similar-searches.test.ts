import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ComparedVehicle,
  inSimilarOrder,
  priceWindow,
  similarSearches,
  similarSearchUrl,
} from './similar-searches.ts';

const HILUX: ComparedVehicle = {
  id: 'h1',
  make: 'Toyota',
  model: 'HiLux',
  car_type: 'used',
  item_type: 'car',
  body: 'ute',
  price: 45_990,
};

describe('price window', () => {
  it.each([
    [30_000, 20_000, 40_000],
    [49_999, 39_999, 59_999],
    [50_000, 25_000, 75_000],
    [120_000, 95_000, 145_000],
    [4000, 0, 14_000],
  ])('VDP-14 of %d dollars is %d to %d', (price, min, max) => {
    expect(priceWindow(price)).toEqual({ min, max });
  });

  it('VDP-14 a vehicle without a price is compared with those of any price', () => {
    expect(similarSearches({ ...HILUX, price: null }, 'type_body').map(({ ranges }) => ranges)).toEqual([
      {},
      {},
    ]);
  });
});

describe('searches', () => {
  it('VDP-34 by car type and body, the model among them searched by itself as well', () => {
    const range = { price: { min: 35_990, max: 55_990 } };
    expect(similarSearches(HILUX, 'type_body')).toMatchObject([
      { lists: { car_type: ['used'], body: ['ute'] }, ranges: range },
      { lists: { car_type: ['used'], body: ['ute'], make: ['Toyota'], model: ['HiLux'] }, ranges: range },
    ]);
  });

  it('VDP-34 by make and model alone', () => {
    const [only, ...more] = similarSearches(HILUX, 'make_model');
    expect(only?.lists).toEqual({ make: ['Toyota'], model: ['HiLux'] });
    expect(more).toEqual([]);
  });

  it('VDP-34 without a body type trucks are compared with trucks', () => {
    const truck = { ...HILUX, item_type: 'truck', body: null };
    expect(similarSearches(truck, 'type_body')[0]?.lists).toEqual({
      car_type: ['used'],
      item_type: ['truck'],
    });
  });

  it('VDP-14 the search of them all has an address of its own', () => {
    expect(similarSearchUrl(HILUX, 'type_body')).toBe('/search/used-cars?body=ute&price=35990%3A55990');
    expect(similarSearchUrl(HILUX, 'make_model')).toBe('/search/toyota/hilux?price=35990%3A55990');
  });
});

describe('order', () => {
  const found = fc.array(
    fc.record({
      id: fc.constantFrom('h1', 'a', 'b', 'c', 'd', 'e', 'f', 'g'),
      make: fc.constantFrom('Toyota', 'TOYOTA', 'Ford'),
      model: fc.constantFrom('HiLux', 'hilux ', 'Ranger'),
    }),
    { maxLength: 20 },
  );
  const isHilux = ({ make, model }: { make: string; model: string }) =>
    make.toLowerCase() === 'toyota' && model.trim().toLowerCase() === 'hilux';

  it('VDP-14 the same model first, each once, never the vehicle itself, whatever is found', () => {
    fc.assert(
      fc.property(found, (cars) => {
        const similar = inSimilarOrder(cars, HILUX);
        const ids = similar.map(({ id }) => id);
        expect(ids).not.toContain('h1');
        expect(new Set(ids)).toEqual(new Set(cars.map(({ id }) => id).filter((id) => id !== 'h1')));
        expect(new Set(ids).size).toBe(ids.length);
        const sameModel = similar.map(isHilux);
        expect(sameModel.lastIndexOf(true)).toBeLessThan(
          sameModel.includes(false) ? sameModel.indexOf(false) : sameModel.length,
        );
      }),
    );
  });

  it('VDP-14 among the same the order in which they were found stays', () => {
    const cars = ['a', 'b', 'c', 'd'].map((id, at) => ({
      id,
      make: 'Toyota',
      model: at % 2 ? 'HiLux' : 'Prado',
    }));
    expect(inSimilarOrder(cars, HILUX).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
  });
});
