import { basename, relative, sep } from 'node:path';
import { type ConfigProblem, formatProblem } from '#src/dealer-files/config-problem.ts';
import { contentFolder } from '#src/dealer-files/content-files/content-layer.ts';
import { publishedHosts, readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import type { Terminal } from '../command/command.ts';
import { checkFolder, type Report } from './check-folder.ts';
import { dealerFile, type Request } from './dealer-arguments.ts';

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

export const summaryLine = ({ files, mistakes, warnings }: Report): string =>
  [
    counted(files.length, 'dealer file', 'dealer files'),
    counted(mistakes.length, 'mistake', 'mistakes'),
    counted(warnings.length, 'warning', 'warnings'),
  ].join(', ');

/** The problems of one file: its own, and those of shared files that affect it. */
function ofFile(report: Report, file: string): Report {
  const shares = new Set([file, ...(report.sources.get(file) ?? [])]);
  const content = contentFolder(file) + sep;
  const concerns = ({ affects, ...problem }: ConfigProblem) =>
    problem.rival === file ||
    (affects
      ? affects.includes(basename(file))
      : shares.has(problem.file) || problem.file.startsWith(content));
  return {
    ...report,
    files: [file],
    partlyChecked: report.partlyChecked.filter((each) => each === file),
    mistakes: report.mistakes.filter(concerns),
    warnings: report.warnings.filter(concerns),
  };
}

/** The shortest path from the working folder. */
const fromHere = (problem: ConfigProblem): ConfigProblem => {
  const short = relative('.', problem.file);
  return short.startsWith('..') ? problem : { ...problem, file: short };
};

const laterLine = (file: string): string =>
  `${basename(file)}: all rules across settings are checked once these mistakes are corrected.`;

/** Prints mistakes, then warnings, then how many there are and what could not be checked. @returns the exit code */
export function printReport(report: Report, terminal: Terminal): number {
  for (const problem of report.mistakes) terminal.error(`${formatProblem(fromHere(problem))}\n`);
  for (const problem of report.warnings) terminal.log(`warning: ${formatProblem(fromHere(problem))}\n`);
  terminal.log(summaryLine(report));
  for (const file of report.partlyChecked) terminal.log(laterLine(file));
  return report.mistakes.length > 0 ? 1 : 0;
}

/** `check [slug]`. @returns the exit code */
export function runCheck({ words: [slug], dealersDir, dist }: Request, terminal: Terminal): number {
  const file = slug === undefined ? undefined : dealerFile(dealersDir, slug);
  const report = checkFolder(dealersDir, { published: publishedHosts(readSnapshots(dist)) });
  return printReport(file === undefined ? report : ofFile(report, file), terminal);
}
