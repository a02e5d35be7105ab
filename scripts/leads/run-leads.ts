import { exitCodeOf, type Terminal, UsageError, withSubcommands } from '../command/command.ts';
import { erase } from './erase.ts';
import { exportCommand } from './export.ts';
import type { Command } from './lead-command.ts';
import { list } from './list.ts';
import { runReservations } from './reservations/run-reservations.ts';
import { retention } from './retention.ts';
import { retry } from './retry.ts';
import { show } from './show.ts';
import { stats } from './stats.ts';
import { test } from './test-destination.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  list,
  show,
  retry,
  export: exportCommand,
  stats,
  test,
  erase,
  retention,
};

const USAGE = `Leads of all dealers, and their delivery.

  npm run leads -- list       leads and the state of each, personal data masked
  npm run leads -- show       one lead in full
  npm run leads -- retry      retries what did not arrive, releases what is held
  npm run leads -- export     a file for a spreadsheet, or JSON
  npm run leads -- stats      how many came in and how they were delivered
  npm run leads -- test       sends a test to a dealer's destinations
  npm run leads -- erase      erases a person, by phone or e-mail
  npm run leads -- retention  erases leads past their retention period
  npm run leads -- reservations  vehicles that shoppers hold or have reserved, and refunds

Each command has its own --help. They work while servers run, and use the published settings of dealers. --dist <folder>
names that build (default DIST_DIR, then dist/), --dealers-dir <folder> the dealer files (default dealers/). DATA_DIR names
the data folder (.data), DATABASE_URL a Postgres database to use instead. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

async function runCommand([name, ...args]: string[], terminal: Terminal): Promise<number> {
  if (name === '--help' || name === '-h') {
    terminal.log(USAGE);
    return 0;
  }
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const run = async () => {
    if (name === undefined) throw new UsageError('Name a command.');
    if (!command) throw new UsageError(`There is no command "${name}".`);
    return command.run(args, terminal);
  };
  return exitCodeOf(run, command?.usage ?? USAGE, terminal);
}

/** What `npm run leads -- …` does. @returns the exit code */
export const runLeads = withSubcommands({ reservations: runReservations }, runCommand);
