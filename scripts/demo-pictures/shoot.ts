import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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
const STILL = { width: 1280, height: 853 };
const SPIN = { width: 960, height: 640 };
const SPIN_FRAMES = 36;
/** Largest size of a spin's frame. */
const MOST_FRAME_BYTES = 35_000;
const QUALITY = { still: 82, spin: 70 };
const MORE_PAINTS = 7;
/** Models with a spin. */
const SPUN = ['hatch', 'sedan', 'suv', 'ute', '4x4', 'coupe', 'naked-bike', 'caravan'];
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

async function stills(darkroom: Darkroom, model: Model): Promise<void> {
  for (const angle of GALLERY_ANGLES) {
    const paints = angle === 'hero' ? paintsOf(model) : [model.galleryPaint];
    const fileOf = (paint: PaintName) => join(FOLDER, model.name, `${paint}-${angle}.webp`);
    if (!paints.some((paint) => isWanted(fileOf(paint)))) continue;
    const request: StillRequest = { model: model.name, angle, paints, ...STILL, samples };
    const pictures = await takeStills(darkroom, request);
    for (const [at, picture] of pictures.entries()) {
      await save(picture, fileOf(paints[at] ?? model.galleryPaint), QUALITY.still);
    }
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
      samples: Math.max(4, Math.round(samples * 0.6)),
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

let darkroom = await openDarkroom('rig/page.ts');
const models = await darkroom.page.evaluate(() =>
  (globalThis as unknown as { modelsKnown(): Model[] }).modelsKnown(),
);
for (const model of models) {
  if (positionals.length > 0 && !positionals.includes(model.name)) continue;
  const started = performance.now();
  await stills(darkroom, model);
  if (SPUN.includes(model.name) && !values['no-spins']) await spin(darkroom, model);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${relative(process.cwd(), join(FOLDER, model.name))}: ${seconds} s`);
  // Software WebGL keeps what it has drawn: a new browser for each model keeps the memory even.
  await darkroom.close();
  darkroom = await openDarkroom('rig/page.ts');
}
await darkroom.close();
