import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';

const { SITE_SECRET: _, ...environment } = process.env;

const run = (script: string, args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: environment }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

/** Arguments, exit code and words. Both commands read their arguments in one place: of a worker two will do. */
const WRONG = [
  [['--bogus'], 2, "Unknown option '--bogus'"],
  [[], 1, 'SITE_SECRET is not set'],
  [['--dealers-dir', '/nowhere'], 2, 'There is no folder /nowhere.'],
] as const;

it.each([
  ['serve', WRONG],
  ['worker', WRONG.slice(0, 2)],
] as const)(
  'PLAT-02 CFG-23 the reason %s cannot start is reported without a stack trace',
  async (name, wrong) => {
    const script = `scripts/${name}.ts`;
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
