import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Paint, Shape } from '../shapes.data.ts';
import { INSIDES, STAND_INS } from './shown-shapes.data.ts';

/** Photos of one model in one paint, in the order of a gallery; the first is of the whole vehicle. */
export const ANGLES = ['hero', 'side', 'front', 'rear', 'back', 'outdoors'] as const;

export type PhotoLibrary = {
  /** Paints of which the shape has a photo of the whole vehicle. */
  paintsOf(shape: Shape): ReadonlySet<Paint>;
  /** Ids of the outside in exactly this paint, the whole vehicle first. */
  exteriorsOf(shape: Shape, paint: Paint): string[];
  /** Ids of the inside, the same for every paint. */
  insideOf(shape: Shape): string[];
  /** Ids of the pictures all around the shape, in their order; empty where there are none. */
  spinOf(shape: Shape): string[];
  has(id: string): boolean;
  /** @throws RangeError for an id of no photo */
  fileOf(id: string): string;
};

const idOf = (file: string) => `demo-${file.replace('.webp', '').replaceAll('/', '-')}`;

/**
 * Photos below a folder, looked up once: `<shape>/<paint>-<angle>.webp`, `<shape>/spin/<frame>.webp`,
 * `cabins/<name>.webp` and `panoramas/<name>.webp`.
 * @param files their paths below the folder
 */
export function photoLibrary(
  folder: string,
  files: readonly string[] = globSync('{*,*/spin}/*.webp', { cwd: folder }).sort(),
): PhotoLibrary {
  const anglesOf = new Map<string, Map<string, Set<string>>>();
  for (const file of files) {
    const [, shape = '', paint = '', angle = ''] = /^([\w-]+)\/([\w-]+)-([a-z]+)\.webp$/.exec(file) ?? [];
    const paints = anglesOf.get(shape) ?? new Map<string, Set<string>>();
    anglesOf.set(shape, paints.set(paint, (paints.get(paint) ?? new Set()).add(angle)));
  }
  const heroPaints = (shape: Shape) =>
    [...(anglesOf.get(shape) ?? [])].filter(([, angles]) => angles.has(ANGLES[0]));
  const shownAs = (shape: Shape): Shape =>
    [shape, ...STAND_INS[shape]].find((name) => heroPaints(name).length > 0) ?? shape;
  const fileOfId = new Map(files.map((file) => [idOf(file), file]));

  return {
    paintsOf: (shape) => new Set(heroPaints(shownAs(shape)).map(([paint]) => paint as Paint)),
    exteriorsOf(shape, paint) {
      const model = shownAs(shape);
      const angles = new Map(heroPaints(model)).get(paint);
      return ANGLES.filter((angle) => angles?.has(angle)).map((angle) =>
        idOf(`${model}/${paint}-${angle}.webp`),
      );
    },
    insideOf: (shape) =>
      INSIDES[shape].map((name) => idOf(`cabins/${name}.webp`)).filter((id) => fileOfId.has(id)),
    spinOf: (shape) => files.filter((file) => file.startsWith(`${shape}/spin/`)).map(idOf),
    has: (id) => fileOfId.has(id),
    fileOf(id) {
      const file = fileOfId.get(id);
      if (!file) throw new RangeError(`No photo is called "${id}".`);
      return join(folder, file);
    },
  };
}

/** The photos of the demo. */
export const DEMO_PHOTOS = photoLibrary(resolve(import.meta.dirname, '../pictures'));
