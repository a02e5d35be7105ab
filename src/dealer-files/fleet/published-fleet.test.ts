import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readDealerFiles } from '#src/dealer-files/load-dealers.ts';
import { livePointer } from '#src/dealer-files/release/release-folders.ts';
import { mergeLayers } from '#src/dealer-files/settings-layers.ts';
import { dealerFolder } from '../../../tests/fixtures/dealer-folder.ts';
import { removeSnapshot, writeSnapshot } from '../../../tests/fixtures/published.ts';
import { liveDealers, publishedFleet } from './published-fleet.ts';

let files: ReturnType<typeof dealerFolder>;
let dist: string;
beforeEach(() => {
  files = dealerFolder();
  dist = mkdtempSync(join(tmpdir(), 'published-'));
  for (const { dealer, layers } of readDealerFiles(files.folder).sound) {
    writeSnapshot(dist, {
      slug: dealer.slug,
      publishedAt: '2026-07-01T00:00:00.000Z',
      settings: mergeLayers(layers),
    });
  }
});
afterEach(() => {
  files.remove();
  rmSync(dist, { recursive: true, force: true });
});

const places = () => ({ dist, dealersDir: files.folder });
const fleet = () => publishedFleet(places());
const slugs = () => fleet().dealers.map(({ slug }) => slug);
const BOTH = ['kookaburra-cars', 'riverbend'];

it('PLAT-01 sites whose files match the published settings are served without a message', () => {
  const { dealers } = readDealerFiles(files.folder).sound.length === 2 ? fleet() : { dealers: [] };
  expect(dealers).toHaveLength(2);
  expect(fleet()).toMatchObject({ leftOut: [], notices: [] });
});

it('PLAT-01 a half-written dealer file takes no site down', () => {
  files.put('riverbend', '{');
  expect(slugs()).toEqual(BOTH);
  expect(fleet().notices).toEqual([
    'Served as published, because the dealer file has mistakes: riverbend. Find them with: npm run dealers -- check',
  ]);
});

it('PLAT-01 an edit is not live until it is built', () => {
  files.change('riverbend', { name: 'Riverbend Renamed' });
  expect(fleet().dealers.map(({ name }) => name)).not.toContain('Riverbend Renamed');
  expect(fleet().notices).toEqual([
    'Edited since they were published: riverbend. Edits go live with: npm run build -- riverbend',
  ]);
});

it('PLAT-01 a copied file takes no host, and is not served', () => {
  files.put('copy', { ...files.read('riverbend'), slug: 'copy' });
  expect(slugs()).toEqual(BOTH);
  expect(fleet().notices).toEqual([
    'Not served, because never built: copy. Publish with: npm run build -- copy',
  ]);
});

it('PLAT-01 a site stays while its dealer file is gone, and where there are no files at all', () => {
  rmSync(files.file('riverbend'));
  expect(slugs()).toEqual(BOTH);
  expect(fleet().notices).toEqual([
    'Served as published, although the dealer file is gone: riverbend. Take a site down with: npm run build -- --unpublish riverbend',
  ]);
  rmSync(files.folder, { recursive: true });
  expect(fleet()).toMatchObject({ dealers: [{}, {}], notices: [] });
});

it('PLAT-01 if published settings cannot be read the dealer file is used, and without one the dealer is left out', () => {
  writeFileSync(livePointer(dist, 'riverbend'), '{"format":7}');
  expect(slugs()).toEqual(BOTH);
  expect(fleet().notices).toEqual([
    expect.stringMatching(/^riverbend: .*format 7.*is used until the next build/),
  ]);
  files.put('riverbend', '{');
  expect(slugs()).toEqual(['kookaburra-cars']);
  expect(fleet().leftOut).toEqual([{ slug: 'riverbend', reason: expect.stringContaining('format 7') }]);
  expect(fleet().notices[0]).toMatch(/^riverbend is not served: /);
});

it('PLAT-01 the releases of a site that was taken down are not served', () => {
  removeSnapshot(dist, 'riverbend');
  expect(slugs()).toEqual(['kookaburra-cars']);
  expect(fleet().leftOut).toEqual([]);
});

it('PLAT-01 commands work with published settings, and with files of dealers never built', () => {
  files.put('riverbend', '{');
  files.change('kookaburra-cars', { name: 'Renamed' });
  files.put('harbour', { ...files.read('kookaburra-cars'), slug: 'harbour', hosts: [], name: 'Harbour' });
  files.put('broken', '{');
  const { dealers, problems, edited } = liveDealers(places());
  expect(dealers.map(({ slug }) => slug)).toEqual(['harbour', ...BOTH]);
  expect(dealers.map(({ name }) => name)).not.toContain('Renamed');
  expect(problems.map(({ file }) => file)).toEqual([files.file('broken')]);
  expect([...edited].sort()).toEqual(BOTH);
});
