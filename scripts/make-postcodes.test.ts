import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { centroidTable, suburbTable } from './make-postcodes.ts';

it('LOC-11 the middles of postcodes are those of the package', () => {
  expect(readFileSync('src/features/locations/postcode-centroids.json', 'utf8')).toBe(centroidTable());
  expect(centroidTable().match(/^ {2}"\d{4}": \[-[\d.]+, [\d.]+\],?$/gm)?.length).toBeGreaterThan(3000);
});

it('LOC-274 the suburbs are those of the package', () => {
  expect(readFileSync('src/features/locations/server/suburb-postcodes.json', 'utf8')).toBe(suburbTable());
  expect(suburbTable().match(/^ {4}".+": "\d{4}",?$/gm)?.length).toBeGreaterThan(12_000);
});

it('LOC-11 no part of a page that a browser loads names them', () => {
  const sources = ['features', 'platform/ui', 'layouts'].flatMap((room) =>
    readdirSync(join('src', room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|tsx|astro)$/.test(file))
      .map((file) => join('src', room, file))
      // Of a slice what browsers load: its rules may be read by its server alone.
      .filter((file) => !/^src\/features\/[\w-]+\/(?!view\/|client\/)/.test(file)),
  );
  expect(sources.length).toBeGreaterThan(300);
  const naming = sources.filter((file) =>
    /postcode-centroid|locate-suburb|to-search-document/.test(
      readFileSync(file, 'utf8').replace(/\.test\.ts/g, ''),
    ),
  );
  expect(naming.filter((file) => !file.includes('.test.'))).toEqual([]);
});
