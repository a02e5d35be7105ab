import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type FontFile, makePaperFaces, makeTypefaces } from './typefaces/make-typefaces.ts';

/** Cuts the typefaces to what sites and documents use and measures them: `npx node scripts/typefaces.ts`. */
const root = resolve(import.meta.dirname, '..');
const DATA = 'src/config/sections/typefaces.data.ts';
const FOLDER = 'src/platform/theme/fonts';
const PAPER_FOLDER = 'src/features/vehicle/server/pdf/fonts';

function write(folder: string, files: readonly FontFile[]): void {
  mkdirSync(join(root, folder), { recursive: true });
  for (const { name, bytes } of files) {
    writeFileSync(join(root, folder, name), bytes);
    console.log(`${name}: ${bytes.length} bytes`);
  }
}

const { files, module } = await makeTypefaces();
write(FOLDER, files);
write(PAPER_FOLDER, await makePaperFaces());
writeFileSync(join(root, DATA), module);
console.log(
  `Wrote ${FOLDER}, ${PAPER_FOLDER} and ${DATA}; npx biome check --write . gives it the shape of the rest.`,
);
