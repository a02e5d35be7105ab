import { pushedFeedSlug } from '#src/features/stock/pushed-feed-endpoint.ts';
import { pushReceiver } from '#src/features/stock/server/sources/receive-push.ts';
import { errorBody } from '#src/platform/http/endpoint.ts';
import { readBody } from '#src/server/routes/request-guard.ts';
import type { Services } from '#src/server/services.ts';
import type { Request, Step } from './exchange.ts';
import { respondWithJson } from './responses.ts';

/** Enough of a refused body is read for its sender to see the response. */
const DRAINED_BYTES = 4 * 1024 * 1024;
const DRAINED_MS = 2000;

/** A whole body may take as long, on a slow line. */
export const PUSH_MS = 600_000;
/** Without a byte. */
export const PUSH_SILENCE_MS = 90_000;

/** The body in parts; ends with an error once it is late, or nothing more comes. */
async function* bodyOf(req: Request, late: AbortController, silenceMs: number): AsyncGenerator<Buffer> {
  const aborted = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => reject(new Error('the body is late')), { once: true });
  });
  aborted.catch(() => {});
  const total = setTimeout(() => late.abort(), PUSH_MS);
  const silence = setTimeout(() => late.abort(), silenceMs);
  const parts = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const { done, value } = await Promise.race([parts.next(), aborted]);
      if (done) return;
      silence.refresh();
      yield value;
    }
  } finally {
    clearTimeout(total);
    clearTimeout(silence);
  }
}

/**
 * FEED-11: feeds that a supplier posts. They come from servers: no origin is checked and no cookie is read. The body
 * goes to the disk as it arrives, so this comes before the steps that read bodies into memory.
 */
export function pushedFeedStep(services: Services, silenceMs = PUSH_SILENCE_MS): Step {
  const receive = pushReceiver(services);
  return async ({ req, res, dealer, path }) => {
    const slug = req.method === 'POST' ? pushedFeedSlug(path.pathname) : undefined;
    if (slug === undefined) return false;
    if (req.record) req.record.route = { kind: 'endpoint', path: '/feeds/:id' };
    const late = new AbortController();
    const outcome = await receive(dealer, {
      ...{ slug, late: late.signal, body: bodyOf(req, late, silenceMs) },
      ...{ authorization: req.headers.authorization, clientAddress: req.clientAddress },
      bytes: Number(req.headers['content-length'] ?? Number.NaN),
    });
    if ('id' in outcome) {
      respondWithJson(res, 202, { id: outcome.id });
      return true;
    }
    if (!req.complete) {
      res.setHeader('Connection', 'close');
      await readBody(req, { types: [], bytes: 0, drained: DRAINED_BYTES, ms: DRAINED_MS }).catch(() => {});
    }
    for (const [name, value] of Object.entries(outcome.headers ?? {})) res.setHeader(name, value);
    respondWithJson(res, outcome.status, errorBody(outcome.code, outcome.message));
    return true;
  };
}
