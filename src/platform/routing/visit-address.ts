import { withQuery } from './href.ts';

/** Campaign parameters that advertisements add to addresses. */
const CAMPAIGN =
  /^(?:utm_(?:source|medium|campaign|term|content|id)|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|li_fat_id)$/;
const MAX_VALUE_LENGTH = 200;

export type Campaign = Readonly<Record<string, string>>;

export const isCampaignField = (name: string): boolean => CAMPAIGN.test(name);

/** FORM-04: only the campaign parameters and click ids of an address. */
export const campaignOf = (search: string): Campaign =>
  Object.fromEntries(
    [...new URLSearchParams(search)].flatMap(([name, value]) =>
      CAMPAIGN.test(name) && value ? [[name, value.slice(0, MAX_VALUE_LENGTH).toWellFormed()]] : [],
    ),
  );

/**
 * FORM-04: adds the campaign of the requested address to a redirect target; existing parameters take precedence.
 * @param search of the requested address
 */
export function withCampaign(to: string, search: string): string {
  const held = new URLSearchParams(/\?([^#]*)/.exec(to)?.[1] ?? '');
  const missing = Object.entries(campaignOf(search)).filter(([name]) => !held.has(name));
  return missing.length === 0 ? to : withQuery(to, Object.fromEntries(missing));
}

/**
/**
 * What opens a valuation, a reservation or a payment, and what confirms or stops alerts; paths are not imported, to keep
 * every page’s script small.
 */
const KEYS = /^(\/(?:value-my-car|reservations|online-payment))\/[^/]+|^(\/save-search)\/.*$/;

/** A path without its secret, safe to store and report. */
export const pathWithoutKey = (path: string): string => path.replace(KEYS, '$1$2');
