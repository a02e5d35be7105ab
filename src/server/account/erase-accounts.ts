import { contactsOfPerson, eraseContacts, presentContacts } from '#src/providers/database/contact-erasure.ts';
import type { AdminServices } from '../leads/operations/lead-admin.ts';
import { appendErasure, readErasures } from '../leads/privacy/erasure-log.ts';

/** @param person phone as digits from 0, e-mail in lower case */
export const findAccounts = (
  { db }: Pick<AdminServices, 'db'>,
  person: { phone?: string | undefined; email?: string | undefined },
  dealer: string | undefined,
): Promise<string[]> => contactsOfPerson(db, person, dealer);

/** Accounts erased before that a restored backup brought back. @throws Error if a line of the log is invalid */
export const findRestoredAccounts = ({ db, dataDir }: AdminServices): Promise<string[]> =>
  presentContacts(db, [...new Set(readErasures(dataDir).flatMap(({ contactIds = [] }) => contactIds))]);

/** Erases accounts with their sessions, permanently; their ids are logged first, as those of leads are. */
export async function eraseAccounts(
  { db, clock, dataDir }: AdminServices,
  contactIds: readonly string[],
  reason: 'request' | 'retention',
): Promise<void> {
  if (contactIds.length === 0) return;
  appendErasure(dataDir, { at: clock.now().toISOString(), reason, leadIds: [], contactIds });
  await eraseContacts(db, contactIds);
}
