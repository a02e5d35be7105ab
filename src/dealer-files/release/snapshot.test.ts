import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadDealer, loadDealers } from '#src/dealer-files/load-dealers.ts';
import { mergeLayers } from '#src/dealer-files/settings-layers.ts';
import type { JsonObject } from '#src/platform/text/untrusted-values.ts';
import { removeSnapshot, writeSnapshot } from '../../../tests/fixtures/published.ts';
import { isRemoved, readPointer } from './current-release.ts';
import { livePointer, releaseFolder } from './release-folders.ts';
import { publishedHosts, readSnapshots } from './snapshot.ts';

const PLAIN = 'tests/fixtures/plain-dealers';
const riverbend = loadDealer(join(PLAIN, 'riverbend.json'));
if (!('dealer' in riverbend)) throw new Error('The plain dealer has mistakes');
const settings = mergeLayers(riverbend.layers);
const snapshot = { slug: 'riverbend', publishedAt: '2026-07-01T02:00:00.000Z', settings };

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'snapshots-'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

function file() {
  const pointer = readPointer(dist, 'riverbend');
  const id = pointer && 'release' in pointer ? pointer.release : '';
  return join(releaseFolder(dist, 'riverbend', id), 'release.json');
}
const write = (changed: JsonObject, slug = 'riverbend') =>
  writeSnapshot(dist, { ...snapshot, slug, settings: { ...settings, ...changed } });
const spoil = (changed: JsonObject) => {
  write({});
  writeFileSync(file(), JSON.stringify({ ...JSON.parse(readFileSync(file(), 'utf8')), ...changed }));
};

it('PLAT-01 a snapshot describes the dealer as its file did when it was published', () => {
  writeSnapshot(dist, snapshot);
  const { dealers } = loadDealers(PLAIN);
  const { published, unreadable } = readSnapshots(dist);
  expect(unreadable).toEqual([]);
  const described = dealers.find(({ slug }) => slug === 'riverbend');
  const [{ id = '', code = '' } = {}] = published;
  expect(published).toMatchObject([{ ...snapshot, dealer: { ...described, release: { id, code } } }]);
});

it('CFG-21 a dealer knows the widths of the pictures it was published with', () => {
  writeSnapshot(dist, { ...snapshot, pictureWidths: { 'yard.jpg': 1440 } });
  const [published] = readSnapshots(dist).published;
  expect(published?.dealer.pictureWidths).toEqual({ 'yard.jpg': 1440 });
  writeSnapshot(dist, snapshot);
  expect(readSnapshots(dist).published[0]?.dealer).not.toHaveProperty('pictureWidths');
});

it('PLAT-01 it names secrets only by their variables, and is not readable by other users', () => {
  writeSnapshot(dist, snapshot);
  expect(readFileSync(file(), 'utf8')).toContain('"DEALER_RIVERBEND_CRM_KEY"');
  expect(statSync(file()).mode & 0o007).toBe(0);
});

it('PLAT-01 an empty folder is no mistake, and a removed snapshot leaves nothing', () => {
  expect(readSnapshots(join(dist, 'nowhere'))).toEqual({ published: [], unreadable: [] });
  writeSnapshot(dist, snapshot);
  removeSnapshot(dist, 'riverbend');
  expect(readSnapshots(dist)).toEqual({ published: [], unreadable: [] });
  expect(isRemoved(dist, 'riverbend')).toBe(true);
  writeSnapshot(dist, snapshot);
  expect(isRemoved(dist, 'riverbend')).toBe(false);
});

it('PLAT-01 a rule made stricter since does not take a published site down', () => {
  write({ email: 'of a form no longer allowed' });
  expect(readSnapshots(dist)).toMatchObject({
    published: [{ dealer: { slug: 'riverbend' } }],
    unreadable: [],
  });
});

it.each([
  ['another format', () => spoil({ format: 2 }), 'format 2, this version reads 1'],
  ['settings of another shape', () => write({ name: 7 }), 'name: expected'],
  ['a setting that is no more', () => write({ formerly: true }), 'formerly: expected'],
  ['the settings of another dealer', () => spoil({ slug: 'other' }), 'no release of "riverbend"'],
  ['no settings', () => spoil({ settings: 'none' }), 'no release of "riverbend"'],
])('PLAT-01 %s is reported as unreadable, with the reason', (_, prepare, reason) => {
  prepare();
  const { published, unreadable } = readSnapshots(dist);
  expect(published).toEqual([]);
  expect(unreadable).toMatchObject([{ slug: 'riverbend', reason: expect.stringContaining(reason) }]);
});

it('PLAT-01 half a file is unreadable, and so is half a pointer', () => {
  write({});
  writeFileSync(file(), '{"format":');
  expect(readSnapshots(dist).unreadable).toMatchObject([{ slug: 'riverbend', hosts: [] }]);
  write({});
  expect(readSnapshots(dist).unreadable).toEqual([]);
  for (const half of [
    '{"format":',
    '{"format":1,"slug":"riverbend","release":"../../etc"}',
    '{"format":2}',
  ]) {
    writeFileSync(livePointer(dist, 'riverbend'), half);
    expect(readSnapshots(dist).unreadable).toMatchObject([{ slug: 'riverbend', hosts: [] }]);
  }
});

it('CFG-01 hosts belong to the first that was published, and to one that cannot be read', () => {
  write({ hosts: ['www.a.example'], previousHosts: ['old.example'] });
  writeSnapshot(dist, {
    slug: 'another',
    publishedAt: '2026-08-01T02:00:00.000Z',
    settings: { ...settings, slug: 'another', hosts: ['www.a.example', 'www.b.example'], previousHosts: [] },
  });
  const owners = () => Object.fromEntries(publishedHosts(readSnapshots(dist)));
  const all = { 'www.a.example': 'riverbend', 'old.example': 'riverbend', 'www.b.example': 'another' };
  expect(owners()).toEqual(all);
  spoil({ format: 2, settings: { hosts: ['www.a.example'], previousHosts: ['old.example'] } });
  removeSnapshot(dist, 'another');
  expect(owners()).toEqual({ 'www.a.example': 'riverbend', 'old.example': 'riverbend' });
});

it('PLAT-01 a site published before a setting moved stays readable, with the setting', () => {
  const { card, tradeIn } = settings as { card?: JsonObject; tradeIn?: JsonObject };
  write({
    card: { ...card, reserveAmount: 350 },
    tradeIn: { ...tradeIn, contactPromise: 'on the next business day' },
  });
  expect(readSnapshots(dist)).toMatchObject({
    published: [{ dealer: { reserve: { amount: 350, heldDays: 3 } } }],
    unreadable: [],
  });
});
