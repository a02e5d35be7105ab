import { exitCodeOf } from '../usage.ts';

export type Running = {
  /** Said once it can be told to stop. */
  ready: string;
  stop(): Promise<void>;
};

/**
 * Runs until a signal ends it, with 0; where it cannot start it says why, and ends as commands do.
 * @param start answers undefined where only help was asked for
 */
export async function runUntilStopped(
  usage: string,
  start: () => Promise<Running | undefined>,
): Promise<void> {
  const code = await exitCodeOf(
    async () => {
      const running = await start();
      if (!running) {
        console.log(usage);
        process.exit(0);
      }
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, async () => {
          await running.stop();
          process.exit(0);
        });
      // Whoever reads this may stop it at once.
      console.log(running.ready);
      return 0;
    },
    usage,
    console,
  );
  // What was opened before the start failed would keep the process alive.
  if (code !== 0) process.exit(code);
}
