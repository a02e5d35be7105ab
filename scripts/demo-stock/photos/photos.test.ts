import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choosePaint } from '../choose-paint.ts';
import { copyPhotos } from '../make-demo-stock.ts';
import { CATALOGUE } from '../model-catalogue.ts';
import { createRandom } from '../random.ts';
import { PAINTS, type Paint, SHAPES, type Shape } from '../shapes.data.ts';
import { DEMO_PHOTOS, photoLibrary } from './photo-library.ts';
import type { PhotoSet } from './photo-sets.data.ts';
import { galleryOf } from './spread-photos.ts';

const SET: PhotoSet = {
  first: ['hero', 'outdoors'],
  more: ['side', 'front'],
  insides: ['cabin-light'],
  spins: ['suv'],
};
const ANGLES = [...SET.first, ...SET.more];
const FILES = [
  ...ANGLES.map((angle) => `suv/blue-${angle}.webp`),
  'suv/blue-lane.webp',
  'suv/red-hero.webp',
  'suv/green-side.webp',
  'suv/spin/00.webp',
  'hatch/spin/00.webp',
  'naked-bike/black-hero.webp',
  'cabins/cabin-light.webp',
  'cabins/bike-cockpit.webp',
  'cabins/cabin-modern.webp',
];
const root = mkdtempSync(join(tmpdir(), 'forecourt-photos-'));
const folder = join(root, 'rendered');
let photos = photoLibrary(folder, SET, []);

beforeAll(async () => {
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const flat = sharp({ create: { width: 6, height: 4, channels: 3, background: 'teal' } });
    await flat.webp().toFile(join(folder, file));
  }
  photos = photoLibrary(folder, SET);
});
afterAll(() => rmSync(root, { recursive: true }));

const SEEDS = Array.from({ length: 2000 }, (_, seed) => createRandom(String(seed)));
const galleries = (shape: Shape, paint: Paint, status: 'in_stock' | 'coming_soon' = 'in_stock') =>
  SEEDS.map((random) => galleryOf(photos, { shape, paint, status }, random));
const modelOf = (shape: Shape, make?: string) => {
  const model = CATALOGUE.find((row) => row.shape === shape && (make === undefined || row.make === make));
  if (!model) throw new Error(`No ${shape} in the catalogue.`);
  return model;
};

test('VDP-01 photos of a vehicle have its own colour, the exterior first, then the inside', () => {
  expect(photos.exteriorsOf('suv', 'blue')).toEqual(ANGLES.map((angle) => `demo-suv-blue-${angle}`));
  expect(photos.exteriorsOf('suv', 'red')).toEqual(['demo-suv-red-hero']);
  expect(photos.exteriorsOf('suv', 'green')).toEqual([]);
  expect(photos.insideOf('suv')).toEqual(['demo-cabins-cabin-light']);
});

test('VDP-280 a dealer shows only the photos of its own set', () => {
  expect(photos.exteriorsOf('suv', 'blue')).not.toContain('demo-suv-blue-lane');
  expect(photos.insideOf('large-suv')).toEqual([]);
  expect(photos.insideOf('cruiser')).toEqual([]);
  expect(photos.spinOf('suv')).toEqual(['demo-suv-spin-00']);
  expect(photos.spinOf('hatch')).toEqual([]);
  const lane = photoLibrary(folder, { ...SET, first: ['lane'], more: [] });
  expect(lane.exteriorsOf('suv', 'blue')).toEqual(['demo-suv-blue-lane']);
  expect([...lane.paintsOf('suv')]).toEqual(['blue']);
});

test('VDP-281 a shape without photos is shown without any, not with those of a similar one', () => {
  expect(photos.exteriorsOf('small-suv', 'red')).toEqual([]);
  expect(photos.exteriorsOf('cruiser', 'black')).toEqual([]);
  expect(photos.exteriorsOf('naked-bike', 'red')).toEqual([]);
});

test('VDP-01 a few have no photo, a few one; half of those coming soon have none', () => {
  const share = (all: string[][], count: number) =>
    all.filter(({ length }) => length === count).length / all.length;
  const here = galleries('suv', 'blue');
  expect(share(here, 0)).toBeCloseTo(0.03, 1);
  expect(share(here, 1)).toBeCloseTo(0.05, 1);
  expect(share(here, ANGLES.length + 1)).toBeGreaterThan(0.9);
  expect(share(galleries('suv', 'blue', 'coming_soon'), 0)).toBeCloseTo(0.5, 1);
  expect(share(galleries('truck', 'blue'), 0)).toBe(1);
});

test('VDP-01 colours match the photos, with realistic frequencies', () => {
  const paints = SEEDS.map((random) => choosePaint(modelOf('suv'), 'suv', photos, random)[1]);
  expect(new Set(paints)).toEqual(new Set(['blue', 'red']));
  const share = paints.filter((paint) => paint === 'blue').length / paints.length;
  expect(share).toBeCloseTo(9 / 15, 1);
  const [random = createRandom('')] = SEEDS;
  expect(choosePaint(modelOf('naked-bike', 'KTM'), 'naked-bike', photos, random)).toEqual(['Black', 'black']);
  expect(PAINTS).toContain(choosePaint(modelOf('truck'), 'truck', photos, random)[1]);
});

test('VDP-01 some galleries begin with another angle, in any colour', () => {
  const first = galleries('suv', 'blue').flatMap(([id]) => id ?? []);
  const outdoors = first.filter((id) => id === 'demo-suv-blue-outdoors').length;
  expect(new Set(first)).toEqual(new Set(['demo-suv-blue-hero', 'demo-suv-blue-outdoors']));
  expect(outdoors / first.length).toBeCloseTo(0.3, 1);
});

test('VDP-01 photos become originals once, and an unknown one is refused', async () => {
  const originals = join(root, 'originals');
  const ids = photos.exteriorsOf('suv', 'blue');
  expect(copyPhotos(photos, ids, originals)).toBe(4);
  const [first = ''] = ids;
  const file = join(originals, `${first}.jpg`);
  expect(await sharp(file).metadata()).toMatchObject({ width: 6, height: 4 });
  const before = statSync(file).mtimeMs;
  rmSync(join(originals, `${ids[1]}.jpg`));
  expect(copyPhotos(photos, ids, originals)).toBe(1);
  expect(statSync(file).mtimeMs).toBe(before);
  expect(readdirSync(originals).sort()).toEqual(ids.map((id) => `${id}.jpg`).sort());
  expect(() => copyPhotos(photos, ['demo-suv-pink-hero'], originals)).toThrow('No photo is called');
});

test('VDP-01 every photo of the demo has a valid image id and exists', () => {
  for (const shape of SHAPES) {
    const ids = PAINTS.flatMap((paint) => DEMO_PHOTOS.exteriorsOf(shape, paint));
    for (const id of [...ids, ...DEMO_PHOTOS.insideOf(shape)]) {
      expect(id).toMatch(/^[a-z0-9-]{1,100}$/);
      expect(statSync(DEMO_PHOTOS.fileOf(id)).size).toBeGreaterThan(0);
    }
  }
});
