import * as v from 'valibot';

/** Token that a browser received for passing a challenge, valid once. */
type ChallengeToken = {
  token: string;
  /** UUID: repeating a request with the same token and id returns the same response. */
  id: string;
};

/** `reason` is an error code of the service, or describes why it could not be reached. */
type ChallengeOutcome =
  | { kind: 'passed' }
  /** The token is missing, expired, of another site or was used before. */
  | { kind: 'failed'; reason: string }
  /** The service could not be reached. */
  | { kind: 'unavailable'; reason: string };

/** Distinguishes people from bots; `verify` returns failures as outcomes and never rejects. */
export type Challenge = { verify(token: ChallengeToken): Promise<ChallengeOutcome> };

const CHALLENGE_TIMEOUT_MS = 4000;
/** Limit set by Cloudflare. */
const MAX_TOKEN_LENGTH = 2048;

const ResponseSchema = v.object({
  success: v.boolean(),
  'error-codes': v.optional(v.array(v.string()), []),
});

/** Codes caused by the shopper's token; others concern the settings or the service. */
const FAULTS_OF_THE_PROOF = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

function outcomeOf(answer: unknown): ChallengeOutcome {
  const parsed = v.safeParse(ResponseSchema, answer);
  if (!parsed.success) return { kind: 'unavailable', reason: 'the response is not as documented' };
  if (parsed.output.success) return { kind: 'passed' };
  const [code = 'no reason given'] = parsed.output['error-codes'];
  // Codes are logged, so only well-formed ones are accepted.
  const reason = /^[a-z-]{1,40}$/.test(code) ? code : 'a code that is not documented';
  return { kind: FAULTS_OF_THE_PROOF.includes(code) ? 'failed' : 'unavailable', reason };
}

/**
 * Cloudflare Turnstile: `POST {url}` with `secret`, `response` and `idempotency_key`; the shopper's address is not
 * sent.
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
        // Rejections are JSON too, with status 200 or 400.
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
