import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { centroidTable } from './make-postcodes/centroid-table.ts';

/** Writes the middles of postcodes again after another version of the collection. */
const FILE = resolve(import.meta.dirname, '../src/features/locations/postcode-centroids.json');

writeFileSync(FILE, centroidTable());
