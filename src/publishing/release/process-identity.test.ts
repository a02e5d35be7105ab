import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive, MAX_SILENCE_MS, thisProcess } from './running-servers.ts';

const hasProc = existsSync('/proc/self/stat');

it.each([
  ['this process', {}, MAX_SILENCE_MS, true],
  ['this process where its start is not known', { started: undefined }, MAX_SILENCE_MS, true],
  ['a process of another machine that has just touched its file', { host: 'elsewhere' }, 0, true],
  ['a silent process of another machine', { host: 'elsewhere' }, MAX_SILENCE_MS, false],
])('PLAT-04 of %s it is known whether it runs', (_, differs, silence, expected) => {
  expect(isAlive({ ...thisProcess(), ...differs }, silence)).toBe(expected);
});

it.skipIf(!hasProc)('PLAT-04 an ended process is not taken for the one that has its pid now', () => {
  expect(isAlive({ ...thisProcess(), started: '1' }, 0)).toBe(false);
});

it.skipIf(!hasProc)(
  'PLAT-04 a process of another container with the name of this host shows by its heartbeat',
  () => {
    const other = { ...thisProcess(), namespace: '1', started: '1' };
    expect([0, MAX_SILENCE_MS].map((silence) => isAlive(other, silence))).toEqual([true, false]);
  },
);

it.skipIf(!hasProc)('PLAT-04 the start of a process is read whatever its program is called', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-identity-'));
  try {
    const program = join(folder, 'a) 1 2 (b');
    symlinkSync(process.execPath, program);
    const script = `import { thisProcess } from './src/publishing/release/running-servers.ts'; console.log(thisProcess().started)`;
    const started = execFileSync(program, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    expect(Number(started)).toBeGreaterThanOrEqual(Number(thisProcess().started));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
