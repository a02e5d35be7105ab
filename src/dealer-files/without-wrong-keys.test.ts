import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dealerFolder } from '../../tests/fixtures/dealer-folder.ts';
import { loadDealer } from './load-dealers.ts';
import { overlaps } from './parse-settings.ts';

const files = dealerFolder();
afterAll(files.remove);
cpSync('tests/fixtures/dealers/switchboard.json', join(files.folder, 'switchboard.json'));

type Json = { [key: string]: unknown };

const SOUND = readFileSync(files.file('riverbend'), 'utf8');

/** What is found in a file with a value changed at each of these paths. */
function found(changes: Readonly<Record<string, unknown>>, name = 'riverbend', text = SOUND) {
  const dealer = JSON.parse(text) as Json;
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce<Json>((at, key) => {
      at[key] ??= key === 'special_hours' ? [] : {};
      return at[key] as Json;
    }, dealer);
    if (value === undefined) Reflect.deleteProperty(parent, last);
    else Reflect.set(parent, last, structuredClone(value));
  }
  writeFileSync(files.file(name), JSON.stringify(dealer));
  const resolved = loadDealer(files.file(name));
  writeFileSync(files.file(name), text);
  return 'problems' in resolved
    ? { paths: resolved.problems.map(({ path }) => path), isPartlyChecked: resolved.isPartlyChecked }
    : { paths: [], isPartlyChecked: false };
}

const CLOSED = { date: '2026-12-25', status: 'Closed' };

/** Mistakes that only the rules across settings find. */
const ACROSS = { 'locations.0.address.postcode': '2000', 'finance.comparisonRate': 0.5 };

it.each([
  ['an unknown key', { frobnicate: 1 }, ['frobnicate']],
  ['an unknown key of a list entry', { 'locations.0.frobnicate': 1 }, ['locations.0.frobnicate']],
  ['a wrong optional value', { 'card.compare': 'yes' }, ['card.compare']],
  ['a wrong optional value of a list entry', { 'locations.0.team': 7 }, ['locations.0.team']],
  ['a wrong entry of an optional list', { conditions: ['usde'] }, ['conditions.0']],
  [
    'an entry of an optional list without what it requires',
    { blog: [{ slug: 'a' }, { slug: 7 }] },
    ['blog.0.heading', 'blog.1.slug'],
  ],
  ['a list in place of an object', { card: [] }, ['card']],
  ['a key of the writer’s own that is wrong', { 'stock.feed.constants': { colr: 'Red' } }, []],
  ['a wrong combination of keys', { 'locations.0.opening_hours.0.open': '25:00' }, []],
  ['several at once', { nme: 1, 'card.compare': 7, salesCounter: 'x' }, []],
])('CFG-03 beside %s, the rules across settings are checked', (_, changes, paths) => {
  const all = found({ ...changes, ...ACROSS }).paths;
  expect(all).toEqual(expect.arrayContaining([...paths, ...Object.keys(ACROSS)]));
});

it.each([
  ['a wrong value that is required', { name: 7 }],
  ['a missing key', { abn: undefined }],
  ['a wrong value of a required list', { 'locations.0.slug': 'Not a slug' }],
  ['an unknown template', { template: 'none' }],
])('CFG-03 the rules across settings wait for %s', (_, changes) => {
  const { paths, isPartlyChecked } = found({ ...changes, ...ACROSS });
  expect(paths).toEqual(Object.keys(changes));
  expect(isPartlyChecked).toBe(true);
});

const linkTo = (path: string) => ({ popup: { title: 'Look', linkTo: path } });
const podium = { name: 'texts', type: 'podium', url: 'https://podium.example/a', locationUid: 'a' };
const blog = [{ slug: 'a', heading: 7 }];

