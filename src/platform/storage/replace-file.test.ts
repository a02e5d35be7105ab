import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaceFile, replaceFileSync, stageFile } from './replace-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replace-file-'));
  file = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const WAYS = [
  ['replaceFile', replaceFile],
  ['replaceFileSync', async (...args: Parameters<typeof replaceFileSync>) => replaceFileSync(...args)],
] as const;

const modeOf = (path: string) => statSync(path).mode & 0o777;
const text = () => readFileSync(file, 'utf8');

it.each(WAYS)('PLAT-01 %s replaces the content and leaves nothing beside it', async (_, replace) => {
  await replace(file, 'old');
  await replace(file, new TextEncoder().encode('new'));
  expect(text()).toBe('new');
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

it.each(WAYS)('PLAT-01 %s keeps the mode of the replaced file unless it is given one', async (_, replace) => {
  writeFileSync(file, 'old');
  // More than the usual umask leaves.
  chmodSync(file, 0o666);
  await replace(file, 'new');
  expect(modeOf(file)).toBe(0o666);
  await replace(file, 'private', { mode: 0o600 });
  expect(modeOf(file)).toBe(0o600);
});

it.each(WAYS)('PLAT-01 if %s cannot move the file into place, the old file stays', async (_, replace) => {
  mkdirSync(join(file, 'in-the-way'), { recursive: true });
  await expect(replace(file, 'new')).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['settings.json']);
  expect(readdirSync(file)).toEqual(['in-the-way']);
  await expect(replace(join(folder, 'missing', 'x'), 'new')).rejects.toThrow('ENOENT');
});

it('PLAT-01 a writer that fails half-way leaves the old content and no file', async () => {
  await replaceFile(file, 'old');
  const failing = replaceFile(file, async (handle) => {
    await handle.writeFile('hal');
    throw new Error('no more leads');
  });
  await expect(failing).rejects.toThrow('no more leads');
  expect(text()).toBe('old');
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

it('PLAT-01 many writers of one file leave one complete content', async () => {
  const contents = Array.from({ length: 20 }, (_, n) => String(n).repeat(50_000));
  await Promise.all(contents.map((content) => replaceFile(file, content)));
  expect(contents).toContain(text());
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

it('PLAT-01 a staged file is absent until it is moved into place', async () => {
  const staged = await stageFile(file, (handle) => handle.writeFile('photo'), { mode: 0o600 });
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^settings\.json\..+\.part$/)]);
  await staged.commit();
  expect([text(), modeOf(file)]).toEqual(['photo', 0o600]);
  const dropped = await stageFile(file, (handle) => handle.writeFile('other'));
  await dropped.discard();
  expect(text()).toBe('photo');
  expect(readdirSync(folder)).toEqual(['settings.json']);
});
