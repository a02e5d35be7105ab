import { exitCodeOf } from '../usage.ts';
import { watchNpm } from './watch-npm.ts';

export type Running = {
  /** Said once it can be told to stop. */
  ready: string;
  stop(): Promise<void>;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Supervisors kill after ten seconds. */
const LONGEST_STOP_MS = 10_000;

/** Also where npm, which started this process, was killed and could not pass a signal on. */
function stopOnSignal(running: Running): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(process.exitCode ?? 0), LONGEST_STOP_MS).unref();
    await running.stop();
    process.exit(process.exitCode ?? 0);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  watchNpm(stop);
}

/**
 * Runs until a signal ends it, with 0; where it cannot start it says why, and ends as commands do.
 * @param start answers undefined where only help was asked for
 */
export async function runUntilStopped(
  usage: string,
  start: () => Promise<Running | undefined>,
): Promise<void> {
  // Why it could not start is said as it is, also where the log takes what is printed.
  const terminal = { log: console.log, error: console.error };
  const code = await exitCodeOf(
    async () => {
      const running = await start();
      if (!running) {
        console.log(usage);
        process.exit(0);
      }
      stopOnSignal(running);
      // Whoever reads this may stop it at once.
      console.log(running.ready);
      return 0;
    },
    usage,
    terminal,
  );
  // What was opened before the start failed would keep the process alive.
  if (code !== 0) process.exit(code);
}
