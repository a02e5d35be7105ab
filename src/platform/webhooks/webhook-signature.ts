import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers of a lead sent to a CRM, in lower case. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const TIMESTAMP_HEADER = 'x-forecourt-timestamp';
export const SIGNATURE_HEADER = 'x-forecourt-signature';
/** Signature with the next key, during key rotation. */
export const NEXT_SIGNATURE_HEADER = 'x-forecourt-next-signature';

/** Maximum clock difference; older signatures are treated as replays. */
export const SIGNATURE_TOLERANCE_S = 300;

/** Hex HMAC-SHA256 over `timestamp.body`. @param timestamp whole seconds since 1970 */
export const webhookSignature = (key: string, timestamp: string, body: string): string =>
  createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');

/** The current key, and the next one during rotation. */
export type SigningKeys = { signingKey: string; nextSigningKey?: string | undefined };

export const signatureHeaders = (
  { signingKey, nextSigningKey }: SigningKeys,
  timestamp: string,
  body: string,
): Record<string, string> => ({
  [SIGNATURE_HEADER]: webhookSignature(signingKey, timestamp, body),
  ...(nextSigningKey !== undefined && {
    [NEXT_SIGNATURE_HEADER]: webhookSignature(nextSigningKey, timestamp, body),
  }),
});

/** Whether a lead was signed with `key` within the tolerance of `now`. */
export function isGenuine(
  key: string,
  received: { timestamp: string; signature: string; body: string },
  now: Date,
): boolean {
  if (key === '' || !/^\d{1,12}$/.test(received.timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(received.timestamp)) > SIGNATURE_TOLERANCE_S) return false;
  const expected = Buffer.from(webhookSignature(key, received.timestamp, received.body));
  const given = Buffer.from(received.signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
