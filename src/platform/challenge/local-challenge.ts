import { type ServiceFaultMode, UNAVAILABLE_IN } from '#src/platform/external-services/service-fault-mode.ts';
import type { Challenge } from './turnstile.ts';

/** Token that passes the local challenge, once. */
const PASSING_TOKEN = 'passes';

/** An in-process challenge for demos and tests, with fault modes. */
export function localChallenge(): Challenge & { behave(faultMode: ServiceFaultMode): void } {
  let faultMode: ServiceFaultMode = 'answers';
  /** Request that used each token. */
  const shown = new Map<string, string>();
  return {
    behave: (next) => {
      faultMode = next;
    },
    async verify({ token, id }) {
      const reason = UNAVAILABLE_IN[faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (!token.startsWith(PASSING_TOKEN)) return { kind: 'failed', reason: 'invalid-input-response' };
      if ((shown.get(token) ?? id) !== id) return { kind: 'failed', reason: 'timeout-or-duplicate' };
      shown.set(token, id);
      return { kind: 'passed' };
    },
  };
}
