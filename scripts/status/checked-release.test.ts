import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPointer } from '#src/dealer-files/release/current-release.ts';
import { livePointer, pagesFolder, releaseFolder } from '#src/dealer-files/release/release-folders.ts';
import { writeContents } from '#src/publishing/release/dealer-release.ts';
import { publishSettings } from '#src/publishing/release/publish-settings.ts';
import { checkedRelease } from './run-status.ts';

const SLUG = 'riverbend';
let dist: string;
let id: string;
let folder: string;

beforeEach(async () => {
  dist = mkdtempSync(join(tmpdir(), 'checked-release-'));
  publishSettings('tests/fixtures/plain-dealers', dist);
  const pointer = readPointer(dist, SLUG);
  id = pointer && 'release' in pointer ? pointer.release : '';
  folder = releaseFolder(dist, SLUG, id);
  const pages = pagesFolder(dist, SLUG, id);
  for (const page of ['about-us', 'privacy-policy']) {
    mkdirSync(join(pages, page));
    writeFileSync(join(pages, page, 'index.html'), page);
  }
  await writeContents(folder, []);
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const damage = () => checkedRelease(dist, SLUG)?.damage;
const remove = (name: string) => rmSync(join(folder, name), { recursive: true });

it('PLAT-02 a whole release has no damage', () => {
  expect(checkedRelease(dist, SLUG)).toMatchObject({ id, publishedAt: expect.any(String) });
  expect(damage()).toBeUndefined();
});

it('PLAT-02 settings that cannot be read are damage, with the reason', () => {
  writeFileSync(join(folder, 'release.json'), '{"format":9}');
  expect(damage()).toBe('its settings cannot be read (format 9, this version reads 1)');
  remove('release.json');
  expect(damage()).toMatch(/^its settings cannot be read \(there is no file or folder .*release\.json\)$/);
});

it('PLAT-02 pages that are gone are damage, also one of them, and one that was cut short', () => {
  writeFileSync(join(folder, 'pages/privacy-policy/index.html'), 'priv');
  expect(damage()).toBe('pages/privacy-policy/index.html is lost or cut short');
  remove('pages/about-us');
  expect(damage()).toBe('pages/about-us/index.html and 1 more are lost or cut short');
  remove('pages');
  expect(damage()).toBe('its pages are gone');
});

it('PLAT-02 the list of files that is gone is damage', () => {
  remove('files.json');
  expect(damage()).toBe('files.json is lost or cut short');
});

it('PLAT-02 no release is known of a pointer that cannot be read', () => {
  writeFileSync(livePointer(dist, SLUG), '{');
  expect(checkedRelease(dist, SLUG)).toBeUndefined();
});
