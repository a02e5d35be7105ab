import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** A UUID, or the hexadecimal ids of proxies: longer than any phone or card number, and no word. */
const WELL_FORMED = /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{20,64})$/i;

/** The id a proxy gave the request, else a new one. */
export function requestId(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : randomUUID();
}
