import type { DealerConfig } from '#src/config/dealer-config.ts';
import { searchesOfContact } from '#src/providers/database/saved-searches.ts';
import type { Contact } from '../account/session.ts';
import type { Services } from '../services.ts';
import { stopPath } from './alert-links.ts';
import { readStored } from './describe-search.ts';

/** A saved search as its owner sees it. */
export type OwnSearch = {
  name: string;
  /** Path and query of its results. */
  href: string;
  channel: string;
  recipient: string;
  /** The address has not agreed yet: its alerts do not run. */
  isWaiting: boolean;
  /** Where a POST ends its alerts. */
  stopHref: string;
};

/** NAV-08: the searches a signed-in contact has saved, newest first. */
export async function savedSearchesOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  contact: Pick<Contact, 'id'>,
): Promise<OwnSearch[]> {
  const now = clock.now().toISOString();
  const rows = await searchesOfContact(db, dealer.slug, { contactId: contact.id, now });
  return rows.map((row) => {
    const { name, href } = readStored(dealer, row.search);
    return {
      ...{ name, href, channel: row.channel, recipient: row.recipient },
      isWaiting: row.confirmed_at === null,
      stopHref: stopPath(row.stop_token),
    };
  });
}
