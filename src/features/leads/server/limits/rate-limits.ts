import { createHmac } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { LIMIT_WINDOW_MS, limitWindow } from '#src/features/leads/limits/lead-rate-limits.ts';
import { mailboxOf } from '#src/features/leads/server/delivery/acknowledge-lead.ts';
import type { Database } from '#src/platform/database/database.ts';
import {
  countOne,
  countSliding,
  type PartCount,
  partCounts,
  type SlidingWindow,
} from '#src/platform/database/rate-counts.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { networkOf } from '#src/platform/http/client-address.ts';
import type { LimitName } from '#src/platform/routing/route-table.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';

/** Uses are counted by parts of a window, and a part counts until all of it is older than the window. */
const PARTS = 12;

/** Uses in one part of a window, by when the part starts. */
export type WindowPart = { start: Date; count: number };

/** The part of a window that `now` is in, and the oldest part that still counts. */
export function slidingWindow(
  now: Date,
  lengthMs: number,
): { part: Date; oldest: Date /** Nothing of the part counts from then on. */; expires: Date } {
  const partMs = lengthMs / PARTS;
  const part = Math.floor(now.getTime() / partMs) * partMs;
  return {
    part: new Date(part),
    oldest: new Date(part - lengthMs),
    expires: new Date(part + partMs + lengthMs),
  };
}

/**
 * Seconds until the last `lengthMs` hold no more than `most` uses.
 * @param parts those that count, oldest first
 * @returns undefined if they hold no more now
 */
export function secondsUntilWithin(
  parts: readonly WindowPart[],
  { most, lengthMs, now }: { most: number; lengthMs: number; now: Date },
): number | undefined {
  let uses = parts.reduce((total, { count }) => total + count, 0);
  let until: Date | undefined;
  for (const { start, count } of parts) {
    if (uses <= most) break;
    uses -= count;
    until = slidingWindow(start, lengthMs).expires;
  }
  return until && Math.ceil((until.getTime() - now.getTime()) / 1000);
}

/** The limit of one network, and of a site in total, per window. Many shoppers share a network. */
type UseLimit = {
  address: number;
  /** None where only networks are limited. */
  site?: number;
  /** Ten minutes by default. */
  windowMs?: number;
};

/** VDP-17: how often a network address may have numbers revealed; then the location's page shows them. */
export const REVEALS_AN_HOUR = 30;

const FIXED_LIMITS = {
  /** Valuations started. */
  journey: { address: 60, site: 2000 },
  /** Requests to the register, which cost the dealer money. */
  lookup: { address: 15, site: 500 },
  /** Requests to the valuer. */
  valuation: { address: 30, site: 500 },
  /** Uploads, mostly of one photo each, which is re-encoded: six valuations of ten photos. */
  photos: { address: 60, site: 1200 },
  /** Prices of deliveries, which cost the dealer money. */
  delivery: { address: 30, site: 1000 },
  /** Quotes of the finance broker: one after each pause of a shopper who moves a slider. */
  quote: { address: 120, site: 5000 },
  /** BUY-01: vehicles held for a payment, which no one else can reserve meanwhile. */
  hold: { address: 30, site: 1000, windowMs: HOUR_MS },
  /** VDP-17: phone numbers revealed. */
  call: { address: REVEALS_AN_HOUR, windowMs: HOUR_MS },
} satisfies Partial<Record<LimitName, UseLimit>>;
export type LimitedUse = keyof typeof FIXED_LIMITS;
const limitOf = (use: LimitedUse): UseLimit => FIXED_LIMITS[use];

/** The window in which a use is counted now. */
export const windowOfUse = (use: LimitedUse, now: Date) => limitWindow(now, limitOf(use).windowMs);

/** Counts a use. @returns whether it is still within its limits */
export async function isWithinLimit(
  { db, clock, env }: Pick<Services, 'db' | 'clock' | 'env'>,
  { slug }: Pick<DealerConfig, 'slug'>,
  use: LimitedUse,
  clientAddress: string | undefined,
): Promise<boolean> {
  const { address, site, windowMs = LIMIT_WINDOW_MS } = limitOf(use);
  const { start, end } = windowOfUse(use, clock.now());
  const window = {
    windowStart: start.toISOString(),
    expiresAt: new Date(end.getTime() + windowMs).toISOString(),
  };
  if (clientAddress !== undefined) {
    const who = createHmac('sha256', env.SITE_SECRET).update(`${slug}\n${networkOf(clientAddress)}`);
    const count = await countOne(db, { key: `use:${use}:${who.digest('base64url')}`, ...window });
    // A flooding network does not use up the site's total.
    if (count > address) return false;
  }
  if (site === undefined) return true;
  return (await countOne(db, { key: `use:${use}:site:${slug}`, ...window })) <= site;
}

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
} satisfies Partial<Record<LimitName | 'alertTexted', (mostADay: number) => SharedLimit[]>>;
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
