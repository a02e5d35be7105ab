import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

/** `sms` is a code sent, `verify` a phone verified by it. */
export type VerificationType = 'sms' | 'verify';

/** AUTH-03. @property userId id of the contact, of `verify` alone */
export async function recordVerification(
  db: Database,
  {
    dealer,
    dealershipSlug,
    type,
    userId,
    now,
  }: { dealer: string; dealershipSlug: string; type: VerificationType; userId?: string; now: string },
): Promise<void> {
  await db
    .insertInto('verifications')
    .values({
      id: randomUUID(),
      website_slug: dealer,
      dealership_slug: dealershipSlug,
      verification_type: type,
      user_id: userId ?? null,
      created_at: now,
    })
    .execute();
}
