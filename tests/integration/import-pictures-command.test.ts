import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { jpegOf, type PictureServer, startPictureServer } from '../fixtures/picture-server.ts';
import { FIXTURE_DEALERS } from '../fixtures/stock-site.ts';
import { databasePlace } from '../fixtures/test-database.ts';

const run = promisify(execFile);
let folder: string;
let pictures: PictureServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-import-'));
  mkdirSync(join(folder, 'dealers'));
  pictures = await startPictureServer();
  const dealer = JSON.parse(readFileSync(join(FIXTURE_DEALERS, 'listings.json'), 'utf8'));
  dealer.stock.feed = {
    ...{
      file: 'feed.csv',
      format: 'csv',
      columns: {},
      constants: { status: 'in_stock', car_type: 'used' },
    },
  };
  writeFileSync(join(folder, 'dealers', 'listings.json'), JSON.stringify(dealer));
  const urls = ['/a.jpg', '/gone.jpg', '/b.jpg'].map(pictures.url).join('|');
  writeFileSync(
    join(folder, 'dealers', 'feed.csv'),
    `stocknum,make,model,year,images\nA1,Kia,Rio,2024,${urls}`,
  );
  pictures.serve('/a.jpg', await jpegOf('#c33'));
  pictures.serve('/b.jpg', await jpegOf('#3c3'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await pictures.stop();
});

const runImport = async (args: string[], env: Record<string, string> = {}) =>
  run(process.execPath, ['scripts/import.ts', 'listings', ...args], {
    env: {
      ...process.env,
      DEALERS_DIR: join(folder, 'dealers'),
      ...(await databasePlace(join(folder, 'data'))),
      MEILI_HOST: inject('meiliHost'),
      MEILI_KEY: inject('meiliKey'),
      MEILI_INDEX: 'import-pictures-command',
      ...env,
    },
  });

it('PLAT-03 the command fetches pictures from allowed hosts, and succeeds even if some are gone', async () => {
  const report = join(folder, 'report.json');
  const { stdout, stderr } = await runImport(['--report', report], { PICTURE_HOSTS: pictures.host });
  expect(stderr).toBe('');
  expect(stdout).toContain('pictures: 2 fetched, 0 unchanged, 1 could not be fetched; 1 vehicles');
  expect(stdout).toContain(`1 × HTTP 404\n           e.g. ${pictures.url('/gone.jpg')}`);
  expect(stdout.match(/1 vehicles sent to the search index/g)).toHaveLength(2);
  expect(readdirSync(join(folder, 'data', 'images', 'originals'))).toHaveLength(2);
  expect(JSON.parse(readFileSync(report, 'utf8')).listings.pictures).toMatchObject({
    fetched: 2,
    vehicles: 1,
  });
});

it('CFG-22 without permission the command sends no request to hosts of this machine', async () => {
  const { stdout } = await runImport([]);
  expect(stdout).toContain('3 could not be fetched');
  expect(stdout).toContain('3 × an unusual port');
  expect(pictures.hits).toEqual([]);
});

it('PLAT-03 a dry run of the command sends no request', async () => {
  await runImport(['--dry-run'], { PICTURE_HOSTS: pictures.host });
  expect(pictures.hits).toEqual([]);
});
