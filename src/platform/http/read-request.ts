import { parseCookie } from 'cookie';
import * as v from 'valibot';
import { campaignOf, pathWithoutKey } from '#src/platform/routing/visit-address.ts';

/** @param header the Cookie header */
export const cookieNamed = (header: string | null | undefined, name: string): string | undefined =>
  parseCookie(header ?? '')[name];

/** Only read when a lead is stored: no page depends on it (architecture 9). */
const VISIT_COOKIE = 'forecourt_visit';
/** Key of the landing page among the campaign parameters; not used by any campaign. */
const LANDING = 'landing';
/** Browsers reject cookies over 4 KB. */
const MAX_COOKIE_LENGTH = 3000;

/** Start of a visit as recorded by the server, for browsers without JavaScript. */
type Landing = { path: string; campaign: Readonly<Record<string, string>> };

/**
 * Session cookie for a landing with campaign parameters; the latest landing wins, as in the browser's own storage.
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

/** Input that fails validation after parsing: a client error, 400, never a server error. */
class UnreadableRequest extends Error {}

/** @throws UnreadableRequest */
export function parseSent<S extends v.GenericSchema>(schema: S, sent: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, sent);
  if (parsed.success) return parsed.output;
  throw new UnreadableRequest(v.getDotPath(parsed.issues[0]) ?? 'the whole');
}

/** The page's response, or 400 if the request could not be read. */
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
