import { describe, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkFleet } from '#src/dealer-files/load-dealers.ts';
import { checkedDealer } from '../../../tests/fixtures/checked-dealer.ts';
import { checkDealer } from './check-dealer.ts';

const { dealer: sound, yard } = checkedDealer();
const dealer = (changes: Partial<DealerConfig>): DealerConfig => ({ ...sound, ...changes });

it('CFG-07 exactly one location is primary', () => {
  const second = { ...yard, slug: 'second', id: 'second' };
  const paths = (locations: DealerConfig['locations']) =>
    checkDealer(dealer({ locations })).map(({ path, received }) => [path, received]);
  expect(paths([yard])).toEqual([]);
  expect(paths([{ ...yard, primary: false }])).toEqual([['locations', '0 of them']]);
  expect(paths([yard, second])).toEqual([['locations', '2 of them']]);
  expect(paths([yard, { ...second, primary: false }])).toEqual([]);
});

it('CFG-06 a location belongs to a dealership of the same file', () => {
  const [finding] = checkDealer(dealer({ locations: [{ ...yard, dealership: 'elsewhere' }] }));
  expect(finding).toMatchObject({ path: 'locations.0.dealership', received: '"elsewhere"' });
});

it('CFG-06 two locations may not share an address of their page', () => {
  const findings = checkDealer(dealer({ locations: [yard, { ...yard, primary: false }] }));
  expect(findings.map(({ path }) => path)).toEqual(['locations.1.slug', 'locations.1.id']);
});

it('LOC-05 a location id names one location, so that a lead finds the right one', () => {
  const twin = { ...yard, primary: false, slug: 'second' };
  expect(checkDealer(dealer({ locations: [yard, twin] })).map(({ path }) => path)).toEqual([
    'locations.1.id',
  ]);
});

it('NAV-14 under /search a slug means one thing', () => {
  const [dealership] = sound.dealerships;
  const paths = (slug: string) =>
    checkDealer(dealer({ locations: [{ ...yard, slug }] }))
      .map(({ path }) => path)
      .filter((path) => path.startsWith('locations'));
  expect(paths(dealership?.slug ?? '')).toEqual(['locations.0.slug']);
  expect(paths('used-cars')).toEqual(['locations.0.slug']);
  expect(paths('wallsend-north')).toEqual([]);
});

it('CFG-20 a website of the group has its own slug, and belongs to a dealership that exists', () => {
  const website = { name: 'North', slug: 'north', make: 'Kia', url: 'https://north.example' };
  const paths = (websites: DealerConfig['websites']) =>
    checkDealer(dealer({ websites })).map(({ path }) => path);
  expect(paths([website, { ...website, slug: 'south' }])).toEqual([]);
  expect(paths([website, { ...website, name: 'South' }])).toEqual(['websites.1.slug']);
  const [dealership] = sound.dealerships;
  expect(paths([{ ...website, dealership: dealership?.slug }])).toEqual([]);
  expect(paths([{ ...website, dealership: 'nowhere' }])).toEqual(['websites.0.dealership']);
});

it('NAV-13 the id of an offer, and of a slide, is given once, whatever its make', () => {
  const offer = { id: 'service', name: 'Service', description: 'Less.', make: 'Kia' };
  const slide = { id: 'one', name: 'One' };
  const paths = (changes: object) =>
    checkDealer(dealer(changes as Partial<DealerConfig>)).map(({ path }) => path);
  expect(paths({ offers: [offer, { ...offer, id: 'other' }] })).toEqual([]);
  expect(paths({ offers: [offer, { ...offer, make: 'Mazda' }] })).toEqual(['offers.1.id']);
  expect(paths({ slides: [slide, slide] })).toEqual(['slides.1.id']);
});

it('LOC-09 the carousel names locations that exist', () => {
  const hidden = { ...yard, primary: false, slug: 'hidden', id: 'hidden', visible: false };
  const findings = (ourLocations: Partial<DealerConfig['ourLocations']>) =>
    checkDealer(
      dealer({ locations: [yard, hidden], ourLocations: { ...sound.ourLocations, ...ourLocations } }),
    ).map(({ path, remedy }) => [path, remedy]);
  expect(findings({ only: [yard.slug, 'hidden'], order: [yard.slug] })).toEqual([]);
  expect(findings({ only: ['elsewhere'] })).toEqual([['ourLocations.only.0', expect.any(String)]]);
  expect(findings({ order: [`${yard.slug}x`] })).toEqual([
    ['ourLocations.order.0', expect.stringContaining(yard.slug)],
  ]);
});

it('CFG-15 weak text is reported with its ratio and background', () => {
  const colours = { ...sound.theme.colours, inkMuted: '#aaaaaa' };
  const findings = checkDealer(dealer({ theme: { ...sound.theme, colours } }));
  expect(findings.map(({ path }) => path)).toEqual(Array(3).fill('theme.colours.inkMuted'));
  expect(findings[2]?.expected).toContain('on "tint" #');
  expect(findings[0]?.expected).toContain('4.5:1 on "page"');
  expect(findings[0]?.received).toMatch(/^#aaaaaa, which reaches \d\.\d\d:1$/);
});

it('CFG-01 a host and a slug belong to one dealer of the fleet', () => {
  const fleet = [
    { file: 'a.json', dealer: dealer({ slug: 'a', hosts: ['www.a.example', 'a.example'] }), layers: [] },
    { file: 'b.json', dealer: dealer({ slug: 'b', hosts: ['www.b.example', 'a.example'] }), layers: [] },
    { file: 'c.json', dealer: dealer({ slug: 'a', hosts: [] }), layers: [] },
  ];
  expect(checkFleet(fleet).map(({ file, path }) => [file, path])).toEqual([
    ['b.json', 'hosts.1'],
    ['c.json', 'slug'],
  ]);
  expect(checkFleet(fleet.slice(0, 1))).toEqual([]);
});

describe('CFG-01 of two dealers with one host', () => {
  const at = (slug: string, ...hosts: string[]) => ({
    file: `dealers/${slug}.json`,
    dealer: dealer({ slug, hosts }),
    layers: [],
  });
  const owners = new Map([['a.example', 'owner']]);
  const [copy, owner] = [at('a-copy', 'a.example'), at('owner', 'a.example')];

  it('the newcomer is refused, whatever the file names, and both files and the remedy are named', () => {
    const [clash, ...more] = checkFleet([copy, owner], owners);
    expect(more).toEqual([]);
    expect(clash).toMatchObject({
      file: copy.file,
      path: 'hosts.0',
      received: '"a.example", which is published as a host of "owner" (owner.json)',
      remedy: expect.stringMatching(/^Give a-copy\.json hosts of its own\..*remove it from owner\.json/),
    });
    expect(clash).not.toHaveProperty('rival');
  });

  it('the published one keeps it while its file is broken or gone', () => {
    expect(checkFleet([copy], owners).map(({ file }) => file)).toEqual([copy.file]);
  });

  it('a valid file of the published one without it releases it', () => {
    expect(checkFleet([copy, at('owner', 'b.example')], owners)).toEqual([]);
  });

  it('neither published, the first keeps it and both are concerned', () => {
    expect(checkFleet([copy, owner])).toMatchObject([{ file: owner.file, rival: copy.file }]);
  });
});
