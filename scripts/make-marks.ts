import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { markTable } from './make-marks/mark-table.ts';

/** Writes the marks of makes again after another version of the collection or another make. */
const FILE = resolve(import.meta.dirname, '../src/config/sections/make-marks.data.ts');

writeFileSync(FILE, markTable());
