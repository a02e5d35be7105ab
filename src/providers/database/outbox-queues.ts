import type { Database } from './database.ts';
import type { Queue } from './destination-health.ts';

export type DueQueue = Queue & {
  /** Its breaker is open and a probe may leave. */
  isProbe: boolean;
};

/** Queues with something to send now: due leads, or a due probe with leads waiting. */
export async function dueQueues(db: Database, now: string): Promise<DueQueue[]> {
  const due = await db
    .selectFrom('outbox')
    .select(['dealer', 'destination'])
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .where((w) => w.or([w('leased_until', 'is', null), w('leased_until', '<=', now)]))
    .groupBy(['dealer', 'destination'])
    .execute();
  const open = await db
    .selectFrom('destination_health as health')
    .select((eb) => [
      'health.dealer',
      'health.destination',
      'health.probe_at',
      eb
        .selectFrom('outbox')
        .select('outbox.id')
        .whereRef('outbox.dealer', '=', 'health.dealer')
        .whereRef('outbox.destination', '=', 'health.destination')
        .where('outbox.state', '=', 'pending')
        .where((w) => w.or([w('leased_until', 'is', null), w('leased_until', '<=', now)]))
        .limit(1)
        .as('waits'),
    ])
    .where('health.opened_at', 'is not', null)
    .execute();
  const isOpen = ({ dealer, destination }: Queue) =>
    open.some((each) => each.dealer === dealer && each.destination === destination);
  return [
    ...due.filter((queue) => !isOpen(queue)).map((queue) => ({ ...queue, isProbe: false })),
    ...open
      .filter(({ waits, probe_at }) => waits !== null && (probe_at ?? now) <= now)
      .map(({ dealer, destination }) => ({ dealer, destination, isProbe: true })),
  ];
}
