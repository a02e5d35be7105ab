import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { galleryOf } from './gallery.ts';
import { makePictures } from './make-pictures.ts';
import { drawPicture } from './picture-file.ts';
import { PAINTS, SHAPES } from './shapes.ts';

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'forecourt-pictures-')), 'originals');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const FEW = ['demo-suv-red-1', 'demo-naked-green-2', 'demo-inside-caravan-dash'];

test('VDP-01 every picture a gallery may name can be drawn, and reads as an image id', () => {
  for (const shape of SHAPES) {
    for (const paint of PAINTS) {
      for (const seed of ['a', 'b', 'c']) {
        for (const id of galleryOf({ shape }, paint, 'in_stock', createRandom(`${shape}${paint}${seed}`))) {
          expect(id).toMatch(/^[a-z0-9-]+$/);
          expect(drawPicture(id)).not.toMatch(/NaN|undefined|Infinity/);
        }
      }
    }
  }
});

test('VDP-01 a gallery shows no picture twice and starts with the whole vehicle', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const ids = galleryOf({ shape: 'suv' }, 'blue', 'in_stock', createRandom(String(seed)));
    expect(new Set(ids).size).toBe(ids.length);
    expect([0, 1, 4, 5, 6, 7, 8]).toContain(ids.length);
    if (ids[0]) expect(ids[0]).toMatch(/-[12]$/);
  }
});

test('VDP-01 no two views of a vehicle are the same drawing', () => {
  const drawings = [1, 2, 3, 4, 5, 6].map((view) => drawPicture(`demo-hatch-silver-${view}`));
  expect(new Set(drawings).size).toBe(6);
});

test('VDP-01 a picture that no gallery names is refused', () => {
  expect(() => drawPicture('demo-suv-pink-1')).toThrow('No picture is called "demo-suv-pink-1".');
});

test('VDP-01 pictures are JPEG of 1280 x 853, and the same every time', async () => {
  expect(await makePictures({ ids: FEW, folder })).toBe(3);
  const first = FEW.map((id) => readFileSync(join(folder, `${id}.jpg`)));
  for (const file of first) {
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 853 });
  }
  rmSync(folder, { recursive: true });
  await makePictures({ ids: FEW, folder });
  expect(FEW.map((id) => readFileSync(join(folder, `${id}.jpg`)))).toEqual(first);
});

test('VDP-01 what is drawn stays, what is missing or was drawn by older code is drawn again', async () => {
  const steps: number[] = [];
  await makePictures({ ids: FEW, folder });
  const before = statSync(join(folder, `${FEW[0]}.jpg`)).mtimeMs;
  expect(await makePictures({ ids: FEW, folder, onProgress: (done) => steps.push(done) })).toBe(0);
  expect(statSync(join(folder, `${FEW[0]}.jpg`)).mtimeMs).toBe(before);
  expect(steps).toEqual([]);
  rmSync(join(folder, `${FEW[1]}.jpg`));
  expect(await makePictures({ ids: FEW, folder })).toBe(1);
  writeFileSync(join(folder, '..', 'demo-pictures.json'), '{"drawings":"older"}');
  expect(await makePictures({ ids: FEW, folder })).toBe(3);
  expect(readdirSync(folder).sort()).toEqual(FEW.map((id) => `${id}.jpg`).sort());
});
