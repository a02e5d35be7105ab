import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { SearchState } from '#src/features/search/search-state.ts';
import { chipsOf, searchHeading } from '#src/features/search/search-wording.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

/** At most one alert in this time. */
export const ALERT_EVERY_MS = DAY_MS;
/** How long the link of a confirmation works. */
export const CONFIRM_WITHIN_MS = 7 * DAY_MS;
/** Alerts end after a year: few people look for a vehicle longer, and the consent is as old. */
export const ALERTS_LAST_MS = 365 * DAY_MS;
/** Whether agreeing again makes alerts last longer. A link that is pressed twice in a day agrees once. */
export const isRenewable = (expiresAt: string, now: Date): boolean =>
  Date.parse(expiresAt) < now.getTime() + ALERTS_LAST_MS - DAY_MS;
/** Of one address or phone at one dealer. */
export const MOST_SEARCHES_OF_ONE = 20;

/** How alerts are sent. */
export const ALERT_CHANNELS = ['email', 'sms'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** Whether the heading names all that is chosen of a facet. */
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
 * A search in words: its heading, and what is chosen beside that: `Used SUVs in Brisbane, Red, up to 60,000 km`.
 * Filters repeat what was written in an address: in mail to an address that has not agreed to it, they are a stranger's
 * words.
 */
export function savedSearchName(state: SearchState, city: string, noun: StockNoun): string {
  const more = chipsOf(state)
    .filter(({ key }) => !isInHeading(key.split(':')[0] as FacetName, state))
    .map(({ text }) => text);
  return [searchHeading(state, city, noun), ...more].join(', ');
}
