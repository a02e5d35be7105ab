import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkedDealer, placesAndWords } from '../../../tests/fixtures/checked-dealer.ts';
import { checkAddresses, SITE_WORDS } from './address-checks.ts';

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

const page = (slug: string) => ({
  ...{ slug, title: slug, paragraphs: 'Text.', menu: 'footer' as const, listed: true },
});

it('NAV-15 a page of the dealer’s own takes no address that a site has, or may have later', () => {
  expect(findings({ ownPages: [page('our-history'), page('team')] })).toEqual([]);
  const taken = ['search', 'sign-in', 'service', 'contact-us', 'trade-in', 'mu-x', 'about-us', 'api', 'cars'];
  const found = findings({ models: [model('mu-x')], ownPages: taken.map(page) });
  expect(found.map(([path]) => path)).toEqual(taken.map((_, at) => `ownPages.${at}.slug`));
  expect(found[5]).toEqual(['ownPages.5.slug', '/mu-x, which leads to /models/mu-x already']);
  expect(findings({ ownPages: [page('team'), page('team')] })).toEqual([['ownPages.1.slug', '"team" again']]);
  const [{ remedy } = {}] = checkAddresses({ ...dealer, ownPages: [page('service')] });
  expect(remedy).toContain('pages/service.md');
});

it('NAV-15 no page of the platform can be taken, on or off', () => {
  const folder = 'src/pages/tenants/[dealer]';
  const words = readdirSync(folder).map((name) => basename(name).replace(/\.(?:astro|ts)$/, ''));
  const pages = words.filter(
    (word) => /^[a-z0-9-]+$/.test(word) && !findings({ ownPages: [page(word)] }).length,
  );
  expect(pages).toEqual(['index']);
  expect(SITE_WORDS.has('search')).toBe(true);
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
