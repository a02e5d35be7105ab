import { constants } from 'node:os';
import { reportFailure, retirement } from '#src/publishing/handover/handover-protocol.ts';
import { exitCodeOf } from './command.ts';
import { watchNpm } from './watch-npm.ts';

export type Running = {
  /** Printed once the process is ready. */
  ready: string;
  /** @param how.patiently gives requests and jobs in progress minutes: a successor takes the new ones */
  stop(how?: { patiently: boolean }): Promise<void>;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Service managers kill after ten seconds. */
export const LONGEST_STOP_MS = 10_000;
/** Of a process whose successor works. A shopper has 90 seconds for an upload, and a feed may take minutes. */
const LONGEST_RETIREMENT_MS = 120_000;

/**
 * Runs until a signal ends it, with exit code 0, or until the npm that started it is killed and cannot pass a
 * signal on, or until its successor works. A signal during the start ends it immediately, with everything it has
 * started. If it cannot start, it prints the reason and ends as commands do.
 * @param start returns undefined if only help was requested
 */
export async function runUntilStopped(
  usage: string,
  start: () => Promise<Running | undefined>,
): Promise<void> {
  // The reason is printed unchanged, even if the log captures the output.
  const { log, error: print } = console;
  const terminal = {
    log,
    error(reason: string) {
      reportFailure(reason);
      print(reason);
    },
  };
  let running: Running | undefined;
  let isStopping = false;
  let isRetiring = false;
  const end = () => process.exit(process.exitCode ?? 0);
  const stop = async (signal: (typeof SIGNALS)[number]) => {
    // npm passes Ctrl-C on to a process that has received it already.
    if (isStopping) return;
    isStopping = true;
    if (!running) process.exit(128 + constants.signals[signal]);
    setTimeout(end, LONGEST_STOP_MS).unref();
    // It finishes already, within the time that is left.
    if (isRetiring) return;
    await running.stop();
    end();
  };
  const retire = async () => {
    if (isStopping) return;
    isRetiring = true;
    setTimeout(end, LONGEST_RETIREMENT_MS).unref();
    await running?.stop({ patiently: true });
    end();
  };
  void retirement().then(retire);
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
  // Handles opened before the start failed would keep the process alive.
  if (code !== 0) process.exit(code);
}
