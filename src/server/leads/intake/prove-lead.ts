import { createHash } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Environment, secretNamed } from '#src/config/environment.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import type { Challenge } from '#src/providers/challenge/challenge.ts';
import { turnstile } from '#src/providers/challenge/turnstile.ts';
import { type FormerKeys, isStored } from '#src/providers/database/leads.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import type { Services } from '../../services.ts';

/** The challenge of a dealer's forms: none, a service, or one that lacks its secret. */
export type ChallengeFor = (dealer: DealerConfig, env: Environment) => Challenge | 'none' | 'no secret';

export const challengeFor: ChallengeFor = ({ leads }, env) => {
  if (!leads.turnstile) return 'none';
  const secret = secretNamed(leads.turnstile.secret);
  return secret === undefined ? 'no secret' : turnstile({ url: env.TURNSTILE_URL, secret });
};

/**
 * Whether a person sent a lead, as far as that can be known. A lead without a challenge token is treated like others
 * until there are many: scripts may be off, or the widget blocked.
 */
export type Proof = { kind: 'good' } | { kind: 'absent' } | { kind: 'hold'; reason: string };

/** Derived from the submission key, so that a repeated submission may reuse its token. */
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

/** Checks only a lead that is not stored yet; a repeated one needs no token. */
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
