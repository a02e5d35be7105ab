import { type DeliveryOptions, deliverOutbox, type OutboxServices } from './deliver-outbox.ts';

const POLL_MS = 1000;

export type OutboxWorker = {
  /** Resolves when the batch under way is settled. */
  stop(): Promise<void>;
};

/** Delivers leads as they come due until stopped. A failing round is logged and the next one tries again. */
export function startOutboxWorker(
  services: OutboxServices,
  options: DeliveryOptions & { pollMs?: number } = {},
): OutboxWorker {
  const { pollMs = POLL_MS } = options;
  let stopped = false;
  let wake = () => {};

  async function run(): Promise<void> {
    while (!stopped) {
      const claimed = await deliverOutbox(services, options).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : 'unknown';
        services.log.error({ reason }, 'lead delivery round failed');
        return 0;
      });
      if (claimed > 0 || stopped) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const running = run();
  return {
    stop() {
      stopped = true;
      wake();
      return running;
    },
  };
}
