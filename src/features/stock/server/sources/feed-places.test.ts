import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isAllowedFeedPath } from './feed-places.ts';

const root = mkdtempSync(join(tmpdir(), 'forecourt-feed-place-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const put = (path: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), '');
  return join(root, path);
};
const places = {
  DATA_DIR: join(root, 'data'),
  dealersDir: join(root, 'dealers'),
  FEED_FOLDERS: [join(root, 'ftp')],
};
const isAllowed = (path: string, more = {}) =>
  isAllowedFeedPath(join(root, path), 'harbour', { ...places, ...more });

it('CFG-23 a feed lies below the dealers folder, in a folder of DATA_DIR, or where the operator allows', () => {
  for (const path of [
    'dealers/feeds/a.csv',
    'dealers/a.csv',
    'data/incoming/a.csv',
    'ftp/harbour/a.csv',
    'ftp/gone.csv',
  ])
    expect([path, isAllowed(path)]).toEqual([path, true]);
  for (const path of ['a.csv', '../etc/passwd', 'dealers-of-others/a.csv', 'dealers/../a.csv', 'data', 'ftp'])
    expect([path, isAllowed(path)]).toEqual([path, false]);
});

it('CFG-23 what Forecourt stores in DATA_DIR is no feed, apart from the dealer’s own that was fetched', () => {
  for (const path of [
    'forecourt.db',
    'secrets.json',
    'feeds/riverbend.last',
    'trade-in-photos/a/b.csv',
    'sites/a.json',
  ])
    expect([path, isAllowed(`data/${path}`)]).toEqual([path, false]);
  expect(isAllowed('data/feeds/harbour.last')).toBe(true);
});

it('CFG-23 a symbolic link counts as what it leads to, and the inner of two folders decides', () => {
  symlinkSync(put('elsewhere/secret.csv'), put('dealers/x').replace(/x$/, 'link.csv'));
  expect(isAllowed('dealers/link.csv')).toBe(false);
  const within = { DATA_DIR: root };
  expect(isAllowed('dealers/a.csv', within)).toBe(true);
  expect(isAllowed('forecourt.db', within)).toBe(false);
});
