import { expect, it } from 'vitest';
import { configured } from '../../../tests/fixtures/configured.ts';
import { BRAND, OFFER } from '../../../tests/fixtures/resolved-address.ts';
import { addressUnderBase } from './build-preview.ts';

const POST = { slug: 'towing', heading: 'Towing', date: '2026-05-01', description: 'How' };
const site = configured({ brands: [BRAND], offers: [OFFER], blog: [POST] });

it.each([
  ['/cars', '/cars/…'],
  ['/images', '/images/…'],
  ['/_astro', '/_astro/…'],
  ['/preview', '/preview/…'],
  ['/search/used-cars', '/search/used-cars'],
  ['/cars/2020-mazda-3', '/cars/2020-mazda-3'],
  ['/about-us', '/about-us'],
  ['/blog', '/blog'],
  ['/offers', '/offers/land-rover/june'],
  ['/isuzu-ute', '/isuzu-ute/overview'],
])('PLAT-04 a preview under %s would take %s for an address of its own', (base, address) => {
  expect(addressUnderBase(site, base)).toBe(address);
});

it.each(['', '/previews/riverbend', '/p', '/cars-of-spring', '/blog/spring', '/images/previews/spring'])(
  'PLAT-04 no address of the site begins with "%s"',
  (base) => {
    expect(addressUnderBase(site, base)).toBeUndefined();
  },
);
