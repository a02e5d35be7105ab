import { globSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MANIFEST_FILE, type PictureManifest, readPictures } from './picture-manifest.ts';

const MOST_BYTES = 40_000_000;
const FOLDERS = ['public/pictures', 'scripts/demo-stock/pictures'];
const HERO_WIDTH = 2880;

const manifest = JSON.parse(readFileSync(MANIFEST_FILE, 'utf8')) as PictureManifest;

it('PLAT-05 the manifest lists every photograph with its size, and no other', async () => {
  expect(manifest).toEqual(await readPictures());
});

it('PLAT-05 all pictures of the demo together stay small', () => {
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.*`));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

it('CFG-21 every picture of a place is wide enough for a large screen of double density', () => {
  const places = Object.entries(manifest).filter(([file]) => file.startsWith('public/pictures/'));
  expect(places.length).toBeGreaterThan(0);
  expect(places.filter(([, [width]]) => width < HERO_WIDTH)).toEqual([]);
});
