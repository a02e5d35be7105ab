import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isRunning } from '#src/publishing/release/running-servers.ts';

/** A runner that starts one of a session of its own, which ignores signals as a busy one does and has a child itself. */
const RUNNER = `
  import { spawn } from 'node:child_process';
  import { endWithDescendants } from './scripts/programs/end-with-descendants.ts';
  endWithDescendants(300);
  const below = \`
    process.on('SIGTERM', () => {});
    const { pid } = require('node:child_process').spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { detached: true });
    console.log(process.pid, pid);
    setInterval(() => {}, 1000);\`;
  spawn(process.execPath, ['--eval', below], { detached: true, stdio: 'inherit' });
  setInterval(() => {}, 1000);`;

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('PLAT-17 a test run ended by %s ends every process it has started', async (signal, code) => {
  const runner = spawn(process.execPath, ['--input-type=module', '--eval', RUNNER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(runner.stdout, 'data');
  const started = String(line).trim().split(' ').map(Number);
  expect(started.filter(isRunning)).toHaveLength(2);
  runner.kill(signal);
  expect((await once(runner, 'exit'))[0]).toBe(code);
  expect(started.filter(isRunning)).toEqual([]);
});
