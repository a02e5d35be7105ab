import { campaignOf } from '#src/routing/campaign.ts';
import { readStored, type TextStorage, writeStored } from '#src/ui/browser-storage.ts';

const LINKED_KEY = 'forecourt:linked';

/** How the shopper came here, `{ utm_source: 'newsletter' }`: campaign and click ids of the latest landing. */
export const linkedQueryParams = (storage: TextStorage | undefined): Record<string, string> =>
  campaignOf(String(readStored(storage, LINKED_KEY)));

/** Stores the campaign and click ids of an address for the session; an address without any changes nothing. */
export function rememberLinkedParams(storage: TextStorage | undefined, search: string): void {
  const found = String(new URLSearchParams(campaignOf(search)));
  if (found) writeStored(storage, LINKED_KEY, found);
}
