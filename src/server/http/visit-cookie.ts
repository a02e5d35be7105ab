import { campaignOf } from '#src/routing/campaign.ts';
import { pathWithoutKey } from '#src/routing/path-without-key.ts';
import { cookieNamed } from './cookie-named.ts';

/** Read only when a lead is stored: no page depends on it (architecture 9). */
const VISIT_COOKIE = 'forecourt_visit';
/** Key of the landing page among the campaign's parameters; no campaign uses it. */
const LANDING = 'landing';
/** Browsers drop cookies of more than 4 KB. */
const MAX_COOKIE_LENGTH = 3000;

/** The start of a visit as seen by the server, for browsers without scripts. */
export type Landing = { path: string; campaign: Readonly<Record<string, string>> };

/**
 * The session cookie of a landing with a campaign; the latest landing counts, as in the browser's own storage.
 * @returns undefined for an address without a campaign
 */
export function visitCookie({ pathname, search }: URL, overTls: boolean): string | undefined {
  const campaign = Object.entries(campaignOf(search));
  if (campaign.length === 0) return undefined;
  const value = new URLSearchParams([[LANDING, pathWithoutKey(pathname)]]);
  for (const [name, text] of campaign) {
    value.append(name, text);
    if (value.toString().length > MAX_COOKIE_LENGTH) value.delete(name);
  }
  return `${VISIT_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax${overTls ? '; Secure' : ''}`;
}

/** @param header the Cookie header */
export function readVisitCookie(header: string | null): Landing | undefined {
  const value = cookieNamed(header, VISIT_COOKIE);
  if (value === undefined) return undefined;
  return { path: new URLSearchParams(value).get(LANDING) ?? '', campaign: campaignOf(value) };
}
