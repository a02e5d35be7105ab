import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { RECORD_HEADERS } from '#src/publishing/store/published-releases.ts';
import { createFolderStorage } from './folder-storage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-folder-store-'));
  const before = process.umask(0o077);
  return () => {
    process.umask(before);
    rmSync(folder, { recursive: true, force: true });
  };
});

const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
const modes = () =>
  Object.fromEntries(readdirSync(folder, { recursive: true }).map((name) => [name, modeOf(String(name))]));
const put = (key: string) => createFolderStorage(folder).put(key, Buffer.from(key), RECORD_HEADERS);

it('PLAT-04 a web server of another user can read what is published with a strict umask', async () => {
  const store = createFolderStorage(folder);
  await put('riverbend/releases/r1/about-us/index.html');
  await put('riverbend/live.json');
  await store.copy('riverbend/releases/r1/about-us/index.html', 'riverbend/releases/r2/index.html');
  expect(modes()).toEqual({
    riverbend: '755',
    'riverbend/live.json': '644',
    'riverbend/releases': '755',
    'riverbend/releases/r1': '755',
    'riverbend/releases/r1/about-us': '755',
    'riverbend/releases/r1/about-us/index.html': '644',
    'riverbend/releases/r2': '755',
    'riverbend/releases/r2/index.html': '644',
  });
  expect(modeOf('')).toBe('700');
});

it('PLAT-04 what was published without rights for others is opened as it is replaced or copied', async () => {
  mkdirSync(join(folder, 'riverbend/releases/r1'), { recursive: true });
  for (const name of ['live.json', 'releases/r1/a.css'])
    writeFileSync(join(folder, 'riverbend', name), 'x', { mode: 0o600 });
  chmodSync(join(folder, 'riverbend/releases'), 0o2750);
  await put('riverbend/live.json');
  await createFolderStorage(folder).copy('riverbend/releases/r1/a.css', 'riverbend/releases/r2/a.css');
  expect(modes()).toMatchObject({
    riverbend: '755',
    'riverbend/live.json': '644',
    'riverbend/releases': '755',
    'riverbend/releases/r2/a.css': '644',
  });
  expect(statSync(join(folder, 'riverbend/releases')).mode & 0o2000).toBe(0o2000);
});
