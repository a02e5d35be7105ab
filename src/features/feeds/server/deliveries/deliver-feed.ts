import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Delivery } from '#src/config/sections/stock/feed-deliveries.ts';
import { allLeftOut, type DeliveryCode } from '#src/features/feeds/delivery-failures.ts';
import { FEED_FORMATS, type LeftOut, type WrittenFeed } from '#src/features/feeds/feed-formats.ts';
import { advertisedVehicles } from '#src/features/feeds/server/advertised-vehicles.ts';
import {
  type DeliveryRow,
  deliveryRow,
  putDelivery,
} from '#src/features/feeds/server/queries/delivery-queries.ts';
import { feedRetryMs, nextReading } from '#src/features/stock/server/schedule/feed-schedule.ts';
import { countPresentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { type HeldLease, tryWithLease, withLease } from '#src/platform/database/with-lease.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { connectTo } from '#src/platform/transfer/connect-to.ts';
import {
  pathOf,
  placeOf,
  type RemoteFiles,
  type RemotePlace,
  TransferFailure,
  type TransferOptions,
} from '#src/platform/transfer/remote-files.ts';
import type { Services } from '#src/server/services.ts';
import {
  deliveryLease,
  dueDeliveries,
  type ScheduledDelivery,
  scheduledDeliveries,
} from './delivery-schedule.ts';

/** A receiver may take minutes, so several are delivered to concurrently. */
const CONCURRENCY = 4;

type DeliveryQueue = {
  /** Starts what is due, as far as there is room. */
  startDue(): Promise<void>;
  isIdle(): boolean;
  /** Resolves once nothing is being delivered. */
  settled(): Promise<void>;
};

/** FEED-23: delivers feeds that are due, a few at once. Any number may run in any process. */
export function createDeliveryQueue(
  services: Services,
  signal: AbortSignal,
  connect: Connect = connectTo,
): DeliveryQueue {
  const running = new Map<string, Promise<unknown>>();

  async function deliver(dealer: DealerConfig, due: ScheduledDelivery): Promise<void> {
    try {
      await deliverIfDue(services, dealer, due, { connect, signal });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (!signal.aborted)
        services.log.error({ job: 'deliveries', dealer: dealer.slug, reason }, 'feed job failed');
    }
  }

  return {
    async startDue() {
      for (const { dealer, due } of await dueDeliveries(services)) {
        if (running.size >= CONCURRENCY || signal.aborted) return;
        const name = deliveryLease(due.state);
        if (running.has(name)) continue;
        running.set(
          name,
          deliver(dealer, due).finally(() => running.delete(name)),
        );
      }
    },
    isIdle: () => running.size === 0,
    async settled() {
      await Promise.all(running.values());
    },
  };
}

/** Opens a connection, as `connectTo` does. */
export type Connect = (place: RemotePlace, options: TransferOptions) => Promise<RemoteFiles>;

type DeliveryServices = Pick<Services, 'db' | 'clock' | 'env' | 'log'>;

export type DeliveryWork = { connect: Connect; signal: AbortSignal };
/** With `deliveryLease`; a process that has lost it, because it was frozen, neither sends nor records anything. */
type HeldWork = DeliveryWork & { lease: HeldLease };

export type DeliveryAttempt = {
  /** Null if it was delivered. */
  code: DeliveryCode | null;
  /** Of the written feed, if it was written. */
  vehicles: number | null;
  leftOut: readonly LeftOut[];
};

const TOTAL_MS = 10 * MINUTE_MS;
const STALL_MS = MINUTE_MS;

/** Path of the file, decoded; in a folder it has the name of its format. @throws TransferFailure */
function filePathOf({ feed, url }: Delivery): string {
  const path = pathOf(url);
  return path.endsWith('/') ? `${path}${FEED_FORMATS[feed].file}` : path;
}

async function upload(
  { env }: DeliveryServices,
  delivery: Delivery,
  place: RemotePlace,
  content: Buffer,
  { connect, signal }: DeliveryWork,
): Promise<void> {
  const path = filePathOf(delivery);
  const allowedHosts = new Set(env.FEED_HOSTS);
  const remote = await connect(place, { allowedHosts, signal, totalMs: TOTAL_MS, stallMs: STALL_MS });
  try {
    await remote.upload(path, content);
  } finally {
    // What has been uploaded is delivered, however the connection ends.
    await remote.close().catch(() => {});
  }
}

type Sent = { code: DeliveryCode | null; written?: WrittenFeed; bytes?: number; error?: unknown };

async function send(
  services: DeliveryServices,
  dealer: DealerConfig,
  delivery: Delivery,
  work: HeldWork,
): Promise<Sent> {
  const place = placeOf(delivery);
  if (!place) return { code: 'no_credentials' };
  if ((await countPresentVehicles(services.db, dealer.slug)) === 0) return { code: 'no_stock' };
  const written = FEED_FORMATS[delivery.feed].write(await advertisedVehicles(services, dealer));
  if (written.vehicles === 0) return { code: allLeftOut(written.leftOut), written };
  const content = Buffer.from(written.text);
  await work.lease.confirm(services.db);
  try {
    await upload(services, delivery, place, content, work);
    return { code: null, written, bytes: content.length };
  } catch (error) {
    return error instanceof TransferFailure
      ? { code: error.code, written }
      : { code: 'unexpected', written, error };
  }
}

/**
 * FEED-23: uploads a feed, even if unchanged, and records the attempt. Requires `deliveryLease`. A process that ends
 * after the upload and before the record uploads the same file again.
 * @param random from 0 to 1
 * @throws errors not caused by the receiver, once they are recorded; LeaseLost if another process has taken over
 */
async function deliverFeed(
  services: DeliveryServices,
  dealer: DealerConfig,
  { delivery, schedule, state }: ScheduledDelivery,
  work: HeldWork,
  random = Math.random(),
): Promise<DeliveryAttempt> {
  const { db, clock } = services;
  const started = clock.now();
  const startedAt = started.toISOString();
  const retryAt = new Date(started.getTime() + feedRetryMs(state.failures + 1, random)).toISOString();
  const begun = { ...state, last_attempt_at: startedAt };
  await putDelivery(db, { ...begun, next_due_at: retryAt });
  const { code, written, bytes = null, error } = await send(services, dealer, delivery, work);
  const record = (row: DeliveryRow) =>
    atomically(db, async (tx) => {
      await work.lease.confirm(tx);
      await putDelivery(tx, row);
    });
  if (code === null) {
    await record({
      ...begun,
      ...{ last_success_at: clock.now().toISOString(), last_outcome: 'delivered', last_error: null },
      ...{ failures: 0, failing_since: null, next_due_at: nextReading(schedule, started).toISOString() },
      ...{ bytes, vehicles: written?.vehicles ?? null, left_out: written?.leftOut.length ?? null },
    });
  } else {
    // A process being stopped is not the receiver's fault: the next one delivers.
    const counted =
      code === 'stopped'
        ? { next_due_at: startedAt }
        : {
            failures: state.failures + 1,
            failing_since: state.failing_since ?? startedAt,
            next_due_at: retryAt,
          };
    await record({ ...begun, last_outcome: 'failed', last_error: code, ...counted });
  }
  if (error !== undefined) throw error;
  return { code, vehicles: written?.vehicles ?? null, leftOut: written?.leftOut ?? [] };
}

/** The delivery with its current state; undefined once the dealer file has changed. */
async function current(
  { db, clock }: DeliveryServices,
  dealer: DealerConfig,
  { state }: ScheduledDelivery,
): Promise<ScheduledDelivery | undefined> {
  const known = await deliveryRow(db, state);
  const all = scheduledDeliveries(dealer, known ? [known] : [], clock.now());
  return all.find((each) => each.state.id === state.id);
}

/** Delivers a feed unless another process does or has done so. @returns undefined if nothing was done */
export async function deliverIfDue(
  services: DeliveryServices,
  dealer: DealerConfig,
  due: ScheduledDelivery,
  work: DeliveryWork,
): Promise<DeliveryAttempt | undefined> {
  const done = await tryWithLease(services, deliveryLease(due.state), async (lease) => {
    const scheduled = await current(services, dealer, due);
    const now = services.clock.now().toISOString();
    if (!scheduled || scheduled.state.next_due_at > now) return undefined;
    const attempt = await deliverFeed(services, dealer, scheduled, { ...work, lease });
    const facts = { dealer: dealer.slug, feed: scheduled.delivery.feed };
    if (attempt.code === null) services.log.info({ ...facts, vehicles: attempt.vehicles }, 'feed delivered');
    else services.log.warn({ ...facts, code: attempt.code }, 'feed not delivered');
    return attempt;
  });
  return done?.result;
}

/** A delivery started by a person, whether due or not. @param onWait called if another process is delivering */
export const deliverByHand = (
  services: DeliveryServices,
  dealer: DealerConfig,
  wanted: ScheduledDelivery,
  work: DeliveryWork,
  onWait?: () => void,
): Promise<DeliveryAttempt> =>
  withLease(
    services,
    deliveryLease(wanted.state),
    async (lease) => {
      const scheduled = (await current(services, dealer, wanted)) ?? wanted;
      return deliverFeed(services, dealer, scheduled, { ...work, lease });
    },
    onWait,
  );
