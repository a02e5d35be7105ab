import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { SearchState } from '#src/features/search/search-state.ts';
import { chipsOf, searchHeading } from '#src/features/search/search-wording.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

/** The minimum interval between alerts. */
export const ALERT_EVERY_MS = DAY_MS;
/** How long a confirmation link is valid. */
export const CONFIRM_WITHIN_MS = 7 * DAY_MS;
/** Alerts expire after a year, like the consent. */
export const ALERTS_LAST_MS = 365 * DAY_MS;
/** Whether confirming again extends the alerts. A link followed twice within a day counts once. */
export const isRenewable = (expiresAt: string, now: Date): boolean =>
  Date.parse(expiresAt) < now.getTime() + ALERTS_LAST_MS - DAY_MS;
/** Per address or phone, and dealer. */
export const MAX_SEARCHES_PER_RECIPIENT = 20;

export const ALERT_CHANNELS = ['email', 'sms'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** Whether the heading already includes all selected values of a facet. */
function isInHeading(name: FacetName, { lists }: SearchState): boolean {
  const count = lists[name]?.length ?? 0;
  switch (name) {
    case 'price':
    case 'subscription_price':
    case 'weekly_price':
    case 'year':
    case 'car_type':
    case 'location_name':
      return true;
    case 'make':
    case 'body':
    case 'fuel':
    case 'transmission':
      return count <= 2 && (name !== 'body' || !lists.make || !lists.model);
    case 'model':
      return count === 1 && lists.make?.length === 1;
    case 'seats':
      return count === 1;
    case 'dealership_name':
      return count === 1 && !lists.location_name;
    default:
      return false;
  }
}

/**
 * The description of a search: its heading, and the filters it lacks: `Used SUVs in Brisbane, Red, up to 60,000 km`.
 * Filters repeat text from the URL, so this must not be sent to an unconfirmed address.
 */
export function savedSearchName(state: SearchState, city: string, noun: StockNoun): string {
  const more = chipsOf(state)
    .filter(({ key }) => !isInHeading(key.split(':')[0] as FacetName, state))
    .map(({ text }) => text);
  return [searchHeading(state, city, noun), ...more].join(', ');
}
