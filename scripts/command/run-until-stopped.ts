import { constants } from 'node:os';
import { exitCodeOf } from './command.ts';
import { watchNpm } from './watch-npm.ts';

export type Running = {
  /** Printed once it can be stopped. */
  ready: string;
  stop(): Promise<void>;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Supervisors kill after ten seconds. */
const LONGEST_STOP_MS = 10_000;

/**
 * Runs until a signal ends it, with 0, or until the npm that started it was killed and could not pass a signal on.
 * While it starts, it ends at once, and what it has started ends with it. Where it cannot start it says why, and ends
 * as commands do.
 * @param start answers undefined where only help was asked for
 */
export async function runUntilStopped(
  usage: string,
  start: () => Promise<Running | undefined>,
): Promise<void> {
  // Why it could not start is said as it is, also where the log takes what is printed.
  const terminal = { log: console.log, error: console.error };
  let running: Running | undefined;
  let isStopping = false;
  const stop = async (signal: (typeof SIGNALS)[number]) => {
    // npm passes Ctrl-C on to a process that has received it already.
    if (isStopping) return;
    isStopping = true;
    if (!running) process.exit(128 + constants.signals[signal]);
    setTimeout(() => process.exit(process.exitCode ?? 0), LONGEST_STOP_MS).unref();
    await running.stop();
    process.exit(process.exitCode ?? 0);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  watchNpm(() => void stop('SIGTERM'));
  const code = await exitCodeOf(
    async () => {
      const started = await start();
      if (!started) {
        terminal.log(usage);
        process.exit(0);
      }
      running = started;
      terminal.log(running.ready);
      return 0;
    },
    usage,
    terminal,
  );
  // What was opened before the start failed would keep the process alive.
  if (code !== 0) process.exit(code);
}
