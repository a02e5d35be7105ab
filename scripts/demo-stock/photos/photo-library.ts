import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Paint, Shape } from '../shapes.data.ts';
import { INSIDES } from './insides.data.ts';
import { PHOTO_SETS, type PhotoSet, STUDIO } from './photo-sets.data.ts';

export type PhotoLibrary = {
  /** Paints of which the shape has a photo that may be the first of a gallery. */
  paintsOf(shape: Shape): ReadonlySet<Paint>;
  /** Angles of which the shape has such a photo in this paint. */
  firstAnglesOf(shape: Shape, paint: Paint): string[];
  /** Ids of the outside in exactly this paint, in a gallery's order. */
  exteriorsOf(shape: Shape, paint: Paint): string[];
  /** Ids of the inside, the same for every paint. */
  insideOf(shape: Shape): string[];
  /** Ids of the pictures all around the shape, in their order; empty where there are none. */
  spinOf(shape: Shape): string[];
  /** Whether it has a panorama. */
  hasPanorama(name: string): boolean;
  /** @throws RangeError for an id of no photo */
  fileOf(id: string): string;
};

const idOf = (file: string) => `demo-${file.replace('.webp', '').replaceAll('/', '-')}`;

/**
 * One dealer's photos below a folder, looked up once: `<shape>/<paint>-<angle>.webp`, `<shape>/spin/<frame>.webp`,
 * `cabins/<name>.webp` and `panoramas/<name>.webp`.
 * @param files paths of all below the folder
 */
export function photoLibrary(
  folder: string,
  set: PhotoSet,
  files: readonly string[] = globSync('{*,*/spin}/*.webp', { cwd: folder }).sort(),
): PhotoLibrary {
  const anglesOf = new Map<string, Map<string, Set<string>>>();
  for (const file of files) {
    const [, shape = '', paint = '', angle = ''] = /^([\w-]+)\/([\w-]+)-([a-z]+)\.webp$/.exec(file) ?? [];
    const paints = anglesOf.get(shape) ?? new Map<string, Set<string>>();
    anglesOf.set(shape, paints.set(paint, (paints.get(paint) ?? new Set()).add(angle)));
  }
  const fileOfId = new Map(files.map((file) => [idOf(file), file]));
  const among = (angles: readonly string[], shape: Shape, paint: string) =>
    angles.filter((angle) => anglesOf.get(shape)?.get(paint)?.has(angle));

  return {
    paintsOf: (shape) =>
      new Set(
        [...(anglesOf.get(shape)?.keys() ?? [])].filter(
          (paint) => among(set.first, shape, paint).length > 0,
        ) as Paint[],
      ),
    firstAnglesOf: (shape, paint) => among(set.first, shape, paint),
    exteriorsOf: (shape, paint) =>
      among(set.first, shape, paint).length === 0
        ? []
        : among([...set.first, ...set.more], shape, paint).map((angle) =>
            idOf(`${shape}/${paint}-${angle}.webp`),
          ),
    insideOf: (shape) =>
      (INSIDES[shape] ?? [])
        .filter((name) => set.insides.includes(name))
        .map((name) => idOf(`cabins/${name}.webp`))
        .filter((id) => fileOfId.has(id)),
    spinOf: (shape) =>
      set.spins.includes(shape) ? files.filter((file) => file.startsWith(`${shape}/spin/`)).map(idOf) : [],
    hasPanorama: (name) => set.insides.includes(name) && fileOfId.has(idOf(`panoramas/${name}.webp`)),
    fileOf(id) {
      const file = fileOfId.get(id);
      if (!file) throw new RangeError(`No photo is called "${id}".`);
      return join(folder, file);
    },
  };
}

const FOLDER = resolve(import.meta.dirname, '../pictures');
const FILES = globSync('{*,*/spin}/*.webp', { cwd: FOLDER }).sort();

/** All photos of the demo. */
export const DEMO_PHOTOS = photoLibrary(FOLDER, STUDIO, FILES);

/** Those that a dealer has. */
export const demoPhotosOf = (dealer: string): PhotoLibrary =>
  photoLibrary(FOLDER, PHOTO_SETS[dealer] ?? STUDIO, FILES);
