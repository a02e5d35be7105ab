import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH, type PhoneCodePurpose } from '#src/domain/phone-code/phone-code.ts';

/** @property phone digits from 0 */
export type PhoneAt = { dealer: string; purpose: PhoneCodePurpose; phone: string };

const TOKEN_BYTES = 32;
const MAC_BYTES = 32;

export const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** Binds a code to phone, purpose and dealer: none of them can be exchanged for another. */
export const macOf = (secret: string, { dealer, purpose, phone }: PhoneAt, code: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['phone-code', dealer, purpose, phone, code]))
    .digest('base64url');

/** The MAC of no code. */
export const decoyMac = (): string => randomBytes(MAC_BYTES).toString('base64url');

/** Takes the same time wherever they differ. */
export function isSameMac(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** A token is as random as its hash is long: unlike a code, it cannot be guessed from it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
