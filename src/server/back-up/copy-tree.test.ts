import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { copyTree, sizeOfTree } from './copy-tree.ts';

const BLOCK = 4096;

let root: string;
const at = (...names: string[]) => join(root, ...names);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'forecourt-copy-tree-'));
  for (const name of ['one', 'two']) {
    mkdirSync(at('from', name), { recursive: true });
    writeFileSync(at('from', name, 'own'), name);
  }
  writeFileSync(at('from/one/shared'), 'shared');
  linkSync(at('from/one/shared'), at('from/two/shared'));
  return () => rmSync(root, { recursive: true, force: true });
});

const copy = (skip: (path: string) => boolean = () => false) =>
  copyTree(at('from'), at('to'), skip, new Map());

it('PLAT-02 content with several names is copied, counted and measured once', async () => {
  expect(await copy()).toEqual({ files: 4, bytes: 'one'.length + 'two'.length + 'shared'.length });
  expect(await sizeOfTree(at('from'), () => false, BLOCK, new Set())).toBe(6 * BLOCK);
});

it.each(['own', 'shared'])(
  'PLAT-02 a folder that loses its name at its file %s leaves no half copy',
  async (name) => {
    await copy((path) => {
      if (path === at('from/one', name)) renameSync(at('from/one'), at('gone'));
      return false;
    });
    expect(existsSync(at('to/one'))).toBe(false);
    expect(readFileSync(at('to/two/shared'), 'utf8')).toBe('shared');
  },
);

it('PLAT-02 a folder that disappears before it is read is left out', async () => {
  await copy((path) => {
    if (path === at('from/one')) rmSync(path, { recursive: true });
    return false;
  });
  expect(existsSync(at('to/one'))).toBe(false);
  expect(readFileSync(at('to/two/own'), 'utf8')).toBe('two');
});
