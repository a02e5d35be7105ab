import { createHmac } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Environment } from '#src/config/environment.ts';
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
import type { LimitName } from '#src/platform/routing/route-policies.ts';
import { mailboxOf } from '#src/platform/text/safe-text.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';

type LimitServices = { db: Database; clock: Clock; env: Environment };

export const LIMIT_WINDOW_MS = 600_000;

/** The fixed window that contains `now`. */
export function limitWindow(
  now: Date,
  lengthMs = LIMIT_WINDOW_MS,
): { start: Date; end: Date; secondsLeft: number } {
  const start = Math.floor(now.getTime() / lengthMs) * lengthMs;
  const end = start + lengthMs;
  return {
    start: new Date(start),
    end: new Date(end),
    secondsLeft: Math.ceil((end - now.getTime()) / 1000),
  };
}

/** A window is divided into buckets; a bucket counts until all of it is older than the window. */
const PARTS = 12;

/** A bucket of a window. */
export type WindowPart = { start: Date; count: number };

/** The bucket that contains `now`, and the oldest one that still counts. */
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
 * Seconds until the window has at most `max` uses.
 * @param parts buckets of the window, oldest first
 * @returns undefined if it already has
 */
export function secondsUntilWithin(
  parts: readonly WindowPart[],
  { max, lengthMs, now }: { max: number; lengthMs: number; now: Date },
): number | undefined {
  let uses = parts.reduce((total, { count }) => total + count, 0);
  let until: Date | undefined;
  for (const { start, count } of parts) {
    if (uses <= max) break;
    uses -= count;
    until = slidingWindow(start, lengthMs).expires;
  }
  return until && Math.ceil((until.getTime() - now.getTime()) / 1000);
}

/** Limits of a network and of a whole site, per window. Many shoppers share a network. */
type UseLimit = {
  address: number;
  /** Unlimited by default. */
  site?: number;
  /** Ten minutes by default. */
  windowMs?: number;
};

/** VDP-17: how often a network may reveal numbers; afterwards the location's page displays them. */
export const MAX_REVEALS_PER_HOUR = 30;

const FIXED_LIMITS = {
  journey: { address: 60, site: 2000 },
  /** Requests to the register, which cost the dealer money. */
  lookup: { address: 15, site: 500 },
  /** Requests to the valuer. */
  valuation: { address: 30, site: 500 },
  /** Uploads, maxly of one photo each, which is re-encoded; enough for six valuations of ten photos. */
  photos: { address: 60, site: 1200 },
  /** Delivery prices, which cost the dealer money. */
  delivery: { address: 30, site: 1000 },
  /** Quotes of the finance broker: one after each pause while moving a slider. */
  quote: { address: 120, site: 5000 },
  /** BUY-01: vehicles held for a payment, which block other shoppers. */
  hold: { address: 30, site: 1000, windowMs: HOUR_MS },
  /** VDP-17. */
  call: { address: MAX_REVEALS_PER_HOUR, windowMs: HOUR_MS },
} satisfies Partial<Record<LimitName, UseLimit>>;
export type LimitedUse = keyof typeof FIXED_LIMITS;
const limitOf = (use: LimitedUse): UseLimit => FIXED_LIMITS[use];

export const windowOfUse = (use: LimitedUse, now: Date) => limitWindow(now, limitOf(use).windowMs);

/**
 * Counts a use.
 * @returns whether it is within its limits
 */
export async function isWithinLimit(
  { db, clock, env }: LimitServices,
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
    const network = createHmac('sha256', env.SITE_SECRET).update(`${slug}\n${networkOf(clientAddress)}`);
    const count = await countOne(db, { key: `use:${use}:${network.digest('base64url')}`, ...window });
    // A flooding network must not exhaust the site's limit.
    if (count > address) return false;
  }
  if (site === undefined) return true;
  return (await countOne(db, { key: `use:${use}:site:${slug}`, ...window })) <= site;
}

/** `all` covers all sites. Addresses, phones and networks are limited across sites. */
type LimitScope = 'address' | 'phone' | 'network' | 'site' | 'all';
type SharedLimit = { scope: LimitScope; max: number; windowMs: number };

