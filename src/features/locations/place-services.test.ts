import { expect, it } from 'vitest';
import { stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { locationServices } from './location-page-content.ts';

it('LOC-12 CFG-16 a location of a site by subscription sells nothing', () => {
  const texts = (manufacturers: string[], isSubscription: boolean) =>
    locationServices({ location_type: '', manufacturers }, stockNoun(['cars'], isSubscription)).map(
      ({ text }) => text,
    );
  expect(texts([], true)).toEqual(['Cars by subscription']);
  expect(texts(['Kia'], true)).toEqual(['Kia by subscription']);
  expect(texts([], false)).toEqual(['Sales of cars']);
  expect(texts(['Kia'], false)).toEqual(['Sales of Kia']);
});
