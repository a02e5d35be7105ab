import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openDarkroom, takeStills } from './darkroom.ts';
import type { AngleName } from './rig/angles.ts';
import type { PaintName } from './rig/paints.ts';

/**
 * A quick look at models while they are drawn, as one sheet:
 * `node scripts/demo-pictures/look.ts suv ute --angle hero,side --paint blue --samples 4 --width 640 --out sheet.png`
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    angle: { type: 'string', default: 'hero' },
    paint: { type: 'string', default: 'blue' },
    samples: { type: 'string', default: '3' },
    width: { type: 'string', default: '640' },
    columns: { type: 'string', default: '2' },
    turn: { type: 'string', default: '0' },
    out: { type: 'string', default: '.data/look/sheet.png' },
  },
});
const width = Number(values.width);
const height = Math.round((width * 2) / 3);
const columns = Number(values.columns);
const darkroom = await openDarkroom('rig/page.ts');
const tiles: Buffer[] = [];
for (const model of positionals) {
  for (const angle of values.angle.split(',') as AngleName[]) {
    const started = performance.now();
    const pictures = await takeStills(darkroom, {
      model,
      angle,
      paints: values.paint.split(',') as PaintName[],
      width,
      height,
      samples: Number(values.samples),
      turn: Number(values.turn),
    });
    for (const picture of pictures) tiles.push(await picture.png().toBuffer());
    console.log(`${model} ${angle}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
}
await darkroom.close();
mkdirSync(dirname(values.out), { recursive: true });
const rows = Math.ceil(tiles.length / columns);
await sharp({
  create: {
    width: width * Math.min(columns, tiles.length),
    height: height * rows,
    channels: 3,
    background: '#fff',
  },
})
  .composite(
    tiles.map((input, at) => ({
      input,
      left: (at % columns) * width,
      top: Math.floor(at / columns) * height,
    })),
  )
  .png()
  .toFile(values.out);
console.log(values.out);
