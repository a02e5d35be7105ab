import { createHash, createHmac } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Environment, secretNamed } from '#src/config/environment.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import {
  judgeCount,
  LIMITED_SENDERS,
  type LimitedSender,
} from '#src/features/leads/limits/lead-rate-limits.ts';
import { type FormerKeys, isStored } from '#src/features/leads/server/queries/lead-queries.ts';
import { MAX_SLOTS_PER_DAY } from '#src/features/leads/test-drive/booking.ts';
import { type Challenge, turnstile } from '#src/platform/challenge/turnstile.ts';
import type { Database } from '#src/platform/database/database.ts';
import { countEach, countUpTo, sweepCounts } from '#src/platform/database/rate-counts.ts';
import { networkOf } from '#src/platform/http/client-address.ts';
import { LIMIT_WINDOW_MS, limitWindow } from '#src/platform/limits/rate-limits.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';

/** `no secret` if the dealer uses a challenge without its secret. */
export type ChallengeFor = (dealer: DealerConfig, env: Environment) => Challenge | 'none' | 'no secret';

export const challengeFor: ChallengeFor = ({ leads }, env) => {
  if (!leads.turnstile) return 'none';
  const secret = secretNamed(leads.turnstile.secret);
  return secret === undefined ? 'no secret' : turnstile({ url: env.TURNSTILE_URL, secret });
};

/**
 * Whether a person sent a lead. A lead without a challenge token is accepted until there are many: JavaScript may be
 * off, or the widget blocked.
 */
export type Proof = { kind: 'good' } | { kind: 'absent' } | { kind: 'hold'; reason: string };

/**
 * Derived from the submission key, so that a repeated submission may reuse its token (a token can be verified again
 * only with the same id).
 */
function idOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export type LeadToProve = {
  dealer: DealerConfig;
  body: LeadValues;
  idempotency_key: string;
  former: FormerKeys;
};

/** A repeated lead that is already stored needs no token. */
export async function proveLead(
  { db, env, log }: Pick<Services, 'db' | 'env' | 'log'>,
  { dealer, body, idempotency_key, former }: LeadToProve,
  challengeOf: ChallengeFor,
): Promise<Proof> {
  const challenge = challengeOf(dealer, env);
  if (challenge === 'none') return { kind: 'good' };
  const token = body[FORM_EXTRAS.challengeToken];
  if (!token) return { kind: 'absent' };
  if (await isStored(db, { dealer: dealer.slug, idempotency_key }, former)) return { kind: 'good' };
  const outcome =
    challenge === 'no secret'
      ? { kind: 'unavailable' as const, reason: 'its secret is not set' }
      : await challenge.verify({ token, id: idOf(`${dealer.slug} ${idempotency_key}`) });
  if (outcome.kind === 'passed') return { kind: 'good' };
  log.warn(
    { dealer: dealer.slug, outcome: outcome.kind, reason: outcome.reason },
    'lead without a valid challenge token',
  );
  const reason = outcome.kind === 'failed' ? 'challenge failed' : 'challenge could not be verified';
  return { kind: 'hold', reason };
}

export type CountedLead = {
  dealer: string;
  /** Undefined for a lead that was not sent over the network. */
  clientAddress: string | undefined;
  phone: string;
  /** Whether a required challenge token is missing. */
  isUnproven: boolean;
};

export type LeadCount = {
  heldFor: string | undefined;
  /** Whether it is the site's first lead in this window. */
  opensWindow: boolean;
};

type LimitServices = Pick<Services, 'env' | 'clock'>;

/** A flood: nothing is stored, and the shopper is asked to call. */
export class TooManyLeads extends Error {
  readonly sender: LimitedSender;
  readonly retryAfterSeconds: number;

  constructor(sender: LimitedSender, retryAfterSeconds: number) {
    super(`too many leads from one ${sender}`);
    this.sender = sender;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Keyed, so that the counts do not reveal senders. */
function keysOf(
  { env }: LimitServices,
  lead: CountedLead,
): Record<LimitedSender, string | undefined> & { site: string } {
  const { dealer, clientAddress, phone, isUnproven } = lead;
  const keyed = (sender: LimitedSender, value: string) => {
    const digest = createHmac('sha256', env.SITE_SECRET).update(`${sender}\n${dealer}\n${value}`);
    return `lead:${sender}:${digest.digest('base64url')}`;
  };
  return {
    address: clientAddress && keyed('address', networkOf(clientAddress)),
    phone: phone === '' ? undefined : keyed('phone', phone),
    unproven: isUnproven ? `lead:unproven:${dealer}` : undefined,
    site: `lead:site:${dealer}`,
  };
}

/**
 * Counts a lead against all its limits, in the lead's transaction: repeated or rejected leads do not count.
 * @throws TooManyLeads
 */
export async function countLead(
  services: LimitServices,
  db: Database,
  lead: CountedLead,
): Promise<LeadCount> {
  const { start, end, secondsLeft } = limitWindow(services.clock.now());
  const window = {
    windowStart: start.toISOString(),
    // One window longer, to allow for clock skew.
    expiresAt: new Date(end.getTime() + LIMIT_WINDOW_MS).toISOString(),
  };
  const keys = keysOf(services, lead);
  const counted = LIMITED_SENDERS.flatMap((sender) => {
    const key = keys[sender];
    return key === undefined ? [] : [{ sender, key, ...window }];
  });
  const counts = await countEach(db, counted);
  let heldFor: string | undefined;
  for (const { sender, key } of counted) {
    const verdict = judgeCount(sender, counts.get(key) ?? 0, services.env.LEAD_LIMITS);
    if (verdict.kind === 'refuse') throw new TooManyLeads(sender, secondsLeft);
    if (verdict.kind === 'hold') heldFor ??= verdict.reason;
  }
  return { heldFor, opensWindow: counts.get(keys.site) === 1 };
}

/**
 * Counts a network's test drive bookings at a dealer, per local day, in the booking's transaction.
 * @returns false if the network has reached its limit
 */
export async function countBookedSlot(
  { env, clock }: LimitServices,
  transaction: Database,
  { slug, timeZone }: Pick<DealerConfig, 'slug' | 'timeZone'>,
  clientAddress: string | undefined,
): Promise<boolean> {
  if (!clientAddress) return true;
  const { date } = zonedDate(clock.now(), timeZone);
  const digest = createHmac('sha256', env.SITE_SECRET).update(`slots\n${slug}\n${networkOf(clientAddress)}`);
  return countUpTo(transaction, MAX_SLOTS_PER_DAY, {
    key: `lead:slots:${digest.digest('base64url')}`,
    windowStart: date,
    // After that day has ended in every time zone.
    expiresAt: new Date(Date.parse(date) + 2 * DAY_MS).toISOString(),
  });
}

/** @returns the number of expired counts deleted */
export const sweepLeadCounts = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> =>
  sweepCounts(db, clock.now().toISOString());
