import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { expect, it } from 'vitest';
import { recordedTerminal } from '../../tests/fixtures/dealer-folder.ts';
import { exitCodeOf, readOptions, UsageError } from './command.ts';

const options = { dist: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

it.each([
  [['--bogus'], 'There is no option --bogus.'],
  [['-x'], 'There is no option -x.'],
  [['--dist'], '--dist needs a value.'],
  [['--dist', '--help'], '--dist needs a value.'],
  [['--help=yes'], '-h takes no value.'],
  [['stray'], '"stray" is one argument too many.'],
])('PLAT-12 the options %j are refused in words of our own', (args, message) => {
  const read = () => readOptions(() => parseArgs({ args, options }));
  expect(read).toThrow(new UsageError(message));
});

it.each([
  [
    'a file that is missing',
    () => readFileSync('/nowhere/dealer.json'),
    /^There is no file or folder \/nowhere\/dealer\.json\. Check the path\.$/,
  ],
  ['a fault of the code', () => JSON.parse('{').x, /^It is not valid JSON\. /],
  [
    'a full disk',
    () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
        code: 'ENOSPC',
        syscall: 'write',
      });
    },
    /^The disk is full \(no space is left \(ENOSPC\)\)\. What was live is live still\. Free disk space/,
  ],
])('PLAT-12 a command that fails by %s says so in words of our own', async (_, work, told) => {
  const { terminal, err } = recordedTerminal();
  expect(await exitCodeOf(async () => work(), 'usage', terminal)).toBe(1);
  expect(err()).toMatch(told);
});
