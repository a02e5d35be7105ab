import { expect, it } from 'vitest';
import { schemaOrgProblems } from '../../../tests/fixtures/schema-org.ts';
import { offerJsonLd, offerStockPath } from './special-offers.ts';

const OFFER = { id: 'on', name: 'Tow pack', description: 'Fitted free.' };
const PAGE = { origin: 'https://www.a.example', path: '/offers/toyota/on', name: 'A' };

it('CONT-246 a price is structured data', () => {
  const priced = offerJsonLd({ ...OFFER, price: 62_990 }, PAGE);
  expect(schemaOrgProblems(priced)).toEqual([]);
  expect(priced).toMatchObject({ price: 62_990, priceCurrency: 'AUD' });
  expect(offerJsonLd(OFFER, PAGE)).not.toHaveProperty('price');
});

it('CONT-246 an offer leads to its own search, else to its model’s, else to its make’s', () => {
  const models = [{ name: 'HiLux', slug: 'hilux', make: 'Toyota', features: [] }];
  const at = (offer: object, manufacturer?: string) =>
    offerStockPath(offer, { models, ...(manufacturer && { manufacturer }) });
  expect(at({ searchPath: '/search/used-cars', model: 'hilux' })).toBe('/search/used-cars');
  expect(at({ model: 'hilux' })).toBe('/search/toyota/hilux');
  expect(at({ make: 'Kia' }, 'Isuzu')).toBe('/search/kia');
  expect([at({}, 'Isuzu'), at({})]).toEqual(['/search/isuzu', undefined]);
});

it('CONT-03 structured data of an offer follows schema.org, with all facts and with few', () => {
  const full = offerJsonLd(
    { ...OFFER, disclaimer: 'While stock lasts.', start: '2026-06-01', expiry: '2026-06-18' },
    { ...PAGE, picture: '/pictures/yard.webp', make: 'Toyota', model: 'HiLux' },
  );
  expect(schemaOrgProblems(full)).toEqual([]);
  expect(schemaOrgProblems(offerJsonLd(OFFER, PAGE))).toEqual([]);
  expect(full).toMatchObject({
    validFrom: '2026-06-01',
    validThrough: '2026-06-18',
    description: 'Fitted free. While stock lasts.',
    image: 'https://www.a.example/pictures/yard.webp',
    itemOffered: { name: 'Toyota HiLux', brand: { name: 'Toyota' } },
  });
  expect(Object.keys(offerJsonLd(OFFER, PAGE))).not.toContain('validThrough');
});
