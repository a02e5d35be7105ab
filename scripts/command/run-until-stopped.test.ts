import { execFile } from 'node:child_process';
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
