import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Favourite, isFavourite, isSaved, MAX_FAVOURITES, toFavourite, toggled } from './favourite.ts';

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

it('FAV-01 only the fields of the specification are stored, and a picture may be missing', () => {
  const { primary_image_url: _, ...withoutPicture } = car('1');
  expect(toFavourite({ ...withoutPicture, price: 1, email: 'a@b.c' })).toEqual({
    ...withoutPicture,
    primary_image_url: '',
  });
  expect(toFavourite({ ...withoutPicture, primary_image_url: null })?.primary_image_url).toBe('');
});

it.each([
  [{}],
  [null],
  ['text'],
  [[]],
  [{ ...car('1'), id: '' }],
  [{ ...car('1'), slug: 7 }],
  [{ ...car('1'), name: undefined }],
  [{ ...car('1'), name: 'x'.repeat(501) }],
])('FAV-01 %j is no car', (junk) => {
  expect(toFavourite(junk)).toBeUndefined();
});

it('FAV-01 for any stored data, only cars are returned', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (junk) => {
      const read = toFavourite(junk);
      expect(read === undefined || isFavourite(read)).toBe(true);
    }),
  );
});

it('FAV-01 a car saved under another id is identified by its slug, and removed as one', () => {
  const saved = [{ ...car('1'), id: 'before' }, car('2')];
  expect(isSaved(saved, car('1'))).toBe(true);
  expect(toggled(saved, car('1'))).toEqual([car('2')]);
});
