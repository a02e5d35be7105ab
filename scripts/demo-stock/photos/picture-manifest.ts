import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** The committed photographs: path below the repository → [width, height], pixels. */
export type PictureManifest = Record<string, readonly [width: number, height: number]>;

export const MANIFEST_FILE = 'scripts/demo-stock/pictures/manifest.json';

/** Vehicles as `<shape>/<paint>-<angle>`, spins as `<shape>/spin/<frame>`, insides, panoramas; and places. */
const PICTURES = ['scripts/demo-stock/pictures/**/*.webp', 'public/pictures/*.webp'];

/** Reads the header of each file. */
export async function readPictures(root = '.'): Promise<PictureManifest> {
  const files = PICTURES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  const sizes = files.map(async (file) => {
    const { width, height } = await sharp(join(root, file)).metadata();
    return [file, [width, height]] as const;
  });
  return Object.fromEntries(await Promise.all(sizes));
}

// `npx node scripts/demo-stock/photos/picture-manifest.ts` writes it.
if (import.meta.main) {
  const pictures = await readPictures();
  const lines = Object.entries(pictures).map(
    ([file, [width, height]]) => `  ${JSON.stringify(file)}: [${width}, ${height}]`,
  );
  writeFileSync(MANIFEST_FILE, `{\n${lines.join(',\n')}\n}\n`);
}
