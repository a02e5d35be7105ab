import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { typefacesModule } from './typefaces/make-typefaces.ts';

const FILE = 'src/config/sections/typefaces.data.ts';

writeFileSync(resolve(import.meta.dirname, '..', FILE), await typefacesModule());
console.log(`Wrote ${FILE}; npm run format gives it the shape of the rest.`);
