import { campaignOf } from '#src/routing/campaign.ts';
import { hasTexts, readList, type TextStorage, writeList } from './stored-list.ts';

const LINKED_KEY = 'forecourt:linked';

type LinkedParam = { name: string; value: string };
const isLinkedParam = (value: unknown): value is LinkedParam => hasTexts(value, ['name', 'value']);

/** How the shopper came here, `{ utm_source: 'newsletter' }`: campaign and click ids of the latest landing. */
export const linkedQueryParams = (storage: TextStorage | undefined): Record<string, string> =>
  Object.fromEntries(readList(storage, LINKED_KEY, isLinkedParam).map(({ name, value }) => [name, value]));

/** Keeps the campaign and click ids of an address for the session; an address without any changes nothing. */
export function rememberLinkedParams(storage: TextStorage | undefined, search: string): void {
  const found = Object.entries(campaignOf(search)).map(([name, value]) => ({ name, value }));
  if (found.length > 0) writeList(storage, LINKED_KEY, found);
}
