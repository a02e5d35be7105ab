import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runningFolder } from '#src/dealer-files/release/release-folders.ts';
import { codeInForce } from './running-servers.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'forecourt-running-'));
  mkdirSync(runningFolder(dist));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

/** Servers of this process, each with its code and the code it refuses. */
function running(...servers: (readonly [code: string, refused?: string])[]): void {
  for (const [at, [code, refused]] of servers.entries()) {
    const used = { host: hostname(), pid: process.pid, code, releases: {}, refused };
    writeFileSync(join(runningFolder(dist), `${at}.json`), JSON.stringify(used));
  }
}

it.each([
  ['no server runs', [], 'live'],
  ['it runs', [['live']], 'live'],
  ['it is on its way', [['old']], 'live'],
  ['one server of two runs it', [['old', 'live'], ['live']], 'live'],
  [
    'servers that refuse it go on with different code',
    [
      ['old', 'live'],
      ['older', 'live'],
    ],
    'live',
  ],
  ['another was refused', [['old', 'former']], 'live'],
  [
    'it is refused',
    [
      ['old', 'live'],
      ['old', 'live'],
    ],
    'old',
  ],
] as const)('PLAT-04 where %s pages are of the code in force', (_, servers, expected) => {
  running(...servers);
  expect(codeInForce(dist, 'live')).toBe(expected);
});
