import { resolve } from 'node:path';
import { readDatabaseLocation } from '#src/config/environment.ts';
import { type MovedTable, moveToPostgres } from '#src/platform/database/move/move-to-postgres.ts';
import { SQLITE_FILE } from '#src/platform/database/open-database.ts';
import { type Called, columns, commandOf, type Terminal, UsageError } from '../command/command.ts';
import { withProgress } from '../command/progress.ts';

const USAGE = `Moves the database of an installation from SQLite to Postgres.

  npm run database -- move [--to postgres://user:password@host:5432/forecourt]

Stop serve, workers and imports first. It copies every table of DATA_DIR/forecourt.db to an empty database, in one
transaction, and compares counts and hashes. Without --to it takes DATABASE_URL, which other users of this machine cannot
see in the list of processes. The SQLite database does not change. Ends with 1 if nothing was moved.`;

const options = {
  to: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const HASH_SHOWN = 16;
const MS_PER_SECOND = 1000;

const row = ({ name, rows, hash }: MovedTable) => [name, String(rows), hash.slice(0, HASH_SHOWN)];

async function run({ values, positionals }: Called<typeof options>, terminal: Terminal): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is one argument too many.`);
  const place = readDatabaseLocation({ ...process.env, ...(values.to && { DATABASE_URL: values.to }) });
  if (place.DATABASE_URL === '') throw new UsageError('Name the Postgres database by --to or DATABASE_URL.');
  const file = resolve(place.DATA_DIR, SQLITE_FILE);

  const start = performance.now();
  const moved = await withProgress((onProgress, clear) => {
    onProgress('Copying tables');
    return moveToPostgres(file, place.DATABASE_URL, ({ name, rows }, done, all) => {
      clear();
      terminal.log(`${name}: ${rows} rows copied and compared`);
      onProgress('Copying tables', done, all);
    });
  });
  const seconds = ((performance.now() - start) / MS_PER_SECOND).toFixed(1);
  terminal.log(`\n${columns([['table', 'rows', 'hash, the same on both'], ...moved.map(row)])}\n`);
  for (const { name, changedTexts } of moved.filter((each) => each.changedTexts > 0))
    terminal.log(`${name}: ${changedTexts} texts held a NUL character, which is U+FFFD now.`);
  const rows = moved.reduce((sum, each) => sum + each.rows, 0);
  terminal.log(`${rows} rows of ${moved.length} tables moved in ${seconds} s.
Next: set DATABASE_URL for every process, rename the old database, so that no process can open it by mistake, and start:
  mv ${file} ${file}.moved
  npm run serve
Delete ${file}.moved when everything works: it contains personal data.`);
  return 0;
}

/** What `npm run database -- move` does. @returns the exit code */
export const runMove = commandOf(USAGE, options, run);
