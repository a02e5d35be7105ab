import * as v from 'valibot';

/** The token a browser received for passing a challenge, valid once. */
export type ChallengeToken = {
  token: string;
  /** UUID: a repeated request with the same token and id gets the same response. */
  id: string;
};

/** `reason` is one of the service's own codes or a failure to reach it. */
type ChallengeOutcome =
  | { kind: 'passed' }
  /** No token, one of another site, an old one, or one shown before. */
  | { kind: 'failed'; reason: string }
  /** Nobody can say. */
  | { kind: 'unavailable'; reason: string };

/** A service that distinguishes people from bots; `verify` returns every failure as an outcome and never rejects. */
export type Challenge = { verify(token: ChallengeToken): Promise<ChallengeOutcome> };

/** A shopper waits for it. */
export const CHALLENGE_TIMEOUT_MS = 4000;
/** Cloudflare's own limit. */
const MAX_TOKEN_LENGTH = 2048;

const ResponseSchema = v.object({
  success: v.boolean(),
  'error-codes': v.optional(v.array(v.string()), []),
});

/** Codes about the shopper's token; all others concern the site's settings or the service. */
const FAULTS_OF_THE_PROOF = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

function outcomeOf(answer: unknown): ChallengeOutcome {
  const parsed = v.safeParse(ResponseSchema, answer);
  if (!parsed.success) return { kind: 'unavailable', reason: 'the response is not as documented' };
  if (parsed.output.success) return { kind: 'passed' };
  const [code = 'no reason given'] = parsed.output['error-codes'];
  // Codes are logged: only those the service documents.
  const reason = /^[a-z-]{1,40}$/.test(code) ? code : 'a code that is not documented';
  return { kind: FAULTS_OF_THE_PROOF.includes(code) ? 'failed' : 'unavailable', reason };
}

/**
 * Cloudflare Turnstile: `POST {url}` with `secret`, `response` and `idempotency_key`; the shopper's address is not
 * reported.
 */
export function turnstile(options: { url: string; secret: string; timeoutMs?: number }): Challenge {
  const { url, secret, timeoutMs = CHALLENGE_TIMEOUT_MS } = options;
  return {
    async verify({ token, id }) {
      if (token.length > MAX_TOKEN_LENGTH) return { kind: 'failed', reason: 'invalid-input-response' };
      try {
        const response = await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token, idempotency_key: id }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        // Refusals are JSON too, with a status of 200 or 400.
        if (!response.ok && response.status !== 400) {
          await response.body?.cancel().catch(() => undefined);
          return { kind: 'unavailable', reason: `HTTP ${response.status}` };
        }
        return outcomeOf(await response.json().catch(() => undefined));
      } catch (error) {
        const timedOut = error instanceof Error && error.name === 'TimeoutError';
        return { kind: 'unavailable', reason: timedOut ? 'no response in time' : 'no connection' };
      }
    },
  };
}
