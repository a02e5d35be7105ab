import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#src/platform/database/database.ts';
import { acquireLease, releaseLease, renewLease } from '#src/platform/database/leases.ts';
import type { Services } from '#src/server/services.ts';

/** Expiry of a dead process's lease. Longer than anything that blocks a process. */
export const LEASE_MS = 30_000;
const HEARTBEAT_MS = 5000;
export const LEASE_POLL_MS = 100;

/** Held while importing a dealer's feed. */
export const importLease = (dealer: string): string => `import:${dealer}`;

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

type Shared = Pick<Services, 'db' | 'clock'>;

const until = ({ clock }: Shared) => new Date(clock.now().getTime() + LEASE_MS);

/** Runs work exclusively; returns undefined if another process is doing it. */
export async function tryWithLease<T>(
  services: Shared,
  name: string,
  work: (lease: HeldLease) => Promise<T>,
): Promise<{ result: T } | undefined> {
  const { db, clock } = services;
  const lease = await acquireLease(db, name, { now: clock.now(), until: until(services) });
  if (!lease) return undefined;
  const held: HeldLease = {
    renew: (on) => renewLease(on, lease, until(services)),
    async confirm(on) {
      if (!(await held.renew(on))) throw new LeaseLost(`Another process took over "${name}".`);
    },
  };
  let renewal: Promise<unknown> = Promise.resolve();
  const heart = setInterval(() => {
    // The next renewal retries; the work itself confirms the lease before it commits.
    renewal = held.renew(db).catch(() => false);
  }, HEARTBEAT_MS);
  try {
    return { result: await work(held) };
  } finally {
    clearInterval(heart);
    await renewal;
    await releaseLease(db, lease);
  }
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
