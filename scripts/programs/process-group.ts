import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** For `spawn`: `serve` and `worker` have processes of their own, which a signal has to reach as well. */
export const IN_A_GROUP = { detached: true } as const;

/** Sends a signal to a process that was started IN_A_GROUP, and to what it has started: to all at once. */
export function endGroup({ pid }: Pick<ChildProcess, 'pid'>, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // All have ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    // It has just ended.
    return undefined;
  }
}

/** Processes that a process has started and that still run, oldest first. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((each) => Number.isInteger(each) && parentOf(each) === pid)
    .sort((a, b) => a - b);

/** Every process below one, those of other groups and sessions included. Empty on a system without /proc. */
export function descendantsOf(pid: number): number[] {
  if (!existsSync('/proc/self')) return [];
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}
