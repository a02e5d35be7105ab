import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#src/platform/time/clock.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Database } from './database.ts';
import { acquireLease, type Lease, recordSuccess, releaseLease, renewLease } from './leases.ts';

/** Expiry of a dead process's lease. Longer than anything that blocks a process, and than several heartbeats. */
export const LEASE_MS = 30_000;
const HEARTBEAT_MS = 5000;
export const LEASE_POLL_MS = 100;

/** Another process took over because the lease expired. */
export class LeaseLost extends Error {
  override name = 'LeaseLost' as const;
}

export type HeldLease = {
  /** Extends the lease; in a transaction, writes only commit while it is held. */
  renew(db: Database): Promise<boolean>;
  /** @throws LeaseLost */
  confirm(db: Database): Promise<void>;
};

type Shared = { db: Database; clock: Clock };

const term = ({ clock }: Shared) => ({ clock, forMs: LEASE_MS });

/** Renews the lease while `work` runs. */
async function whileHeld<T>(
  services: Shared,
  lease: Lease,
  work: (held: HeldLease) => Promise<T>,
): Promise<T> {
  const held: HeldLease = {
    renew: (on) => renewLease(on, lease, term(services)),
    async confirm(on) {
      if (!(await held.renew(on))) throw new LeaseLost(`Another process took over "${lease.name}".`);
    },
  };
  let renewal: Promise<unknown> = Promise.resolve();
  const heart = setInterval(() => {
    // The next renewal retries; the work itself confirms the lease before it commits.
    renewal = held.renew(services.db).catch(() => false);
  }, HEARTBEAT_MS);
  try {
    return await work(held);
  } finally {
    clearInterval(heart);
    await renewal;
  }
}

/** Runs work exclusively; returns undefined if another process is doing it. */
export async function tryWithLease<T>(
  services: Shared,
  name: string,
  work: (lease: HeldLease) => Promise<T>,
): Promise<{ result: T } | undefined> {
  const { db } = services;
  const lease = await acquireLease(db, name, term(services));
  if (!lease) return undefined;
  try {
    return { result: await whileHeld(services, lease, work) };
  } finally {
    await releaseLease(db, lease);
  }
}

/** The longest pause before a failed job is tried again. */
const RETRY_MS = MINUTE_MS;

/**
 * Runs a periodic job in one of all processes, once it is due: `everyMs` after its last start, sooner if that failed.
 * If its process dies or is frozen, another takes over once the lease has expired.
 * @throws what `work` throws
 */
export async function runIfDue(
  services: Shared,
  { name, everyMs }: { name: string; everyMs: number },
  work: (lease: HeldLease) => Promise<unknown>,
): Promise<void> {
  const { db, clock } = services;
  const started = clock.now();
  const lease = await acquireLease(db, name, term(services));
  if (!lease) return;
  const leaveFor = (ms: number) =>
    renewLease(db, lease, { clock, forMs: started.getTime() + ms - clock.now().getTime() });
  try {
    await whileHeld(services, lease, work);
  } catch (error) {
    await leaveFor(Math.min(everyMs, RETRY_MS));
    throw error;
  }
  await leaveFor(everyMs);
  await recordSuccess(db, lease, clock);
}

/**
 * Runs work exclusively, waiting for other processes. `onWait` is called once if it has to wait.
 * @throws AbortError if `signal` aborts while waiting
 */
export async function withLease<T>(
  services: Shared,
  name: string,
  work: (lease: HeldLease) => Promise<T>,
  onWait: () => void = () => {},
  signal?: AbortSignal,
): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    const done = await tryWithLease(services, name, work);
    if (done) return done.result;
    if (waits === 0) onWait();
    await wait(LEASE_POLL_MS, undefined, signal && { signal });
  }
}
