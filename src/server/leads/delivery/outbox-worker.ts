import type { ClaimedDelivery } from '#src/providers/database/outbox.ts';
import { type DueQueue, dueQueues } from '#src/providers/database/outbox-queues.ts';
import type { OutboxServices } from './attempt-delivery.ts';
import { type DeliveryOptions, deliverQueue, QUEUE_LIMIT, releaseInHand } from './deliver-queue.ts';

const POLL_MS = 1000;
/** Queues served in parallel: this many destinations may hang before another has to wait. */
const MAX_QUEUES = 20;
/** How long a stopping worker waits for responses; supervisors kill after ten seconds. */
const STOP_GRACE_MS = 8000;

export type OutboxWorker = {
  /** Resolves when no delivery is claimed: running ones are settled, or released if they take too long. */
  stop(): Promise<void>;
};

type WorkerOptions = DeliveryOptions & { pollMs?: number; maxQueues?: number; stopGraceMs?: number };

const keyOf = ({ dealer, destination }: DueQueue) => `${dealer} ${destination}`;

/**
 * Delivers leads as they become due until stopped. Queues run in parallel, so that a hanging destination delays only
 * itself; if there are more than can run, they take turns. Failures are logged and retried.
 */
export function startOutboxWorker(services: OutboxServices, options: WorkerOptions = {}): OutboxWorker {
  const { pollMs = POLL_MS, maxQueues = MAX_QUEUES, stopGraceMs = STOP_GRACE_MS } = options;
  const inHand = new Set<ClaimedDelivery>();
  const running = new Map<string, Promise<void>>();
  /** The last turn of each queue; the longest-waiting goes first. */
  const lastTurns = new Map<string, number>();
  let turn = 0;
  let isCrowded = false;
  let stopped = false;
  let wake = () => {};

  const failed = (error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ reason }, 'lead delivery round failed');
    return 0;
  };

  async function runQueue(queue: DueQueue): Promise<void> {
    let claimed: number;
    do {
      lastTurns.set(keyOf(queue), ++turn);
      claimed = await deliverQueue(services, queue, { ...options, inHand }).catch(failed);
    } while (claimed === QUEUE_LIMIT && !isCrowded && !stopped);
    running.delete(keyOf(queue));
    if (claimed > 0) wake();
  }

  async function startQueues(): Promise<void> {
    const due = (await dueQueues(services.db, services.clock.now().toISOString()))
      .filter((queue) => !running.has(keyOf(queue)))
      .sort((a, b) => (lastTurns.get(keyOf(a)) ?? 0) - (lastTurns.get(keyOf(b)) ?? 0));
    const room = maxQueues - running.size;
    isCrowded = due.length > room;
    if (stopped) return;
    for (const queue of due.slice(0, Math.max(0, room))) running.set(keyOf(queue), runQueue(queue));
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await startQueues().catch(failed);
      if (stopped) return;
      let timer: NodeJS.Timeout | undefined;
      const polled = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, pollMs);
      });
      await Promise.race([woken, polled]);
      clearTimeout(timer);
    }
  }

  const round = run();
  return {
    async stop() {
      stopped = true;
      wake();
      await round;
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopGraceMs);
      });
      await Promise.race([Promise.all(running.values()), grace]);
      clearTimeout(timer);
      await releaseInHand(services, inHand).catch(failed);
    },
  };
}
