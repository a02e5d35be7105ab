import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecourt-menus-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SOUND = JSON.parse(readFileSync('tests/fixtures/dealers/switchboard.json', 'utf8'));

/** Places a dealer file with these settings is refused at. */
function refusedAt(settings: object): string[] {
  const file = join(folder, 'switchboard.json');
  writeFileSync(file, JSON.stringify({ ...SOUND, ...settings }));
  const loaded = loadDealer(file);
  return 'problems' in loaded ? loaded.problems.map(({ path }) => path) : [];
}
const header = (...entries: object[]) => ({ navigation: { header: entries } });
const YARD = { stock: { ...SOUND.stock, usedOnly: true } };

it('CFG-09 a dealer file needs no menus: those of its template leave out what the site does not have', () => {
  expect(refusedAt({ navigation: undefined })).toEqual([]);
  expect(refusedAt({ navigation: undefined, ...YARD })).toEqual([]);
  expect(refusedAt({ navigation: { megaMenu: true } })).toEqual([]);
});

it('CFG-09 a link of the dealer’s own menu to a page that is off is reported with its place', () => {
  const service = { label: 'Service', items: [{ label: 'Book', href: '/service' }] };
  expect(refusedAt(header({ label: 'About', href: '/about-us' }, service))).toEqual([
    'navigation.header.1.items.0.href',
  ]);
});

it('CFG-05 a dealer does not link to conditions it does not sell', () => {
  const entry = { label: 'New', href: '/search/new-cars?body=ute' };
  expect(refusedAt(header(entry))).toEqual([]);
  expect(refusedAt({ ...header(entry), ...YARD })).toEqual(['navigation.header.0.href']);
  expect(refusedAt({ ...header(entry), conditions: ['demo', 'used'] })).toEqual(['navigation.header.0.href']);
});

it('CFG-09 an entry has a target', () => {
  expect(refusedAt(header({ label: 'Nothing' }))).toEqual(['navigation.header.0']);
});

it('CFG-20 a website of the group has its own slug', () => {
  const website = { name: 'North', slug: 'north', make: 'Kia', url: 'https://north.example' };
  expect(refusedAt({ websites: [website, { ...website, slug: 'south' }] })).toEqual([]);
  expect(refusedAt({ websites: [website, { ...website, name: 'South' }] })).toEqual(['websites.1.slug']);
});
