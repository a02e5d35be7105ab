import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readDatabaseLocation, readStorageVariables } from '#src/config/environment.ts';
import { type LeadAdmin, openLeadAdmin } from '#src/features/leads/server/operations/lead-admin.ts';
import { publishedDist } from '#src/publishing/distribution/mirror-releases.ts';
import { readOptions, type Terminal, UsageError } from '../command/command.ts';
import type { LeadPlaces } from './lead-dealers.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>['values'];

export type Command = {
  usage: string;
  /** @returns the exit code */
  run(args: string[], terminal: Terminal): Promise<number>;
};

const SHARED = {
  help: { type: 'boolean', short: 'h' },
  'dealers-dir': { type: 'string' },
  dist: { type: 'string' },
} as const;
type SharedValues = { help?: boolean; 'dealers-dir'?: string; dist?: string };

const parse = <O extends Options>(args: string[], options: O) =>
  readOptions(() => parseArgs({ args, options: { ...options, ...SHARED }, allowPositionals: true }));

/** One command with its options and at most one argument. */
export function command<const O extends Options>(spec: {
  usage: string;
  options: O;
  run(values: Values<O>, word: string | undefined, terminal: Terminal, places: LeadPlaces): Promise<number>;
}): Command {
  const usage = `${spec.usage}

--dist <folder> names the build that dealers are published in, where that is not DIST_DIR or dist/;
--dealers-dir <folder> another folder of dealer files than dealers/.`;
  return {
    usage,
    async run(args, terminal) {
      const { values, positionals } = parse(args, spec.options);
      const { help, 'dealers-dir': dealersDir, dist, ...own } = values as SharedValues & typeof values;
      if (help) {
        terminal.log(usage);
        return 0;
      }
      const [word, ...more] = positionals;
      if (more.length > 0) throw new UsageError(`"${more[0]}" is one argument too many.`);
      const places = { dealersDir, dist: await publishedDist(dist) };
      return spec.run(own as unknown as Values<O>, word, terminal, places);
    },
  };
}

/** Opens the lead admin while `work` runs. */
export async function asAdmin<T>(work: (admin: LeadAdmin) => Promise<T>): Promise<T> {
  const admin = await openLeadAdmin({
    ...readDatabaseLocation(process.env),
    ...readStorageVariables(process.env),
  });
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

/** @throws UsageError */
export function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`--${option} takes a whole number from 1.`);
  return number;
}
