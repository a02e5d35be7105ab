import * as v from 'valibot';

/** What a client sent passed the first check and not a later one: its mistake, 400, never the server's. */
export class UnreadableRequest extends Error {}

/** @throws UnreadableRequest */
export function parseSent<S extends v.GenericSchema>(schema: S, sent: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, sent);
  if (parsed.success) return parsed.output;
  throw new UnreadableRequest(v.getDotPath(parsed.issues[0]) ?? 'the whole');
}

/** The page's response, or 400 where it could not read what was sent. */
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
