import type { Config } from 'meilisearch';
import { SearchUnavailable } from '#src/features/search/server/search-failure.ts';

/** How an engine is reached; another than the default for one that a dealer file names. */
export type EngineFetch = (url: string, init?: RequestInit) => Promise<Response>;

type Send = NonNullable<Config['httpClient']>;

const MAX_REASON_LENGTH = 500;
/** Statuses of a bad query; 401, 403, 404 and 429 are problems of the engine. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);
/** The other side may have just closed a persistent connection. */
const CLOSED_EARLY: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** A compressed response costs Meilisearch 40 ms, far more than it saves on one machine. */
export const UNCOMPRESSED = { headers: { 'accept-encoding': 'identity' } };

const isClosedEarly = ({ cause }: Error) =>
  cause instanceof Error && 'code' in cause && CLOSED_EARLY.has(cause.code);

/**
 * How clients of Meilisearch send a search, their `httpClient`.
 * @param fetch how an engine is reached whose address a dealer file names
 * @param signal aborted once no request waits for the response; its reason is thrown then
 * @returns the response, read; throws SearchUnavailable
 */
export function sendToEngine(
  timeoutMs: number,
  signal?: AbortSignal,
  fetch: EngineFetch = globalThis.fetch,
): Send {
  return async (url, init) => {
    signal?.throwIfAborted();
    const late = AbortSignal.timeout(timeoutMs);
    const request: RequestInit = { ...init, signal: signal ? AbortSignal.any([signal, late]) : late };
    // A search can be repeated.
    const answer = await fetch(String(url), request)
      .catch((error: Error) => (isClosedEarly(error) ? fetch(String(url), request) : Promise.reject(error)))
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((cause: unknown) => {
        signal?.throwIfAborted();
        const reason = late.aborted ? `did not answer within ${timeoutMs} ms` : 'cannot be reached';
        throw new SearchUnavailable(`The search engine ${reason}`, { cause });
      });
    if (answer.status !== 200) {
      const reason = answer.text.slice(0, MAX_REASON_LENGTH);
      throw new SearchUnavailable(`The search engine answered ${answer.status}. Details: ${reason}`, {
        isRefusal: REFUSALS.has(answer.status),
      });
    }
    return JSON.parse(answer.text);
  };
}
