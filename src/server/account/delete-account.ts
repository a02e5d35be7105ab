import { searchesOfContactOrPhone } from '#src/providers/database/saved-search-privacy.ts';
import { eraseAll, erasePhone, findPerson } from '../leads/privacy/erase-person.ts';
import { eraseSavedSearches } from '../saved-searches/erase-searches.ts';
import type { Services } from '../services.ts';
import { eraseAccounts } from './erase-accounts.ts';
import type { Contact } from './session.ts';

/**
 * Erases what this site stores about a shopper: what leads say about them, codes, saved searches, and at last the account with its
 * sessions, so that a shopper can try again if anything fails before.
 */
export async function deleteAccount(
  { db, clock, env, log }: Pick<Services, 'db' | 'clock' | 'env' | 'log'>,
  { id, dealer, phone }: Pick<Contact, 'id' | 'dealer' | 'phone'>,
): Promise<void> {
  const admin = { db, clock, dataDir: env.DATA_DIR };
  const leads = await findPerson(admin, { phone }, dealer);
  await eraseAll(admin, leads, 'request');
  await erasePhone(admin, phone, dealer);
  await eraseSavedSearches(admin, await searchesOfContactOrPhone(db, { dealer, contactId: id, phone }));
  await eraseAccounts(admin, [id], 'request');
  log.info({ dealer, leads: leads.length }, 'account deleted at the request of its owner');
}