it.each([
  [
    'the state of the site',
    { 'status.state': 'gone' },
    { 'links.finance': 'https://old.example', previousHosts: ['old.example'] },
  ],
  ['the list of a linked page', { blog }, linkTo('/blog/a')],
  ['the former address of a page', { redirects: [{ from: 'a', to: '/' }] }, linkTo('/a')],
  ['a misspelt list of former addresses', { redirect: [{ from: '/a', to: '/' }] }, linkTo('/a')],
  ['the switch of a page', { 'pages.fleet.enabled': 'yes' }, linkTo('/fleet')],
  [
    'the models of an offer',
    { models: 7 },
    { offers: [{ id: 'a', name: 'A', description: 'B', model: 'x' }] },
  ],
  [
    'the categories of a destination',
    { 'leads.categories': [7] },
    { 'leads.destinations.0.categories': ['own'] },
  ],
  ['the token of a destination', { 'podium.podium_api_token': 7 }, { 'leads.destinations': [podium] }],
  [
    'the conditions a menu searches',
    { 'stock.usedOnly': 'no' },
    {
      conditions: ['used'],
      navigation: { header: [{ label: 'New', href: '/search/new-cars' }], footer: [] },
    },
  ],
  ['the main location', { 'locations.0.primary': 'yes' }, {}],
  [
    'a misspelling of the main location',
    { 'locations.0.primray': true },
    { 'locations.0.primary': undefined },
  ],
  [
    'the terms of the calculator',
    { 'finance.calculator': 7 },
    { 'finance.interestRate': 47, 'finance.comparisonRate': 48 },
  ],
  [
    'the other colours of dark pages',
    { 'theme.darkColours.page': 'white' },
    { 'theme.darkColours.ink': '#111111' },
  ],
  [
    'where special hours apply',
    { 'locations.0.special_hours.1.location_id': 7 },
    { 'locations.0.special_hours.0': CLOSED, 'locations.0.special_hours.1': CLOSED },
  ],
])('CFG-03 a wrong value is not judged by its default: %s', (_, wrong, right) => {
  const { paths, isPartlyChecked } = found({ ...right, ...wrong });
  const places = Object.keys(wrong).map((path) => path.split('.'));
  expect(paths).not.toEqual([]);
  const isOwn = (path: string) =>
    places.some((place) => place.every((key, at) => path.split('.')[at] === key));
  expect(paths.filter((path) => !isOwn(path))).toEqual([]);
  expect(isPartlyChecked || /primary|primray/.test(Object.keys(wrong).join())).toBe(true);
});

const DEEPEST = 3;

/** Every place of a file; of a list the first entry. */
const placesIn = (value: unknown, keys: readonly string[] = []): string[][] =>
  typeof value !== 'object' || value === null || keys.length === DEEPEST
    ? []
    : Object.entries(value).flatMap(([key, item]) => {
        if (Array.isArray(value) && key !== '0') return [];
        return [[...keys, key], ...placesIn(item, [...keys, key])];
      });

it('CFG-03 of a sound file with one wrong or misspelt key, only that key is found', () => {
  const text = readFileSync(files.file('switchboard'), 'utf8');
  const dealer = JSON.parse(text) as Json;
  for (const keys of placesIn(dealer)) {
    const path = keys.join('.');
    const value = keys.reduce<unknown>((at, key) => Reflect.get(Object(at), key), dealer);
    const misspelt = /\d$/.test(path) ? {} : { [path]: undefined, [`${path}z`]: value };
    for (const changes of [{ [path]: typeof value === 'number' ? 'x' : 7 }, misspelt]) {
      // What an object requires together may be missed at a neighbour.
      const around = keys.slice(0, Math.max(keys.length - 1, 1));
      const own = Object.keys(changes).map((each) => each.split('.'));
      const others = found(changes, 'switchboard', text).paths.filter((other) => {
        const place = other.split('.');
        return !own.some((each) => overlaps(place, each)) && !around.every((key, at) => place[at] === key);
      });
      expect(others, path).toEqual([]);
    }
  }
});
