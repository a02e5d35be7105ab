import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  IDEMPOTENCY_HEADER,
  isGenuine,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
} from '#src/platform/webhooks/webhook-signature.ts';
import type { NewArrival } from './arrival.ts';
import type { ArrivalFile } from './mailbox.ts';
import { readAdf } from './read-adf.ts';
import { readJsonLead, readMessage } from './read-json.ts';

const MAX_LEAD_BYTES = 256 * 1024;

type Said = { status: number; message: string; headers?: Record<string, string> };

const headerOf = (req: IncomingMessage, name: string) => {
  const value = req.headers[name];
  return typeof value === 'string' ? value : '';
};

function isSigned(req: IncomingMessage, body: string, keys: readonly string[]): boolean {
  const received = {
    timestamp: headerOf(req, TIMESTAMP_HEADER),
    signature: headerOf(req, SIGNATURE_HEADER),
    body,
  };
  return keys.some((key) => isGenuine(key, received, new Date()));
}

const hasToken = (req: IncomingMessage, keys: readonly string[]) =>
  keys.some((key) => key !== '' && headerOf(req, 'authorization') === `Bearer ${key}`);

const isXml = (req: IncomingMessage) => /^(?:application|text)\/xml\b/.test(headerOf(req, 'content-type'));

/** Takes a lead by `POST /hooks/<dealer>`, signed, or `POST /messages/<dealer>`, by token; each key once. */
export async function receivePost(
  req: IncomingMessage,
  { kind, dealer }: { kind: string; dealer: string },
  keys: readonly string[],
  kept: ArrivalFile,
): Promise<Said> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_LEAD_BYTES)
    return { status: 413, message: 'too large' };
  const body = await text(req);
  const isMessage = kind === 'messages';
  if (!(isMessage ? hasToken(req, keys) : isSigned(req, body, keys))) {
    return { status: 401, message: isMessage ? 'token not accepted' : 'signature not accepted' };
  }
  const key = headerOf(req, IDEMPOTENCY_HEADER);
  const arrival: NewArrival | undefined = isMessage
    ? readMessage(dealer, key, body)
    : isXml(req)
      ? readAdf('adf', dealer, key, body)
      : readJsonLead(dealer, key, body);
  if (!arrival || key === '') return { status: 400, message: 'not a lead' };
  if (kept.keep(arrival)) return { status: 201, message: 'kept' };
  return { status: 409, message: 'known already', headers: { [IDEMPOTENCY_HEADER]: key } };
}
