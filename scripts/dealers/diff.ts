import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { loadDealer, type ResolvedDealer } from '#src/dealer-files/load-dealers.ts';
import { fileAtRevision } from '#src/dealer-files/previous-settings.ts';
import type { Terminal } from '../command/command.ts';
import type { Request } from './arguments.ts';
import { changeLines } from './change-lines.ts';
import { dealerFile } from './dealer-file.ts';

const SAME_BASIS = 'Both sides use today’s templates and defaults.';

function tellProblems(resolved: ResolvedDealer, terminal: Terminal, introduction: string): boolean {
  if ('dealer' in resolved) return false;
  terminal.error(`${introduction}\n`);
  for (const problem of resolved.problems) terminal.error(`${formatProblem(problem)}\n`);
  return true;
}

/** `diff <slug> [git ref]`. @returns the exit code */
export function runDiff(request: Request, terminal: Terminal): number {
  const [slug = '', reference = 'HEAD'] = request.words;
  const file = dealerFile(request.dealersDir, slug);
  const former = fileAtRevision(file, reference);
  try {
    const [before, after] = [loadDealer(former.file), loadDealer(file)];
    const isBroken = [
      tellProblems(after, terminal, 'The file has mistakes, so nothing can be compared:'),
      tellProblems(before, terminal, `As of ${reference} the file has mistakes by today’s rules:`),
    ].includes(true);
    if (isBroken) return 1;
    const lines = 'dealer' in before && 'dealer' in after ? changeLines(before.dealer, after.dealer) : [];
    terminal.log(
      lines.length === 0
        ? `"${slug}" has not changed since ${reference}. ${SAME_BASIS}`
        : [`"${slug}" since ${reference}. ${SAME_BASIS}`, ...lines].join('\n'),
    );
    return 0;
  } finally {
    former.remove();
  }
}
