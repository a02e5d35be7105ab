import { createHash, createHmac } from 'node:crypto';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import type { FormerKeys } from '#src/providers/database/leads.ts';
import { SAME_SUBMISSION_MS } from '#src/wire/leads.ts';

const CLIENT_KEY = /^[\w-]{16,64}$/;

export type SubmissionKey = { idempotency_key: string; body_hash: string; former: FormerKeys };

/** The same text for the same content, in any order of fields. */
const canonical = (dealer: string, form: string, values: LeadValues) =>
  JSON.stringify([dealer, form, Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))]);

/**
 * The key that makes two requests one submission: the browser's random key, else the content within ten minutes.
 * @param values checked values, without the visit data and the key itself
 */
export function submissionKey(options: {
  secret: string;
  dealer: string;
  form: string;
  values: LeadValues;
  clientKey: string | undefined;
  now: Date;
}): SubmissionKey {
  const { secret, dealer, form, values, clientKey, now } = options;
  const content = canonical(dealer, form, values);
  const body_hash = createHash('sha256').update(content).digest('hex');
  if (clientKey !== undefined && CLIENT_KEY.test(clientKey)) {
    return { idempotency_key: `client:${form}:${clientKey}`, body_hash, former: { keys: [], since: '' } };
  }
  const window = Math.floor(now.getTime() / SAME_SUBMISSION_MS);
  const keyOf = (of: number) =>
    `content:${createHmac('sha256', secret).update(`${of}\n${content}`).digest('hex')}`;
  return {
    idempotency_key: keyOf(window),
    body_hash,
    // Two clicks on either side of a window's edge are one submission too.
    former: {
      keys: [keyOf(window - 1)],
      since: new Date(now.getTime() - SAME_SUBMISSION_MS).toISOString(),
    },
  };
}
