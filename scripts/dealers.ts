import { readArguments, USAGE, UsageError } from './dealers/arguments.ts';
import { runCheck } from './dealers/check.ts';
import { runDiff } from './dealers/diff.ts';
import { runList } from './dealers/list.ts';
import { runNew } from './dealers/new.ts';
import { runShow } from './dealers/show.ts';
import { showHelp } from './terminal.ts';

const COMMANDS = {
  check: runCheck,
  list: runList,
  show: runShow,
  diff: runDiff,
  new: runNew,
  help: showHelp(USAGE),
};

/** @returns the exit code: 0 fine, 1 problems found, 2 wrong usage */
async function main(): Promise<number> {
  const request = readArguments(process.argv.slice(2));
  return COMMANDS[request.command](request, console);
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  if (!(error instanceof UsageError)) return 1;
  console.error(`\n${USAGE}`);
  return 2;
});
