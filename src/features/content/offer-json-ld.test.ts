import { expect, it } from 'vitest';
import { schemaOrgProblems } from '../../../tests/fixtures/schema-org.ts';
import { offerJsonLd } from './special-offers.ts';

const OFFER = { id: 'on', name: 'Tow pack', description: 'Fitted free.' };
const PAGE = { origin: 'https://www.a.example', path: '/offers/toyota/on', name: 'A' };

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
