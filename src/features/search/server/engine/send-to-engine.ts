import type { Config } from 'meilisearch';
import { SearchUnavailable } from '#src/features/search/server/search-failure.ts';
import { inSpan } from '#src/platform/tracing/tracing.ts';

/** Replaces the global `fetch` for engines configured in a dealer file. */
export type EngineFetch = (url: string, init?: RequestInit) => Promise<Response>;

type Send = NonNullable<Config['httpClient']>;

const MAX_REASON_LENGTH = 500;
/** Statuses caused by the query; 401, 403, 404 and 429 are faults of the engine. */
const QUERY_ERRORS: ReadonlySet<number> = new Set([400, 413, 422]);
/** Errors of a keep-alive connection that the server has just closed. */
const CLOSED_EARLY: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Compression takes Meilisearch 40 ms a response, far more than it saves on one machine. */
export const UNCOMPRESSED = { headers: { 'accept-encoding': 'identity' } };

const isClosedEarly = ({ cause }: Error) =>
  cause instanceof Error && 'code' in cause && CLOSED_EARLY.has(cause.code);

/**
 * Creates the `httpClient` of a Meilisearch client.
 * @param signal aborted when no request needs the response any more; its reason is thrown
 * @returns a client that resolves with the parsed response, or throws SearchUnavailable
 */
export function sendToEngine(
  timeoutMs: number,
  signal?: AbortSignal,
  fetch: EngineFetch = globalThis.fetch,
): Send {
  return (url, init) =>
    inSpan({ name: 'engine', kind: 'client', facts: { 'server.address': new URL(String(url)).host } }, () =>
      send(String(url), init),
    );

  async function send(url: string, init?: RequestInit): Promise<unknown> {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const request: RequestInit = { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
    // Searches are idempotent, so they can be retried.
    const result = await fetch(url, request)
      .catch((error: Error) => (isClosedEarly(error) ? fetch(url, request) : Promise.reject(error)))
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((cause: unknown) => {
        signal?.throwIfAborted();
        const reason = timeout.aborted ? `did not answer within ${timeoutMs} ms` : 'cannot be reached';
        throw new SearchUnavailable(`The search engine ${reason}`, { cause });
      });
    if (result.status !== 200) {
      const reason = result.text.slice(0, MAX_REASON_LENGTH);
      throw new SearchUnavailable(`The search engine answered ${result.status}. Details: ${reason}`, {
        isRefusal: QUERY_ERRORS.has(result.status),
      });
    }
    return JSON.parse(result.text);
  }
}
