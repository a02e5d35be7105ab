import { type ServiceMood, UNAVAILABLE_IN } from '../local-mood.ts';
import type { Challenge } from './challenge.ts';

/** Passes the local challenge, once. */
export const PASSING_TOKEN = 'passes';

/** A challenge inside this process that can be told to misbehave. */
export function localChallenge(): Challenge & { behave(mood: ServiceMood): void } {
  let mood: ServiceMood = 'answers';
  /** Which question used up a proof. */
  const shown = new Map<string, string>();
  return {
    behave: (next) => {
      mood = next;
    },
    async verify({ token, id }) {
      const away = UNAVAILABLE_IN[mood];
      if (away !== undefined) return { kind: 'unavailable', reason: away };
      if (!token.startsWith(PASSING_TOKEN)) return { kind: 'failed', reason: 'invalid-input-response' };
      if ((shown.get(token) ?? id) !== id) return { kind: 'failed', reason: 'timeout-or-duplicate' };
      shown.set(token, id);
      return { kind: 'passed' };
    },
  };
}
