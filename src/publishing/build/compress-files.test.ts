import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replaceFile, UNFINISHED } from '#src/platform/storage/replace-file.ts';
import { compressAssets } from './compress-files.ts';

vi.mock('#src/platform/storage/replace-file.ts', async (original) => {
  const disk = await original<typeof import('#src/platform/storage/replace-file.ts')>();
  return { ...disk, replaceFile: vi.fn(disk.replaceFile) };
});

const CACHE = '.astro/cache/compressed';
const SCRIPT = 'export const kept = 1;'.repeat(40);
let folder: string;
let asset: string;

beforeEach(async () => {
  await mkdir('.astro', { recursive: true });
  folder = await mkdtemp(join('.astro', 'test-assets-'));
  asset = join(folder, `${basename(folder)}.js`);
  await writeFile(asset, SCRIPT);
});
afterEach(async () => {
  for (const name of await readdir(CACHE)) {
    if (name.startsWith(basename(asset))) await rm(join(CACHE, name));
  }
  await rm(folder, { recursive: true });
});

const readCompressed = async () => [
  brotliDecompressSync(await readFile(`${asset}.br`)).toString(),
  gunzipSync(await readFile(`${asset}.gz`)).toString(),
];

it('PLAT-01 a build killed while it stores a compressed asset leaves no partial file to later ones', async () => {
  const half = (await readFile(asset)).subarray(0, 9);
  vi.mocked(replaceFile).mockImplementationOnce(async (file) => {
    await writeFile(file + UNFINISHED, half);
    throw new Error('killed');
  });
  await expect(compressAssets([asset])).rejects.toThrow('killed');
  await compressAssets([asset]);
  expect(await readCompressed()).toEqual([SCRIPT, SCRIPT]);
});

it('PLAT-01 an asset compressed by an earlier build is reused', async () => {
  await compressAssets([asset]);
  await rm(`${asset}.br`);
  await writeFile(asset, 'its name identifies its content');
  await compressAssets([asset]);
  expect(await readCompressed()).toEqual([SCRIPT, SCRIPT]);
});
