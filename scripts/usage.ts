import { statSync } from 'node:fs';
import { dealersFolder } from '#src/config/load-dealers.ts';
import type { Terminal } from './terminal.ts';

/** Called wrongly: ends with 2 and how to call it. */
export class UsageError extends Error {}

/**
 * @param read calls `parseArgs`
 * @throws UsageError for options it does not know
 */
export function readOptions<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The folder of dealer files that is meant.
 * @throws UsageError where there is none
 */
export function existingDealersFolder(fromOption?: string): string {
  const folder = dealersFolder(fromOption);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new UsageError(
    `There is no folder ${folder}. --dealers-dir, or DEALERS_DIR, names the one with the dealer files.`,
  );
}

/**
 * Does the work of a command; what goes wrong is said in its own words, without a trace.
 * @returns the exit code: the work's own, 1 where it could not be done, 2 with the usage where it was called wrongly
 */
export async function exitCodeOf(
  work: () => Promise<number>,
  usage: string,
  terminal: Terminal,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    terminal.error(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return 1;
    terminal.error(`\n${usage}`);
    return 2;
  }
}