/** In counting order, the same for every process, to avoid deadlocks. */
const SLIDING_LIMITS = {
  /** AUTH-01: text messages cost money, and may be requested for someone else's phone. */
  codeSent: (maxPerDay: number) => [
    { scope: 'phone', max: 5, windowMs: LIMIT_WINDOW_MS },
    { scope: 'phone', max: 10, windowMs: DAY_MS },
    // Carrier-grade NAT puts many people behind one address.
    { scope: 'network', max: 100, windowMs: DAY_MS },
    { scope: 'site', max: 1000, windowMs: DAY_MS },
    { scope: 'all', max: maxPerDay, windowMs: DAY_MS },
  ],
  /** AUTH-02. */
  codeTried: () => [
    { scope: 'phone', max: 15, windowMs: HOUR_MS },
    { scope: 'network', max: 200, windowMs: HOUR_MS },
  ],
  /** SRCH-33: each sends an e-mail to an address that may be a stranger's. */
  searchSaved: () => [
    { scope: 'address', max: 5, windowMs: DAY_MS },
    { scope: 'phone', max: 20, windowMs: DAY_MS },
    { scope: 'network', max: 60, windowMs: DAY_MS },
    { scope: 'site', max: 2000, windowMs: DAY_MS },
  ],
  /** SRCH-33. */
  alertTexted: (maxPerDay: number) => [
    { scope: 'site', max: 500, windowMs: DAY_MS },
    { scope: 'all', max: maxPerDay, windowMs: DAY_MS },
  ],
} satisfies Partial<Record<LimitName | 'alertTexted', (maxPerDay: number) => SharedLimit[]>>;
export type SharedUse = keyof typeof SLIDING_LIMITS;

type User = {
  dealer: Pick<DealerConfig, 'slug'>;
  phone?: string | undefined;
  email?: string | undefined;
  clientAddress: string | undefined;
};

/** Rolls back the transaction of a use with its count. */
export class LimitReached extends Error {
  readonly secondsLeft: number;
  constructor(secondsLeft: number) {
    super('a limit is reached');
    this.secondsLeft = secondsLeft;
  }
}

/** Keyed hashes, so that the counts reveal no one; undefined if unknown. */
function scopeKey(
  scope: LimitScope,
  { dealer, phone, email, clientAddress }: User,
  secret: string,
): string | undefined {
  const keyed = (value: string) =>
    createHmac('sha256', secret).update(`${scope}\n${value}`).digest('base64url');
  switch (scope) {
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

type CountedLimit = SlidingWindow & { max: number; windowMs: number };

function countedLimits(
  { env }: Pick<LimitServices, 'env'>,
  use: SharedUse,
  user: User,
  now: Date,
): CountedLimit[] {
  return SLIDING_LIMITS[use](env.SMS_A_DAY).flatMap(({ scope, max, windowMs }) => {
    const key = scopeKey(scope, user, env.SITE_SECRET);
    if (key === undefined) return [];
    const { part, oldest, expires } = slidingWindow(now, windowMs);
    return {
      ...{ max, windowMs, key: `use:${use}:${scope}:${windowMs}:${key}` },
      ...{ part: part.toISOString(), oldest: oldest.toISOString() },
      expiresAt: expires.toISOString(),
    };
  });
}

const dated = (parts: readonly PartCount[]): WindowPart[] =>
  parts.map(({ start, count }) => ({ start: new Date(start), count }));

/**
 * Counts a use against all its limits, or none if one is reached. Sliding windows, exact under concurrency.
 * @param work runs in the same transaction, rolled back if the use is refused
 */
export async function withinSharedLimits<T>(
  services: LimitServices,
  use: SharedUse,
  user: User,
  work: (transaction: Database) => Promise<T>,
): Promise<{ kind: 'done'; result: T } | { kind: 'too_many'; retryAfterSeconds: number }> {
  // Refuses most of a flood without locking shared rows.
  const wait = await secondsUntilAllowed(services, use, user);
  if (wait !== undefined) return { kind: 'too_many', retryAfterSeconds: wait };
  const now = services.clock.now();
  const limits = countedLimits(services, use, user, now);
  try {
    const result = await atomically(services.db, async (transaction) => {
      // Before counting, so that shared rows are locked only briefly.
      const result = await work(transaction);
      const counted = await countSliding(transaction, limits);
      for (const { key, max, windowMs } of limits) {
        const parts = dated(counted.get(key) ?? []);
        const seconds = secondsUntilWithin(parts, { max, lengthMs: windowMs, now });
        if (seconds !== undefined) throw new LimitReached(seconds);
      }
      return result;
    });
    return { kind: 'done', result };
  } catch (error) {
    if (error instanceof LimitReached) return { kind: 'too_many', retryAfterSeconds: error.secondsLeft };
    throw error;
  }
}

/**
 * Checks a use without counting it.
 * @returns the seconds to wait if it would be refused
 */
export async function secondsUntilAllowed(
  services: LimitServices,
  use: SharedUse,
  user: User,
): Promise<number | undefined> {
  const now = services.clock.now();
  const limits = countedLimits(services, use, user, now);
  const counted = await partCounts(services.db, limits);
  return limits
    .map(({ key, part, max, windowMs }) => {
      const parts = [...dated(counted.get(key) ?? []), { start: new Date(part), count: 1 }];
      return secondsUntilWithin(parts, { max, lengthMs: windowMs, now });
    })
    .find((seconds) => seconds !== undefined);
}
