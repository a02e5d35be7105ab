import { Agent as HttpAgent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { SearchUnavailable } from './search-unavailable.ts';

/** The parts of a multi-search query that this site uses. */
export type EngineQuery = {
  indexUid: string;
  q?: string;
  filter?: readonly (string | readonly string[])[];
  facets?: readonly string[];
  sort?: readonly string[];
  page?: number;
  hitsPerPage?: number;
  attributesToRetrieve?: readonly string[];
  attributesToSearchOn?: readonly string[];
  matchingStrategy?: 'all' | 'frequency';
  /** Languages of the words. */
  locales?: readonly string[];
};

export type EngineResult = {
  indexUid: string;
  hits: unknown[];
  totalHits?: number;
  totalPages?: number;
  processingTimeMs?: number;
  facetDistribution?: Record<string, Record<string, number>>;
  facetStats?: Record<string, { min: number; max: number }>;
};

/** @param signal aborted once no request waits for the response; its reason is thrown then */
export type MultiSearch = (queries: readonly EngineQuery[], signal?: AbortSignal) => Promise<EngineResult[]>;

class LateError extends Error {
  constructor(timeoutMs: number) {
    super(`The search engine did not answer within ${timeoutMs} ms`);
  }
}

const MAX_REASON_LENGTH = 500;
/** Statuses of a bad query; 401, 403, 404 and 429 are problems of the engine. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

type Reply = { status: number; text: string };

type Engine = { url: URL; agent: HttpAgent | HttpsAgent; headers: OutgoingHttpHeaders; timeoutMs: number };

/**
 * One POST over a persistent connection. Plain http in place of fetch, which costs a millisecond of processor time a
 * call.
 * @throws Error when the engine cannot be reached, breaks off or is late
 */
function post({ url, agent, headers, timeoutMs }: Engine, body: Buffer, signal?: AbortSignal) {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise<Reply>((resolve, reject) => {
    const req = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => resolve({ status: res.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      },
    );
    // A timer and a listener: signals of their own for each request cost as much as its headers.
    const stop = (reason: Error) => {
      reject(reason);
      req.destroy(reason);
    };
    const timer = setTimeout(() => stop(new LateError(timeoutMs)), timeoutMs);
    const leave = () => stop(signal?.reason as Error);
    signal?.addEventListener('abort', leave, { once: true });
    req.on('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    });
    req.on('error', reject);
    req.end(body);
  });
}

/** @throws SearchUnavailable */
export function createMultiSearch(engine: { host: string; key: string; timeoutMs: number }): MultiSearch {
  const url = new URL('/multi-search', engine.host);
  const agent =
    url.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const headers = {
    'content-type': 'application/json',
    // A compressed response costs Meilisearch 40 ms, far more than it saves on one machine.
    'accept-encoding': 'identity',
    ...(engine.key ? { authorization: `Bearer ${engine.key}` } : {}),
  };
  const to = { url, agent, headers, timeoutMs: engine.timeoutMs };
  return async (queries, signal) => {
    signal?.throwIfAborted();
    const body = Buffer.from(JSON.stringify({ queries }));
    // The other side may have just closed a persistent connection; a search can be repeated.
    const answer = await post(to, body, signal)
      .catch((error: unknown) => (isClosedEarly(error) ? post(to, body, signal) : Promise.reject(error)))
      .catch((error: unknown) => {
        signal?.throwIfAborted();
        throw new SearchUnavailable(
          error instanceof LateError ? error.message : 'The search engine cannot be reached',
          {
            cause: error,
          },
        );
      });
    if (answer.status !== 200) {
      const reason = answer.text.slice(0, MAX_REASON_LENGTH);
      throw new SearchUnavailable(`The search engine answered ${answer.status}: ${reason}`, {
        isRefusal: REFUSALS.has(answer.status),
      });
    }
    const { results } = JSON.parse(answer.text) as { results: EngineResult[] };
    return results;
  };
}

const isClosedEarly = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
