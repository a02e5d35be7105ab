import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const { SITE_SECRET: _, ...environment } = process.env;

const run = (script: string, args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: environment }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

it.each(['serve', 'worker'])(
  'PLAT-02 CFG-23 the reason %s cannot start is reported without a stack trace',
  async (name) => {
    const script = `scripts/${name}.ts`;
    const wrong = [
      [['--bogus'], 2, 'There is no option --bogus.'],
      [['--dealers-dir', '/nowhere'], 2, 'There is no folder /nowhere.'],
      [[], 1, 'SITE_SECRET is not set'],
    ] as const;
    for (const [args, code, words] of wrong) {
      const said = await run(script, [...args]);
      expect(said).toMatchObject({ code, err: expect.stringContaining(words) });
      expect(said.err).not.toContain('    at ');
      expect(said.err.includes(`npm run ${name} -- `)).toBe(code === 2);
    }
    expect(await run(script, ['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`npm run ${name} -- `),
    });
  },
  // Four starts of two processes each, on a busy machine too.
  180_000,
);

/** Its heartbeat waits for a database that does not respond. */
const ANNOUNCES = `
import { runUntilStopped } from './scripts/command/run-until-stopped.ts';
const said = (words) => process.stdout.write(words);
await runUntilStopped('', async () => ({
  ready: '',
  announce: () => new Promise(() => setInterval(said, 10, 'announces ')),
  stop: async () => said('finishes requests'),
}));`;

it('PLAT-31 a process that listens finishes its requests, though it has not announced itself yet', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', ANNOUNCES], { env: environment });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (said === '') child.kill('SIGTERM');
    said += chunk.toString();
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(said).toContain('finishes requests');
}, 60_000);
