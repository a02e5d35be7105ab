import { exitCodeOf, showHelp } from './command/command.ts';
import { readArguments, USAGE } from './dealers/arguments.ts';
import { runCheck } from './dealers/check.ts';
import { runDiff } from './dealers/diff.ts';
import { runList } from './dealers/list.ts';
import { runNew } from './dealers/new.ts';
import { runShow } from './dealers/show.ts';

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

process.exitCode = await exitCodeOf(main, USAGE, console);
