import { LRUCache } from 'lru-cache';
import { networkOf } from '#src/platform/http/client-address.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';

/** Maximum number of wrong tokens per client network. */
export const WRONG_TOKENS = 10;
export const WRONG_TOKENS_MS = 10 * MINUTE_MS;
const NETWORKS_WATCHED = 10_000;

/** Counts wrong tokens by network; a network that has guessed too often is refused whatever it sends. */
export function tokenGuesses() {
  const wrongByNetwork = new LRUCache<string, number>({ max: NETWORKS_WATCHED, ttl: WRONG_TOKENS_MS });
  return (clientAddress: string | undefined, isRight: boolean): 'granted' | 'wrong' | 'too_many' => {
    const network = networkOf(clientAddress ?? '');
    const wrong = wrongByNetwork.get(network) ?? 0;
    if (wrong >= WRONG_TOKENS) return 'too_many';
    if (isRight) return 'granted';
    // The window starts with the first wrong token.
    wrongByNetwork.set(network, wrong + 1, {
      ttl: wrongByNetwork.getRemainingTTL(network) || WRONG_TOKENS_MS,
    });
    return 'wrong';
  };
}
