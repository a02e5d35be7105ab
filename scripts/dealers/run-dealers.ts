import { exitCodeOf, showHelp, type Terminal } from '../command/command.ts';
import { readArguments, USAGE } from './arguments.ts';
import { runCheck } from './check.ts';
import { runDiff } from './diff.ts';
import { runList } from './list.ts';
import { runNew } from './new.ts';
import { runReviews } from './reviews.ts';
import { runShow } from './show.ts';

const COMMANDS = {
  check: runCheck,
  list: runList,
  show: runShow,
  diff: runDiff,
  new: runNew,
  reviews: runReviews,
  help: showHelp(USAGE),
};

/** What `npm run dealers -- …` does. @returns the exit code: 0 fine, 1 problems found, 2 wrong usage */
export const runDealers = (args: string[], terminal: Terminal): Promise<number> =>
  exitCodeOf(
    async () => {
      const request = readArguments(args);
      return COMMANDS[request.command](request, terminal);
    },
    USAGE,
    terminal,
  );
