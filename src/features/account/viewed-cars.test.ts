import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_VIEWED_CARS } from '#src/domain/vehicle/viewed-vehicles.ts';
import type { TextStorage } from '#src/ui/browser-storage.ts';
import { rememberViewedCar, viewedCars } from './viewed-cars.ts';

let storage: TextStorage;
beforeEach(() => {
  const texts = new Map<string, string>();
  storage = { getItem: (key) => texts.get(key) ?? null, setItem: (key, value) => void texts.set(key, value) };
});

describe('viewed cars', () => {
  const car = (id: string) => ({
    id,
    stocknum: 'S1',
    make: 'Mazda',
    model: 'CX-5',
    body: 'SUV',
    simple_body: 'suv',
  });

  it('VDP-22 the last 20 are stored, newest first, each once', () => {
    for (let n = 0; n < MOST_VIEWED_CARS + 2; n++) rememberViewedCar(storage, car(String(n)));
    rememberViewedCar(storage, car('5'));
    const ids = viewedCars(storage).map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(ids.slice(0, 2)).toEqual(['5', '21']);
    expect(new Set(ids).size).toBe(20);
  });

  it('VDP-22 exactly the fields of the specification are stored, unknown ones as empty texts', () => {
    rememberViewedCar(storage, { id: '1', make: 'Mazda', model: 'CX-5', stocknum: null, vin: 'V' });
    expect(viewedCars(storage)).toEqual([
      { id: '1', stocknum: '', make: 'Mazda', model: 'CX-5', body: '', simple_body: '' },
    ]);
  });

  it.each([undefined, null, 'x', {}, { id: 7 }, []])('VDP-22 %j is not stored', (junk) => {
    rememberViewedCar(storage, junk);
    expect(viewedCars(storage)).toEqual([]);
  });
});
