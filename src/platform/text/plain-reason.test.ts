import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { plainMessage, plainReason } from './plain-reason.ts';

/** What an error is without which a table would only repeat the words of the code. */
async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

const ofSystem = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: as Node words it`), { code, errno: -1, syscall: 'open', ...more });

const REAL: readonly (readonly [what: string, work: () => unknown, message: string])[] = [
  [
    'a missing file',
    () => readFileSync('/nowhere/at-all.json'),
    'There is no file or folder /nowhere/at-all.json. Check the path.',
  ],
  ['a folder read as a file', () => readFileSync('/tmp'), 'It is a folder, not a file. Name a file.'],
  [
    'a file below a file',
    () => writeFileSync('/etc/hostname/x', ''),
    'A part of /etc/hostname/x is a file, not a folder. Check the path.',
  ],
  ['text that is no JSON', () => JSON.parse('{"a":'), 'It is not valid JSON. Correct it, or restore it.'],
  [
    'a server that is not there',
    () => fetch('http://127.0.0.1:9/'),
    'No connection was made. Details: bad port',
  ],
  [
    'a fault of the code',
    () => Reflect.get(Object(undefined), 'x').y,
    "Something failed that is not expected to. Details: TypeError: Cannot read properties of undefined (reading 'y')",
  ],
  [
    'a response that came too late',
    () => {
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    },
    'No response came in time. Check the address and the network.',
  ],
  [
    'a file that is no database',
    () => new DatabaseSync('package.json').exec('select * from a'),
    'The database file is no database. Restore a backup of it, or correct DATA_DIR.',
  ],
];

it.each(REAL)('CFG-03 %s is reported in words of our own, with a remedy', async (_, work, message) => {
  expect(plainMessage(await thrownBy(work))).toBe(message);
});

it.each([
  ['EACCES', { path: 'dist' }, 'this user may not open or change dist'],
  ['EPERM', { path: 'dist' }, 'this user may not open or change dist'],
  ['EACCES', { syscall: 'listen', port: 80 }, 'this user may not listen on port 80'],
  ['ENOSPC', { path: 'dist/a' }, 'no space is left for dist/a (ENOSPC)'],
  ['ENOENT', { path: 'a', dest: 'b' }, 'there is no file or folder a or b'],
  ['ECONNREFUSED', { address: '::1', port: 7700 }, 'nothing listens at ::1:7700'],
  ['ENOTFOUND', { hostname: 'cars.invalid' }, 'there is no host cars.invalid'],
  ['EAI_AGAIN', { hostname: 'cars.invalid' }, 'there is no host cars.invalid'],
  ['EADDRINUSE', { port: 4321 }, 'port 4321 is taken'],
  ['EADDRNOTAVAIL', { address: '10.0.0.9' }, 'this machine has no address 10.0.0.9'],
  ['ECONNRESET', {}, 'the other side ended the connection'],
])('CFG-03 %s of %j is reported within a sentence', (code, more, reason) => {
  const error = ofSystem(code, more);
  expect(plainReason(error)).toBe(reason);
  const ofFetch = new TypeError('fetch failed', { cause: new AggregateError([error], '') });
  expect(plainReason(ofFetch)).toBe(reason);
  expect(plainMessage(error)).toMatch(/\. \S.+\.$|\. .*PORT=4321\.$/);
});

it('CFG-03 a message of our own stays as it is, and so does a text', () => {
  const own = new Error('There is no release 7. Choose one of: 5, 6.');
  expect([plainReason(own), plainMessage(own), plainReason('late')]).toEqual([
    own.message,
    own.message,
    'late',
  ]);
  class Named extends Error {
    override name = 'PostgresFailure';
    readonly code = 'ECONNREFUSED';
  }
  expect(plainMessage(new Named('Postgres cannot be reached.'))).toBe('Postgres cannot be reached.');
});
