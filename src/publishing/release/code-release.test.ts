import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPointer, snapshotStamps, writePointer } from '#src/dealer-files/release/current-release.ts';
import { livePointer, releaseFolder } from '#src/dealer-files/release/release-folders.ts';
import { isPublishedWhole, switchCode } from './code-release.ts';
import { goLive } from './dealer-release.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'forecourt-code-'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const AT = '2026-07-01T00:00:00.000Z';
const EARLIER = '2026-06-30T23:59:59.000Z';
const LATER = '2026-07-01T00:00:01.000Z';
const live = (releases?: Record<string, string>) => ({
  code: 'code2',
  at: AT,
  ...(releases && { releases }),
});
const after = (seconds: number) => Date.parse(AT) + seconds * 1000;
const pointTo = (slug: string, release: string, at: string) =>
  writePointer(dist, { slug, release, at, earlier: [] });

it('PLAT-04 code is published whole once each release that goes with it is live', () => {
  const code = live({ riverbend: 'two2', brightkey: 'two2' });
  expect(isPublishedWhole(dist, code, after(1))).toBe(false);
  pointTo('riverbend', 'two2', LATER);
  pointTo('brightkey', 'one1', EARLIER);
  expect(isPublishedWhole(dist, code, after(1))).toBe(false);
  pointTo('brightkey', 'two2', LATER);
  expect(isPublishedWhole(dist, code, after(1))).toBe(true);
});

it('PLAT-04 a release that was live before its code, or that another has replaced since, is not waited for', () => {
  pointTo('riverbend', 'two2', EARLIER);
  pointTo('brightkey', 'three3', LATER);
  expect(isPublishedWhole(dist, live({ riverbend: 'two2', brightkey: 'two2' }), after(1))).toBe(true);
});

it('PLAT-04 code is not held for ever by a publication that was killed, nor code that names no releases', () => {
  expect(isPublishedWhole(dist, live({ riverbend: 'two2' }), after(59))).toBe(false);
  expect(isPublishedWhole(dist, live({ riverbend: 'two2' }), after(61))).toBe(true);
  expect(isPublishedWhole(dist, live(), after(0))).toBe(true);
});

const storedRelease = (slug: string) =>
  (JSON.parse(readFileSync(livePointer(dist, slug), 'utf8')) as { release: string }).release;
const liveOf = (slug: string) => {
  const pointer = readPointer(dist, slug);
  return pointer && 'release' in pointer ? [pointer.release, ...pointer.earlier] : [];
};

describe('PLAT-04 a switch of code that is killed before a dealer has its pointer', () => {
  const SLUGS = ['riverbend', 'brightkey'];
  beforeEach(async () => {
    for (const slug of SLUGS) {
      pointTo(slug, 'one1', EARLIER);
      for (const id of ['one1', 'two2', 'three3'])
        mkdirSync(releaseFolder(dist, slug, id), { recursive: true });
    }
    await switchCode(dist, 'code2', { releases: { riverbend: 'two2', brightkey: 'two2' } });
  });

  it('has made every release it names live, with the one before to return to', () => {
    for (const slug of SLUGS) {
      expect(liveOf(slug)).toEqual(['two2', 'one1']);
      expect(storedRelease(slug)).toBe('one1');
    }
  });

  it('is seen by running servers', () => {
    const stamps = snapshotStamps(dist);
    expect(stamps.get('riverbend')).toContain('two2');
    goLive(dist, 'riverbend', 'two2');
    expect(snapshotStamps(dist).get('riverbend')).not.toBe(stamps.get('riverbend'));
  });

  it('is completed by the next publication, and by the next switch of code', async () => {
    goLive(dist, 'riverbend', 'two2');
    expect(SLUGS.map(storedRelease)).toEqual(['two2', 'two2']);
    await switchCode(dist, 'code3', { releases: { riverbend: 'three3', brightkey: 'three3' } });
    await switchCode(dist, 'code4');
    for (const slug of SLUGS) expect(liveOf(slug)).toEqual(['three3', 'two2', 'one1']);
  });

  it('gives way to a release published since, even when the clock went back', () => {
    pointTo('riverbend', 'three3', EARLIER);
    expect(liveOf('riverbend')).toEqual(['three3']);
  });

  it('leaves out a release that is not there', async () => {
    rmSync(releaseFolder(dist, 'riverbend', 'two2'), { recursive: true });
    expect(liveOf('riverbend')).toEqual(['one1']);
  });
});
