import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDarkroom, pictureOf } from './darkroom.ts';
import type { KnownScene, SceneRequest } from './scenes/page.ts';

/**
 * Photographs of places, cabins and panoramas, by their names or groups (heroes, places, cabins, panoramas):
 * `node scripts/demo-pictures/scenes.ts metro cabins --samples 8 --width 1920 --out scripts/demo-pictures/rendered/scenes`
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    samples: { type: 'string', default: '8' },
    width: { type: 'string', default: '0' },
    format: { type: 'string', default: 'webp' },
    out: { type: 'string', default: '.data/look/scenes' },
    /** Seconds after which a picture is begun again: software WebGL stands still once in a while. */
    patience: { type: 'string', default: '1500' },
  },
});

const page = {
  scenesKnown: () => (globalThis as unknown as { scenesKnown(): KnownScene[] }).scenesKnown(),
  takeScene: (asked: SceneRequest) =>
    (globalThis as unknown as { takeScene(one: SceneRequest): Promise<string> }).takeScene(asked),
};

async function known(): Promise<KnownScene[]> {
  const darkroom = await openDarkroom('scenes/page.ts');
  const scenes = await darkroom.page.evaluate(page.scenesKnown);
  await darkroom.close();
  return scenes;
}

/** A fresh page for each picture: what one scene built must not weigh on the next. */
async function take(request: SceneRequest): Promise<string | null> {
  const darkroom = await openDarkroom('scenes/page.ts');
  const patience = new AbortController();
  const late = setTimeout(Number(values.patience) * 1000, null, { signal: patience.signal }).catch(
    () => null,
  );
  const pixels = await Promise.race([darkroom.page.evaluate(page.takeScene, request), late]);
  patience.abort();
  await darkroom.close();
  return pixels;
}

mkdirSync(values.out, { recursive: true });
const wanted = (await known()).filter(
  ({ name, group }) => positionals.length === 0 || positionals.includes(name) || positionals.includes(group),
);
for (const { name, group, size } of wanted) {
  const started = performance.now();
  const width = Number(values.width) || size[0];
  const height = Math.round((width * size[1]) / size[0]);
  const request = { name, width, height, samples: Number(values.samples) };
  const pixels = (await take(request)) ?? (await take(request));
  if (!pixels) throw new Error(`"${name}" was not finished in ${values.patience} s.`);
  const picture = pictureOf(pixels, width, height);
  const file = join(values.out, `${name}.${values.format}`);
  const quality = group === 'panoramas' ? 76 : 84;
  await (values.format === 'png' ? picture.png() : picture.webp({ quality, effort: 6 })).toFile(file);
  console.log(`${file}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
