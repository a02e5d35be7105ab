import * as v from 'valibot';

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
