import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTenants, type Tenants } from '#src/dealer-files/fleet/tenants.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { snapshotStamps } from '#src/dealer-files/release/current-release.ts';
import { liveFolder, livePointer } from '#src/dealer-files/release/release-folders.ts';
import { readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import { mergeLayers } from '#src/dealer-files/settings-layers.ts';
import { removeSnapshot, writeSnapshot } from '../../tests/fixtures/published.ts';
import { watchPublished } from './published-watch.ts';

const riverbend = loadDealer('tests/fixtures/plain-dealers/riverbend.json');
if (!('dealer' in riverbend)) throw new Error('The plain dealer has mistakes');
const settings = mergeLayers(riverbend.layers);

let dist: string;
let tenants: Tenants;
let watch: ReturnType<typeof watchPublished>;
const onChange = vi.fn();
const log = { info: vi.fn(), error: vi.fn() };

const publish = (slug: string, host: string, name: string = slug) =>
  writeSnapshot(dist, {
    slug,
    publishedAt: new Date().toISOString(),
    settings: { ...settings, slug, name, hosts: [host], previousHosts: [] },
  });

beforeEach(() => {
  vi.clearAllMocks();
  dist = mkdtempSync(join(tmpdir(), 'published-watch-'));
  publish('one', 'one.example');
  const { published } = readSnapshots(dist);
  const standIn = { ...riverbend.dealer, slug: 'stand-in', hosts: ['stand-in.example'] };
  tenants = createTenants(
    [...published.map(({ dealer }) => dealer), standIn],
    [{ slug: 'left-out', reason: 'format 0' }],
  );
  const watched = { dist, tenants, log, published, seen: snapshotStamps(dist) };
  watch = watchPublished(watched, onChange, 1_000_000);
});
afterEach(() => {
  watch.stop();
  rmSync(dist, { recursive: true, force: true });
});

const servedAt = (host: string) => tenants.byHost(host)?.name;

it('PLAT-01 nothing published since is no change', () => {
  watch.look();
  expect(onChange).not.toHaveBeenCalled();
});

it('PLAT-01 a republished site is served with its new settings, and so is a new dealer', () => {
  publish('one', 'www.one.example', 'Renamed');
  publish('two', 'two.example');
  watch.look();
  expect(servedAt('www.one.example')).toBe('Renamed');
  expect(servedAt('one.example')).toBeUndefined();
  expect(servedAt('two.example')).toBe('two');
  expect(servedAt('stand-in.example')).toBe(riverbend.dealer.name);
  expect(onChange.mock.calls.flat().sort()).toEqual(['one', 'two']);
});

it('PLAT-01 a dealer served from its file, and one left out, are updated as soon as they are built', () => {
  publish('stand-in', 'stand-in.example', 'Built');
  publish('left-out', 'left-out.example');
  watch.look();
  expect(servedAt('stand-in.example')).toBe('Built');
  expect(servedAt('left-out.example')).toBe('left-out');
  expect(tenants.leftOut).toEqual([]);
});

it('PLAT-04 a release waits while its code is not in force, and is said to be held once that is refused', () => {
  let waits: 'code to come' | 'refused code' | undefined = 'code to come';
  watch.stop();
  const { published } = readSnapshots(dist);
  const watched = { dist, tenants, log, published, seen: snapshotStamps(dist), waitsFor: () => waits };
  watch = watchPublished(watched, onChange, 1_000_000);
  publish('one', 'one.example', 'Renamed');
  publish('new', 'new.example');
  for (const _ of [1, 2]) watch.look();
  expect(servedAt('one.example')).toBe('one');
  expect(servedAt('new.example')).toBeUndefined();
  expect(log.error).not.toHaveBeenCalled();
  waits = 'refused code';
  for (const _ of [1, 2]) watch.look();
  expect(servedAt('one.example')).toBe('one');
  expect(watch.held().map(({ dealer, isRefused }) => [dealer, isRefused])).toEqual([
    ['new', true],
    ['one', true],
  ]);
  expect(log.error).toHaveBeenCalledTimes(2);
  removeSnapshot(dist, 'new');
  watch.look();
  expect(watch.held().map(({ dealer }) => dealer)).toEqual(['one']);
  waits = undefined;
  watch.look();
  expect(servedAt('one.example')).toBe('Renamed');
  expect(watch.held()).toEqual([]);
});

it('PLAT-01 a site that was taken down is no longer served', () => {
  removeSnapshot(dist, 'one');
  watch.look();
  expect(servedAt('one.example')).toBeUndefined();
  expect(onChange.mock.calls).toEqual([['one']]);
});

it('PLAT-01 settings that cannot be read leave the site unchanged, and are logged', () => {
  writeFileSync(livePointer(dist, 'one'), '{"format":9}');
  watch.look();
  expect(servedAt('one.example')).toBe('one');
  expect(log.error).toHaveBeenCalledWith(
    { dealer: 'one', reason: expect.stringContaining('format 9') },
    expect.any(String),
  );
  const [failed] = watch.failed();
  expect(failed).toMatchObject({ dealer: 'one', reason: expect.stringContaining('format 9') });
  watch.look();
  expect(watch.failed()).toEqual([failed]);
  publish('one', 'one.example', 'Sound again');
  watch.look();
  expect(watch.failed()).toEqual([]);
  expect(servedAt('one.example')).toBe('Sound again');
});

it('CFG-01 the first published keeps a host while it moves to another', () => {
  publish('a-new', 'one.example');
  watch.look();
  expect(servedAt('one.example')).toBe('one');
  publish('one', 'elsewhere.example');
  watch.look();
  expect(servedAt('one.example')).toBe('a-new');
});

it('PLAT-01 a folder of settings that goes missing takes no site down, and is logged once', () => {
  rmSync(liveFolder(dist), { recursive: true });
  watch.look();
  watch.look();
  expect(servedAt('one.example')).toBe('one');
  expect(onChange).not.toHaveBeenCalled();
  expect(log.error).toHaveBeenCalledTimes(1);
  publish('one', 'one.example', 'Built again');
  watch.look();
  expect(servedAt('one.example')).toBe('Built again');
});

it('PLAT-01 several sites taken down between two checks are all no longer served', () => {
  publish('two', 'two.example');
  watch.look();
  removeSnapshot(dist, 'one');
  removeSnapshot(dist, 'two');
  watch.look();
  expect([servedAt('one.example'), servedAt('two.example')]).toEqual([undefined, undefined]);
  expect(log.error).not.toHaveBeenCalled();
});

it('PLAT-01 several sites whose settings vanish together are unchanged', () => {
  publish('two', 'two.example');
  watch.look();
  for (const slug of ['one', 'two']) rmSync(livePointer(dist, slug));
  watch.look();
  expect(servedAt('one.example')).toBe('one');
  expect(servedAt('two.example')).toBe('two');
});

it('PLAT-01 settings that could not be read at the start are read at a later check, and a site without any is taken down', () => {
  watch.stop();
  watch = watchPublished(
    { dist, tenants, log, published: [], seen: snapshotStamps(dist) },
    onChange,
    1_000_000,
  );
  watch.look();
  expect(onChange.mock.calls).toEqual([['one']]);
  expect(servedAt('one.example')).toBe('one');
  writeFileSync(livePointer(dist, 'left-out'), '{"format":9}');
  watch.look();
  removeSnapshot(dist, 'left-out');
  watch.look();
  expect(tenants.leftOut).toEqual([]);
});

it('PLAT-01 settings unreadable for a moment are read at a later check, and logged once', () => {
  publish('one', 'one.example', 'Renamed');
  const read = vi.spyOn(JSON, 'parse').mockImplementation(() => {
    throw new Error('EMFILE: too many open files');
  });
  watch.look();
  watch.look();
  read.mockRestore();
  expect(servedAt('one.example')).toBe('one');
  expect(log.error).toHaveBeenCalledTimes(1);
  watch.look();
  expect(servedAt('one.example')).toBe('Renamed');
});
