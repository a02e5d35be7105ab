import { createHmac } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { networkOf } from '#src/domain/client-network.ts';
import { DAY_MS, HOUR_MS } from '#src/domain/duration.ts';
import { mailboxOf } from '#src/domain/lead/delivery/acknowledgement.ts';
import { LIMIT_WINDOW_MS } from '#src/domain/lead/lead-limits.ts';
import { secondsUntilWithin, slidingWindow, type WindowPart } from '#src/domain/sliding-window.ts';
import type { Database } from '#src/providers/database/database.ts';
import {
  countSliding,
  type PartCount,
  partCounts,
  type SlidingWindow,
} from '#src/providers/database/rate-counts.ts';
import { atomically } from '#src/providers/database/transactions.ts';
import type { Services } from './services.ts';

/** `all` is everyone on every site. An e-mail address, a phone and a network are limited over all sites together. */
type Limited = 'address' | 'phone' | 'network' | 'site' | 'all';
type SharedLimit = { of: Limited; most: number; windowMs: number };

/** In counting order, the same for every process, to avoid deadlocks. */
const SLIDING_LIMITS = {
  /** AUTH-01: text messages cost money, and someone else may have asked for them. */
  codeSent: (mostADay: number) => [
    { of: 'phone', most: 5, windowMs: LIMIT_WINDOW_MS },
    { of: 'phone', most: 10, windowMs: DAY_MS },
    // Mobile providers put many people behind one address.
    { of: 'network', most: 100, windowMs: DAY_MS },
    { of: 'site', most: 1000, windowMs: DAY_MS },
    { of: 'all', most: mostADay, windowMs: DAY_MS },
  ],
  /** AUTH-02: codes compared. */
  codeTried: () => [
    { of: 'phone', most: 15, windowMs: HOUR_MS },
    { of: 'network', most: 200, windowMs: HOUR_MS },
  ],
  /** SRCH-33: searches saved, each with a mail to an address that may be a stranger's. */
  searchSaved: () => [
    { of: 'address', most: 5, windowMs: DAY_MS },
    { of: 'phone', most: 20, windowMs: DAY_MS },
    { of: 'network', most: 60, windowMs: DAY_MS },
    { of: 'site', most: 2000, windowMs: DAY_MS },
  ],
  /** SRCH-33: alerts by text message. */
  alertTexted: (mostADay: number) => [
    { of: 'site', most: 500, windowMs: DAY_MS },
    { of: 'all', most: mostADay, windowMs: DAY_MS },
  ],
} satisfies Record<string, (mostADay: number) => SharedLimit[]>;
export type SharedUse = keyof typeof SLIDING_LIMITS;

type User = {
  dealer: Pick<DealerConfig, 'slug'>;
  phone?: string | undefined;
  email?: string | undefined;
  clientAddress: string | undefined;
};

/** Thrown in the transaction of a use, it takes the count back. */
export class LimitReached extends Error {
  readonly secondsLeft: number;
  constructor(secondsLeft: number) {
    super('a limit is reached');
    this.secondsLeft = secondsLeft;
  }
}

/** Keyed hashes, so that the counts do not reveal anyone; undefined for what is not known of a client. */
function whoIs(
  of: Limited,
  { dealer, phone, email, clientAddress }: User,
  secret: string,
): string | undefined {
  const keyed = (value: string) => createHmac('sha256', secret).update(`${of}\n${value}`).digest('base64url');
  switch (of) {
    case 'address':
      return email === undefined ? undefined : keyed(mailboxOf(email));
    case 'phone':
      return phone === undefined ? undefined : keyed(phone);
    case 'network':
      return clientAddress === undefined ? undefined : keyed(networkOf(clientAddress));
    case 'site':
      return dealer.slug;
    case 'all':
      return '';
  }
}

type CountedLimit = SlidingWindow & { most: number; windowMs: number };

function countedLimits(
  { env }: Pick<Services, 'env'>,
  use: SharedUse,
  user: User,
  now: Date,
): CountedLimit[] {
  return SLIDING_LIMITS[use](env.SMS_A_DAY).flatMap(({ of, most, windowMs }) => {
    const who = whoIs(of, user, env.SITE_SECRET);
    if (who === undefined) return [];
    const { part, oldest, expires } = slidingWindow(now, windowMs);
    return {
      ...{ most, windowMs, key: `use:${use}:${of}:${windowMs}:${who}` },
      ...{ part: part.toISOString(), oldest: oldest.toISOString() },
      expiresAt: expires.toISOString(),
    };
  });
}

const dated = (parts: readonly PartCount[]): WindowPart[] =>
  parts.map(({ start, count }) => ({ start: new Date(start), count }));

/**
 * Counts a use against all its limits, or against none if one of them is reached: a refused use takes nothing from
 * others. The windows slide: none of their length ever has more. Exact under concurrency.
 * @param work of the use, in the same transaction; undone if it is refused
 */
export async function withinSharedLimits<T>(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  use: SharedUse,
  user: User,
  work: (transaction: Database) => Promise<T>,
): Promise<{ kind: 'done'; result: T } | { kind: 'too_many'; retryAfterSeconds: number }> {
  // Most of a flood is refused here, without waiting for rows that others count in.
  const wait = await waitOfUse(services, use, user);
  if (wait !== undefined) return { kind: 'too_many', retryAfterSeconds: wait };
  const now = services.clock.now();
  const limits = countedLimits(services, use, user, now);
  try {
    const result = await atomically(services.db, async (transaction) => {
      // First, so that rows which many requests count in are locked for the shortest time.
      const made = await work(transaction);
      const counted = await countSliding(transaction, limits);
      for (const { key, most, windowMs } of limits) {
        const parts = dated(counted.get(key) ?? []);
        const seconds = secondsUntilWithin(parts, { most, lengthMs: windowMs, now });
        if (seconds !== undefined) throw new LimitReached(seconds);
      }
      return made;
    });
    return { kind: 'done', result };
  } catch (error) {
    if (error instanceof LimitReached) return { kind: 'too_many', retryAfterSeconds: error.secondsLeft };
    throw error;
  }
}

/** Whether a use would be refused now; it is not counted. @returns the seconds to wait, undefined if it would not */
export async function waitOfUse(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  use: SharedUse,
  user: User,
): Promise<number | undefined> {
  const now = services.clock.now();
  const limits = countedLimits(services, use, user, now);
  const counted = await partCounts(services.db, limits);
  return limits
    .map(({ key, part, most, windowMs }) => {
      const asked = [...dated(counted.get(key) ?? []), { start: new Date(part), count: 1 }];
      return secondsUntilWithin(asked, { most, lengthMs: windowMs, now });
    })
    .find((seconds) => seconds !== undefined);
}
