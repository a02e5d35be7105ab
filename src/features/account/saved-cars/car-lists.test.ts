import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Favourite,
  isFavourite,
  isSaved,
  MAX_FAVOURITES,
  readFavourite,
  toggled,
  writeFavourite,
} from './car-lists.ts';

const car = (id: string): Favourite => ({
  id,
  name: `2021 Toyota HiLux ${id}`,
  slug: `hilux-${id}`,
  make: 'Toyota',
  model: 'HiLux',
  primary_image_url: `/images/${id}/640.webp`,
});

const toggles = fc.array(fc.integer({ min: 0, max: 12 }).map((n) => car(String(n))));

it('FAV-01 a car is saved when toggled an odd number of times, and the newest is first', () => {
  fc.assert(
    fc.property(toggles, (presses) => {
      const list = presses.reduce<Favourite[]>((saved, pressed) => toggled(saved, pressed), []);
      const odd = new Set(
        presses
          .map(({ id }) => id)
          .filter((id, _at, ids) => ids.filter((other) => other === id).length % 2 === 1),
      );
      expect(new Set(list.map(({ id }) => id))).toEqual(odd);
      expect(list).toHaveLength(odd.size);
      const last = presses.at(-1);
      if (last && isSaved(list, last)) expect(list[0]).toEqual(last);
    }),
  );
});

it('FAV-01 the list has a limit, and the oldest car is dropped', () => {
  const ids = Array.from({ length: MAX_FAVOURITES + 5 }, (_, n) => String(n));
  const list = ids.reduce<Favourite[]>((saved, id) => toggled(saved, car(id)), []);
  expect(list).toHaveLength(MAX_FAVOURITES);
  expect(list[0]?.id).toBe(ids.at(-1));
  expect(isSaved(list, { id: '0', slug: 'slug-0' })).toBe(false);
});

const textOf = (minLength: number) =>
  fc.string({ minLength, unit: fc.constantFrom('a', '7', ' ', '"', '\n', '\r', '\t', '\u00a0', '\u2028') });
const anyCar = fc.record({
  id: textOf(1),
  name: textOf(1),
  slug: textOf(1),
  make: textOf(0),
  model: textOf(0),
  primary_image_url: fc.webUrl(),
});

it('FAV-01 a car is read as it was written, with any white space as spaces', () => {
  fc.assert(
    fc.property(anyCar, (written) => {
      const flat = Object.entries(written).map(([key, text]) => [key, text.replace(/\s/g, ' ')]);
      expect(readFavourite(writeFavourite(written))).toEqual(Object.fromEntries(flat));
    }),
  );
  expect(readFavourite(writeFavourite({ ...car('1'), primary_image_url: '' }))).toMatchObject({
    primary_image_url: '',
  });
});

it.each([
  undefined,
  '',
  'text',
  JSON.stringify(car('1')),
  writeFavourite({ ...car('1'), id: '' }),
  writeFavourite({ ...car('1'), name: 'x'.repeat(501) }),
])('FAV-01 %j is no car', (junk) => {
  expect(readFavourite(junk)).toBeUndefined();
});

it.each([[{}], [null], ['text'], [[]], [{ ...car('1'), slug: 7 }], [{ ...car('1'), name: undefined }]])(
  'FAV-01 %j in a stored list is no car',
  (junk) => {
    expect(isFavourite(junk)).toBe(false);
  },
);

it('FAV-01 of any stored data, only objects with the six texts are cars', () => {
  const keys = Object.keys(car('1'));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...keys), fc.jsonValue())), (junk) => {
      const isCar = keys.every((key) => typeof Object(junk)[key] === 'string');
      if (!isCar) expect(isFavourite(junk)).toBe(false);
    }),
  );
});

it('FAV-01 a car saved under another id is identified by its slug, and removed as one', () => {
  const saved = [{ ...car('1'), id: 'before' }, car('2')];
  expect(isSaved(saved, car('1'))).toBe(true);
  expect(toggled(saved, car('1'))).toEqual([car('2')]);
});
