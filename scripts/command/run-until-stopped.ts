import { constants } from 'node:os';
import { LONGEST_STOP_MS } from '#src/config/environment-variables.ts';
import { exitCodeOf } from './command.ts';
import { watchNpm } from './watch-npm.ts';

export type Running = {
  /** Printed once the process is ready. */
  ready: string;
  /** Lets others know that it runs. A signal meanwhile stops it as one later does. */
  announce?(): Promise<void>;
  /** Finishes requests and jobs in progress, within `LONGEST_STOP_MS`. */
  stop(): Promise<void>;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs until a signal ends it, with exit code 0, or until the npm that started it is killed and cannot pass a
 * signal on. A signal before `start` has resolved ends it immediately, with everything it has started. If it cannot start, it
 * prints the reason and ends as commands do.
 * @param start returns undefined if only help was requested
 */
export async function runUntilStopped(
  usage: string,
  start: () => Promise<Running | undefined>,
): Promise<void> {
  // The reason is printed unchanged, even if the log captures the output.
  const { log, error } = console;
  const terminal = { log, error };
  let running: Running | undefined;
  let isStopping = false;
  const end = () => process.exit(process.exitCode ?? 0);
  const stop = async (signal: (typeof SIGNALS)[number]) => {
    // npm passes Ctrl-C on to a process that has received it already.
    if (isStopping) return;
    isStopping = true;
    if (!running) process.exit(128 + constants.signals[signal]);
    setTimeout(end, LONGEST_STOP_MS).unref();
    await running.stop();
    end();
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
      await running.announce?.();
      terminal.log(running.ready);
      return 0;
    },
    usage,
    terminal,
  );
  // Handles opened before the start failed would keep the process alive.
  if (code !== 0) process.exit(code);
}
