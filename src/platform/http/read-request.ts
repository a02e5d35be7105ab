import * as v from 'valibot';
import { campaignOf, pathWithoutKey } from '#src/platform/routing/visit-address.ts';

/**
 * The value of a cookie as it was sent; of two that share the name, the first.
 * @param header the Cookie header
 */
export function cookieNamed(header: string | null | undefined, name: string): string | undefined {
  const start = `${name}=`;
  const pair = header?.split(';').find((part) => part.trim().startsWith(start));
  return pair?.trim().slice(start.length);
}

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

/** Input that passed the first check but failed a later one: the client's mistake, 400, never a server error. */
export class UnreadableRequest extends Error {}

/** @throws UnreadableRequest */
export function parseSent<S extends v.GenericSchema>(schema: S, sent: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, sent);
  if (parsed.success) return parsed.output;
  throw new UnreadableRequest(v.getDotPath(parsed.issues[0]) ?? 'the whole');
}

/** The page's response, or 400 if it could not read the request. */
export async function unlessUnreadable(respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (!(error instanceof UnreadableRequest)) throw error;
    return new Response('The request cannot be read.', {
      status: 400,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  }
}
