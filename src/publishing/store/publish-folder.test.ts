import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { plannedFiles } from './publish-folder.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function keysOf(names: readonly string[]): Promise<string[]> {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-planned-'));
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), 'x');
  }
  return (await plannedFiles(folder, 'objects', undefined)).map(({ key }) => key);
}

it('PLAT-04 in a bucket a page of a preview has the name that its links have', async () => {
  const names = ['about-us/index.html', 'index.html', 'preview.json'];
  expect(await keysOf(names)).toEqual(names);
});
