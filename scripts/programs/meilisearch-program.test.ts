import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { MEILISEARCH_SHA256, meilisearchBinary } from './meilisearch-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-engine-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

it('PLAT-19 the executable of the package has the SHA-256 that the project names, and is copied once', async () => {
  const binary = await meilisearchBinary(folder, { own: undefined });
  const { ino, mode } = statSync(binary);
  expect(mode & 0o111).toBe(0o111);
  expect(readdirSync(folder)).toEqual([`meilisearch-1.21.0-${MEILISEARCH_SHA256.slice(0, 8)}`]);
  await meilisearchBinary(folder, { own: undefined });
  expect(statSync(binary).ino).toBe(ino);
});

it('PLAT-19 an executable with another SHA-256 is not started, and the reason names both hashes and the remedy', async () => {
  const other = join(folder, 'other');
  writeFileSync(other, 'something else');
  const place = join(folder, 'data');
  mkdirSync(place);
  await expect(meilisearchBinary(place, { own: undefined, packaged: () => other })).rejects.toThrow(
    new RegExp(`SHA-256 is [0-9a-f]{64}, not ${MEILISEARCH_SHA256}.*MEILISEARCH_BINARY.*MEILI_HOST`),
  );
  expect(readdirSync(place)).toEqual([]);
});

it('PLAT-19 MEILISEARCH_BINARY replaces the executable of the package, and is reported if it is not there', async () => {
  const own = join(folder, 'own');
  writeFileSync(own, '');
  const packaged = () => expect.unreachable();
  expect(await meilisearchBinary(folder, { own, packaged })).toBe(own);
  await expect(meilisearchBinary(folder, { own: `${own}-gone` })).rejects.toThrow('MEILISEARCH_BINARY is');
  expect(readFileSync('scripts/meilisearch.ts', 'utf8')).toContain('MEILISEARCH_BINARY');
});
