import { beforeEach, expect, it } from 'vitest';
import { MAX_VIEWED_CARS } from '#src/features/account/saved-cars/car-lists.ts';
import { $viewedCars, rememberViewedCar } from './viewed-cars.store.ts';

beforeEach(() => $viewedCars.set([]));

const car = (id: string) => ({
  id,
  stocknum: 'S1',
  make: 'Mazda',
  model: 'CX-5',
  body: 'SUV',
  simple_body: 'suv',
});

it('VDP-22 the last 20 are stored, newest first, each once', () => {
  for (let n = 0; n < MAX_VIEWED_CARS + 2; n++) rememberViewedCar(car(String(n)));
  rememberViewedCar(car('5'));
  const ids = $viewedCars.get().map(({ id }) => id);
  expect(ids).toHaveLength(20);
  expect(ids.slice(0, 2)).toEqual(['5', '21']);
  expect(new Set(ids).size).toBe(20);
});

it('VDP-22 exactly the fields of the specification are stored, unknown ones as empty texts', () => {
  rememberViewedCar({ id: '1', make: 'Mazda', model: 'CX-5', stocknum: null, vin: 'V' });
  expect($viewedCars.get()).toEqual([
    { id: '1', stocknum: '', make: 'Mazda', model: 'CX-5', body: '', simple_body: '' },
  ]);
});

it.each([undefined, null, 'x', {}, { id: 7 }, []])('VDP-22 %j is not stored', (junk) => {
  rememberViewedCar(junk);
  expect($viewedCars.get()).toEqual([]);
});
