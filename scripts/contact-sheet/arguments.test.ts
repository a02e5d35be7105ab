import { expect, it } from 'vitest';
import { demoDealers } from '../../tests/fixtures/demo-dealers.ts';
import { pageTypesOf } from './sheet-pages.ts';
import { readWishes } from './take-shots.ts';

it('PLAT-02 a contact sheet shows a dealer of each template at four widths unless it is set otherwise', () => {
  expect(readWishes([])).toMatchObject({ widths: [390, 768, 1024, 1440], zoom: 100, dark: false, pages: [] });
  expect(readWishes(['--width', '390', '--zoom', '200', '--no-js', '--page', 'home'])).toMatchObject({
    widths: [390],
    zoom: 200,
    noJs: true,
    pages: ['home'],
  });
  expect(() => readWishes(['--colour'])).toThrow(TypeError);
});

it('PLAT-02 every page type of a site is shown once', () => {
  const dealers = demoDealers();
  for (const dealer of dealers) {
    const names = pageTypesOf(dealer).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(['home', 'search', 'vehicle', 'locations-page', 'not-found']),
    );
  }
});
