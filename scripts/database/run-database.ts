import { readDatabaseLocation } from '#src/config/environment.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { type Called, commandOf, type Terminal, UsageError, withSubcommands } from '../command/command.ts';
import { runMove } from './move.ts';

const options = { help: { type: 'boolean', short: 'h', default: false } } as const;

const MIGRATE_USAGE = `Creates the tables of this code, or brings them up to date. Processes do so when they start; an orchestrator that starts
many of them runs it once before.

  npm run database -- migrate

DATABASE_URL names the Postgres database, DATA_DIR the folder of SQLite. Servers and workers of the code before go on
beside it. If a migration changes what they need, it changes nothing and names them: stop them, and run it again. Ends
with 1 if the database is as it was.`;

async function migrate({ positionals }: Called<typeof options>, terminal: Terminal): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is one argument too many.`);
  const db = await openDatabase(readDatabaseLocation(process.env));
  await db.destroy();
  terminal.log('The database has the tables of this code.');
  return 0;
}

const USAGE = `Tables of the database.

  npm run database -- migrate   # creates them or brings them up to date
  npm run database -- move      # from SQLite to Postgres

Each has its own --help.`;

/** What `npm run database -- …` does. @returns the exit code */
export const runDatabase = withSubcommands(
  { migrate: commandOf(MIGRATE_USAGE, options, migrate), move: runMove },
  commandOf(USAGE, options, () => {
    throw new UsageError('Name what to do: migrate or move.');
  }),
);
