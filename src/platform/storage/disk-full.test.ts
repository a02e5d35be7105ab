import { expect, it } from 'vitest';
import { isDiskFull } from './replace-file.ts';

it.each([
  ['a file', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  ['a quota', Object.assign(new Error('quota exceeded'), { code: 'EDQUOT' })],
  ['SQLite', Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })],
  ['SQLite at its start', Object.assign(new Error('disk I/O error'), { errcode: 4874 })],
  ['a cause', new Error('not stored', { cause: Object.assign(new Error(), { code: 'ENOSPC' }) })],
])('PLAT-04 a full disk is recognised by the error of %s', (_name, error) => {
  expect(isDiskFull(error)).toBe(true);
});

it.each([
  ['a missing file', Object.assign(new Error('no such file'), { code: 'ENOENT' })],
  ['a locked database', Object.assign(new Error('database is locked'), { errcode: 5 })],
  ['a text', 'ENOSPC'],
])('PLAT-04 %s is no full disk', (_name, error) => {
  expect(isDiskFull(error)).toBe(false);
});
