import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Sharp } from 'sharp';
import { type Darkroom, openDarkroom, takeStills } from './darkroom.ts';
import { GALLERY_ANGLES } from './rig/angles.ts';
import type { StillRequest } from './rig/page.ts';
import { PAINT_NAMES, type PaintName } from './rig/paints.ts';

/**
 * Takes the photographs of the demo stock that are not there yet: every model in six angles of one paint and in
 * seven more paints from the hero angle, and spins of some.
 * `node scripts/demo-pictures/shoot.ts [models] [--again] [--samples 12] [--no-spins]`
 */
const STILL = { width: 1080, height: 720 };
const SPIN = { width: 840, height: 560 };
const SPIN_FRAMES = 36;
/** Largest size of a spin's frame. */
const MOST_FRAME_BYTES = 35_000;
const QUALITY = { still: 77, spin: 70 };
const MORE_PAINTS = 7;
/** What most vehicles on Australian roads are painted; each of them is seen from every angle. */
const COMMON_PAINTS: readonly PaintName[] = ['white', 'silver', 'grey', 'black'];
/** Bodies that fill a page of results, in the order they are photographed. */
const COMMON_BODIES = [
  ...['ute', 'suv', 'hatch', 'sedan', 'caravan', 'truck', 'large-ute', 'small-suv', '4x4', 'large-suv'],
  ...['wagon', 'van', 'cab-chassis', 'light-truck', 'naked-bike', 'motorhome', 'camper-trailer', 'cruiser'],
];
/** Models with a spin. */
const SPUN = ['hatch', 'suv', 'ute', '4x4', 'coupe', 'naked-bike'];
const FOLDER = join(import.meta.dirname, 'rendered');

type Model = { name: string; galleryPaint: PaintName };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean', default: false },
    samples: { type: 'string', default: '12' },
    'no-spins': { type: 'boolean', default: false },
  },
});
const samples = Number(values.samples);
const isWanted = (file: string) => values.again || !existsSync(file);

async function save(picture: Sharp, file: string, quality: number): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await picture.webp({ quality, effort: 6, smartSubsample: true }).toFile(file);
}

/** The paints a model is shown in: that of its gallery first. */
const paintsOf = ({ galleryPaint }: Model): PaintName[] => [
  galleryPaint,
  ...PAINT_NAMES.filter((name) => name !== galleryPaint).slice(0, MORE_PAINTS),
];

/** Any picture of the whole vehicle may be the first of a gallery. */
function paintsFrom(model: Model, angle: (typeof GALLERY_ANGLES)[number]): PaintName[] {
  const isCommon = COMMON_BODIES.includes(model.name);
  if (angle === 'hero' || (angle === 'outdoors' && isCommon)) return paintsOf(model);
  const all = [model.galleryPaint, ...COMMON_PAINTS.slice(0, isCommon ? 4 : 1)];
  return [...new Set(angle === 'outdoors' ? [...all, ...COMMON_PAINTS] : all)];
}

async function still(
  darkroom: Darkroom,
  model: Model,
  angle: (typeof GALLERY_ANGLES)[number],
): Promise<void> {
  const fileOf = (paint: PaintName) => join(FOLDER, model.name, `${paint}-${angle}.webp`);
  const paints = paintsFrom(model, angle).filter((paint) => isWanted(fileOf(paint)));
  if (paints.length === 0) return;
  const request: StillRequest = {
    model: model.name,
    angle,
    paints,
    ...STILL,
    samples: angle === 'hero' ? samples : Math.max(4, samples - 1),
  };
  const pictures = await takeStills(darkroom, request);
  for (const [at, picture] of pictures.entries()) {
    await save(picture, fileOf(paints[at] ?? model.galleryPaint), QUALITY.still);
  }
}

/** Frames from the front, turning to the vehicle's left, ten degrees each. */
async function spin(darkroom: Darkroom, { name, galleryPaint }: Model): Promise<void> {
  for (let at = 0; at < SPIN_FRAMES; at++) {
    const file = join(FOLDER, name, 'spin', `${String(at).padStart(2, '0')}.webp`);
    if (!isWanted(file)) continue;
    const request: StillRequest = {
      model: name,
      angle: 'spin',
      paints: [galleryPaint],
      ...SPIN,
      samples: Math.max(3, Math.round(samples * 0.6)),
      turn: (at * 360) / SPIN_FRAMES,
    };
    const [picture] = await takeStills(darkroom, request);
    if (!picture) continue;
    for (let quality = QUALITY.spin; quality > 20; quality -= 8) {
      await save(picture.clone(), file, quality);
      if (statSync(file).size <= MOST_FRAME_BYTES) break;
    }
  }
}

const darkroom = await openDarkroom('rig/page.ts');
const known = await darkroom.page.evaluate(() =>
  (globalThis as unknown as { modelsKnown(): Model[] }).modelsKnown(),
);
const wanted = positionals.length > 0 ? positionals : known.map(({ name }) => name);
const models = wanted.flatMap((name) => known.filter((model) => model.name === name));

async function report(what: string, model: Model, work: Promise<void>): Promise<void> {
  const started = performance.now();
  await work;
  console.log(`${model.name} ${what}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

const rank = ({ name }: Model) => (COMMON_BODIES.includes(name) ? COMMON_BODIES.indexOf(name) : 99);
models.sort((a, b) => rank(a) - rank(b));
for (const model of models) {
  for (const angle of GALLERY_ANGLES) await report(angle, model, still(darkroom, model, angle));
  console.log(`${model.name} complete`);
}
if (!values['no-spins']) {
  for (const model of models) {
    if (SPUN.includes(model.name)) await report('spin', model, spin(darkroom, model));
  }
}
await darkroom.close();
