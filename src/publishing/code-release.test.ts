import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePointer } from '#src/dealer-files/live-pointer.ts';
import { isPublishedWhole } from './code-release.ts';

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
