import { parseArgs } from 'node:util';
import { readOptions, UsageError } from '../command/command.ts';

export const USAGE = `Imports the stock of dealers and brings the search index up to date.

  npm run import -- <dealer>… | --all  [--dry-run] [--force] [--incremental | --full] [--report FILE]
  npm run import -- --rebuild
  npm run import -- history <dealer> <stock number | VIN | slug>

--incremental reads the feed as changes alone, --full as the whole stock, regardless of "stock.feed.mode".
--rebuild builds the search index again from the database; dealers named with it are imported first.
A published dealer is imported by its published settings, any other by its file; --dry-run tries the files as they are.
--dealers-dir DIR names another folder than dealers/, --dist DIR another folder of builds than dist/, DATA_DIR the data folder (.data),
DATABASE_URL a Postgres database instead of the one in that folder. --new-data accepts a database other than the built sites’ own.`;

const options = {
  all: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  incremental: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  rebuild: { type: 'boolean', default: false },
  report: { type: 'string' },
  'dealers-dir': { type: 'string' },
  dist: { type: 'string' },
  'new-data': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const parse = (args: string[]) => readOptions(() => parseArgs({ args, allowPositionals: true, options }));

/** @throws UsageError */
export function readArguments(args: string[]) {
  const { values, positionals } = parse(args);
  if (values.help) return { command: 'help' } as const;
  if (positionals[0] === 'history') {
    const [, dealer, words, ...more] = positionals;
    if (dealer === undefined || words === undefined || more.length > 0) {
      throw new UsageError('Name one dealer and one stock number, VIN or slug.');
    }
    return { command: 'history', dealer, words } as const;
  }
  if (values.incremental && values.full) throw new UsageError('--incremental or --full, not both.');
  if (values['dry-run'] && values.rebuild) throw new UsageError('--dry-run writes nothing, --rebuild does.');
  if (!values.all && !values.rebuild && positionals.length === 0) {
    throw new UsageError('Name the dealers to import, or --all.');
  }
  const mode = values.incremental ? 'incremental' : values.full ? 'full' : undefined;
  return { command: 'import', slugs: positionals, mode, values } as const;
}

export type ImportArguments = Extract<ReturnType<typeof readArguments>, { command: 'import' }>;
