import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkFleet, loadDealers } from '#src/dealer-files/load-dealers.ts';
import { checkDealer } from './check-dealer.ts';

const sound = loadDealers('tests/fixtures/dealers').dealers.find(({ slug }) => slug === 'switchboard');
if (!sound) throw new Error('No dealer to test with');
const findings = (changes: Partial<DealerConfig>) =>
  checkDealer({ ...sound, ...changes }).map(({ path, received }) => [path, received]);
const redirects = (...pairs: [from: string, to: string][]) =>
  findings({ redirects: pairs.map(([from, to]) => ({ from, to, status: 301 })) });

const model = (slug: string) => ({ name: slug, slug, make: 'Isuzu', features: [] });
const brand = (slug: string): DealerConfig['brands'][number] => ({
  title: slug,
  slug,
  kind: 'car',
  description: [],
  certified: false,
  skipPage: false,
});
const ROOT = { links: { ...sound.links, models: '/' as const } };

it('NAV-14 a model at the root may not take the address of a page', () => {
  expect(findings({ ...ROOT, models: [model('about-us')] })).toEqual([
    ['models.0.slug', expect.stringContaining('/about-us')],
  ]);
  expect(findings({ models: [model('about-us')] })).toEqual([]);
  expect(findings({ ...ROOT, models: [model('mu-x'), model('mu-x')] })).toHaveLength(1);
});

it('NAV-14 brands and models may not take the addresses of stock', () => {
  expect(findings({ brands: [brand('search')] })).toHaveLength(1);
  expect(findings({ ...ROOT, models: [model('print')] })).toHaveLength(1);
  expect(findings({ ...ROOT, brands: [brand('isuzu')], models: [model('d-max')] })).toEqual([]);
});

it('NAV-12 a redirect loop is refused, however long it is', () => {
  const [own] = sound.hosts;
  expect(redirects(['/a', '/b'], ['/b', '/about-us'])).toEqual([]);
  expect(redirects(['/a', '/A'])).toHaveLength(1);
  expect(redirects(['/a', '/b'], ['/b', '/c'], ['/c', '/a'])).toHaveLength(3);
  expect(redirects(['/old/*', '/old/new'])).toHaveLength(1);
  expect(redirects(['/a', `https://${own}/a?from=mail`])).toHaveLength(1);
  expect(redirects(['/a', 'https://elsewhere.example/a'])).toEqual([]);
});

it('CFG-12 finance links and the successor of a retired site may not lead back to the site', () => {
  const [own] = sound.hosts;
  const finance = `https://${own}/finance`;
  expect(findings({ links: { ...sound.links, finance } })).toEqual([
    ['links.finance', expect.stringContaining('loop')],
  ]);
  const retired = (movedTo: string) => findings({ status: { state: 'retired', movedTo } });
  expect(retired(`https://${own}`)).toHaveLength(1);
  expect(retired('https://successor.example')).toEqual([]);
});

it('NAV-12 an earlier host is not one of the site’s own, and redirects to one', () => {
  const [own = ''] = sound.hosts;
  expect(findings({ previousHosts: [own] })).toEqual([['previousHosts.0', JSON.stringify(own)]]);
  expect(findings({ hosts: [], previousHosts: ['old.example'] })).toEqual([['hosts', 'none']]);
});

it('NAV-12 an earlier host belongs to one dealer', () => {
  const other = { ...sound, slug: 'other', hosts: ['www.other.example'], previousHosts: sound.hosts };
  const clashes = checkFleet([
    { file: 'a.json', dealer: sound, layers: [] },
    { file: 'b.json', dealer: other, layers: [] },
  ]);
  expect(clashes.map(({ file, path }) => [file, path])).toEqual([['b.json', 'previousHosts.0']]);
});

it('LOC-13 distribution locations are locations of the file', () => {
  const [first, ...others] = sound.locations;
  if (!first) throw new Error('The dealer has no location');
  const locations = (slug: string) => [{ ...first, distribution_locations: [slug] }, ...others];
  expect(findings({ locations: locations('harbour-north-sales') })).toEqual([]);
  expect(findings({ locations: locations('elsewhere') })).toEqual([
    ['locations.0.distribution_locations.0', '"elsewhere"'],
  ]);
});
