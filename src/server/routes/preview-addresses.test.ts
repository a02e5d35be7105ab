import { expect, it } from 'vitest';
import { previewAddress, sitePath } from './preview-addresses.ts';

it.each([
  ['/', '/previews/metro/index.html'],
  ['/cars/2020-mazda-3', '/previews/metro/cars/2020-mazda-3/index.html'],
  ['/search/used-cars?body=suv#top', '/previews/metro/search/used-cars/index.html?body=suv#top'],
  ['/_astro/site.1a2b.js', '/previews/metro/_astro/site.1a2b.js'],
  ['/images/a/v1/w640-q75-4x3.webp', '/previews/metro/images/a/v1/w640-q75-4x3.webp'],
])('PLAT-04 a preview has %s at %s', (address, place) => {
  expect(previewAddress(address, '/previews/metro')).toBe(place);
  expect(previewAddress(place, '/previews/metro')).toBe(place);
});

it('PLAT-04 a preview at the root of its host has the same files', () => {
  expect(previewAddress('/', '')).toBe('/index.html');
  expect(previewAddress('/cars/a', '')).toBe('/cars/a/index.html');
  expect(previewAddress('/cars/a/index.html', '')).toBe('/cars/a/index.html');
});

it.each([
  '/sign-in?redirect=%2F',
  '/cars/a/checkout',
  '/cars/a.pdf',
  '/compare?cars=a',
  '/cars/trade-in?car_id=1',
  '/value-my-car/abc',
])('PLAT-04 %s is off in a preview', (address) => {
  expect(previewAddress(address, '/p')).toBe('/p/preview/off.html');
});

it.each(['https://other.example/cars/a', '//other.example/a', 'mailto:a@b.example', '#enquire', '?page=2'])(
  'PLAT-04 %s is no address of the site',
  (address) => {
    expect(previewAddress(address, '/p')).toBe(address);
  },
);

it('PLAT-04 a preview knows which of the site’s pages it shows', () => {
  expect(sitePath('/p/cars/a/index.html', '/p')).toBe('/cars/a');
  expect(sitePath('/p/', '/p')).toBe('/');
  expect(sitePath('/cars/a/index.html', '')).toBe('/cars/a');
});
