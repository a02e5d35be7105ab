import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDarkroom, pictureOf } from './darkroom.ts';
import type { SceneRequest } from './scenes/page.ts';

/**
 * Photographs of places with vehicles, for the sites' own pictures:
 * `node scripts/demo-pictures/scenes.ts metro yard --samples 8 --width 1920 --out scripts/demo-pictures/rendered/scenes`
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    samples: { type: 'string', default: '8' },
    width: { type: 'string', default: '0' },
    format: { type: 'string', default: 'webp' },
    out: { type: 'string', default: '.data/look/scenes' },
  },
});

type Known = { name: string; size: [number, number] };
mkdirSync(values.out, { recursive: true });
for (const name of positionals.length > 0 ? positionals : ['']) {
  // A fresh page for each: what one scene built must not weigh on the next.
  const darkroom = await openDarkroom('scenes/page.ts');
  const known = await darkroom.page.evaluate(() =>
    (globalThis as unknown as { scenesKnown(): Known[] }).scenesKnown(),
  );
  for (const scene of name === '' ? known : known.filter((one) => one.name === name)) {
    const started = performance.now();
    const width = Number(values.width) || scene.size[0];
    const height = Math.round((width * scene.size[1]) / scene.size[0]);
    const pixels = await darkroom.page.evaluate(
      (asked) =>
        (globalThis as unknown as { takeScene(one: SceneRequest): Promise<string> }).takeScene(asked),
      { name: scene.name, width, height, samples: Number(values.samples) },
    );
    const picture = pictureOf(pixels, width, height);
    const file = join(values.out, `${scene.name}.${values.format}`);
    await (values.format === 'png' ? picture.png() : picture.webp({ quality: 84, effort: 6 })).toFile(file);
    console.log(`${file}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  await darkroom.close();
}
