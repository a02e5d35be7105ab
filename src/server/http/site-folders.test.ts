import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePointer } from '#src/dealer-files/release/current-release.ts';
import { assetsFolder, pagesFolder } from '#src/dealer-files/release/release-folders.ts';
import { foldersOfBuild } from './static-files.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'site-folders-'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

it('PLAT-04 a request that began with a dealer’s settings gets the pages of that release, also once another is live', () => {
  writePointer(dist, { slug: 'yard', release: 'two2', at: '2026-07-01T00:00:00.000Z', earlier: ['one1'] });
  const folders = foldersOfBuild(dist);
  for (const id of ['one1', 'two2'])
    expect(folders.pages({ slug: 'yard', release: { id, code: 'code1' } })).toBe(
      pagesFolder(dist, 'yard', id),
    );
  expect(folders.pages({ slug: 'yard' })).toBeUndefined();
});

it('PLAT-04 hashed files are looked for in the dealer’s own code, then in any other that is whole', () => {
  for (const code of ['code1', 'code2', '.new-code3'])
    mkdirSync(assetsFolder(dist, code), { recursive: true });
  const release = { id: 'one1', code: 'code2' };
  expect([...foldersOfBuild(dist).assets({ slug: 'yard', release })]).toEqual(
    ['code2', 'code1'].map((code) => assetsFolder(dist, code)),
  );
  expect([...foldersOfBuild(join(dist, 'nowhere')).assets({ slug: 'yard' })]).toEqual([]);
});
