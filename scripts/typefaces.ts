import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeTypefaces } from './typefaces/make-typefaces.ts';

/** Cuts the typefaces to what sites use and measures them: `node scripts/typefaces.ts`. */
const root = resolve(import.meta.dirname, '..');
const DATA = 'src/config/sections/typefaces.data.ts';
const FOLDER = 'src/theme/fonts';

const { files, module } = await makeTypefaces();
mkdirSync(join(root, FOLDER), { recursive: true });
for (const { name, bytes } of files) {
  writeFileSync(join(root, FOLDER, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
writeFileSync(join(root, DATA), module);
console.log(`Wrote ${FOLDER} and ${DATA}; npm run format gives it the shape of the rest.`);
