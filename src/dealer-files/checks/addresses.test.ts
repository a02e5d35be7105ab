import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkedDealer, placesAndWords } from '../../../tests/fixtures/checked-dealer.ts';
import { checkAddresses } from './addresses.ts';

const { dealer, yard } = checkedDealer();
const findings = (changes: Partial<DealerConfig>) =>
  placesAndWords(checkAddresses({ ...dealer, ...changes }));

const brand = (slug: string) => ({
  slug,
  title: slug,
  kind: 'car' as const,
  description: [],
  certified: false,
  skipPage: false,
});
const model = (slug: string) => ({ slug, name: slug, make: 'Isuzu', features: [] });
const shortModels = { links: { ...dealer.links, models: '/' as const } };

it('NAV-14 two pages never have one address', () => {
  expect(findings({ brands: [brand('isuzu'), brand('kia')], models: [model('isuzu')] })).toEqual([]);
  expect(findings({ brands: [brand('isuzu'), brand('kia'), brand('kia')] })).toEqual([
    ['brands.2.slug', '/kia/overview, which "kia" also has'],
  ]);
  expect(findings({ ...shortModels, models: [model('mu-x'), model('about-us')] })).toEqual([
    ['models.1.slug', '/about-us, which "About the yard" also has'],
  ]);
});

it('NAV-14 no place takes the search of a make that the dealer names', () => {
  const [dealership] = dealer.dealerships;
  const place = { ...yard, slug: 'land-rover' };
  const places = { locations: [place], ...(dealership && { dealerships: [{ ...dealership, slug: 'kia' }] }) };
  expect(findings(places)).toEqual([]);
  expect(findings({ ...places, manufacturer: 'Land Rover', brands: [brand('kia')] })).toEqual([
    ...(dealership ? [['dealerships.0.slug', '"kia"']] : []),
    ['locations.0.slug', '"land-rover"'],
  ]);
  const [{ expected, remedy } = {}] = checkAddresses({ ...dealer, ...places, manufacturer: 'Land Rover' });
  expect(expected).toBe(
    'a slug other than that of the make "Land Rover", so that /search/land-rover means one thing',
  );
  expect(remedy).toBe('Choose another slug.');
});

it('NAV-14 no page of a dealer takes an address of the platform', () => {
  expect(findings({ models: [model('search')] })).toEqual([]);
  expect(findings({ ...shortModels, models: [model('search')] })).toEqual([['models.0.slug', '/search']]);
  expect(findings({ brands: [brand('api')] })).toEqual([['brands.0.slug', '/api/overview']]);
});

it('NAV-12 an earlier address leads to one place, in any case', () => {
  const redirect = (from: string) => ({ from, to: '/about-us', status: 301 as const });
  expect(findings({ redirects: [redirect('/a'), redirect('/b')] })).toEqual([]);
  expect(findings({ redirects: [redirect('/a'), redirect('/b'), redirect('/A/')] })).toEqual([
    ['redirects.2.from', '"/A/" again'],
  ]);
});

it('NAV-14 a location twice is reported once, as such', () => {
  expect(findings({ locations: [yard, yard] })).toEqual([]);
});
