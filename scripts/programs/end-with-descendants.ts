import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from '#src/publishing/release/running-servers.ts';
import { watchNpm } from '../command/watch-npm.ts';
import { descendantsOf } from './process-group.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** For runners to close browsers and databases before they are killed. */
const GRACE_MS = 5000;
const KILLED_MS = 2000;
const POLL_MS = 50;

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}

async function endDescendants(graceMs: number): Promise<void> {
  const found = new Set(descendantsOf(process.pid));
  for (const pid of found) send(pid, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  for (;;) {
    // A process whose parent has ended is no descendant any more, so those found before are remembered.
    for (const pid of [...found])
      for (const below of isRunning(pid) ? [pid, ...descendantsOf(pid)] : []) found.add(below);
    const left = [...found].filter(isRunning);
    const late = performance.now() - deadline;
    // One that has ended and that no one waits for keeps its number.
    if (left.length === 0 || late > KILLED_MS) return;
    if (late > 0) for (const pid of left) send(pid, 'SIGKILL');
    await wait(POLL_MS);
  }
}

/**
 * From now on a signal ends this process together with everything it has started, processes in groups of their own
 * included; so does the end of the npm that started it.
 */
export function endWithDescendants(graceMs = GRACE_MS): void {
  let isEnding = false;
  const end = async (signal: (typeof SIGNALS)[number]) => {
    if (isEnding) return;
    isEnding = true;
    await endDescendants(graceMs);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  watchNpm(() => void end('SIGTERM'));
}
