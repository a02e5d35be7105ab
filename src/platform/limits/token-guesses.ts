import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Environment } from '#src/config/environment.ts';
import type { Database } from '#src/platform/database/database.ts';
import { withLockTimeout } from '#src/platform/database/engines/write-queue.ts';
import { countSliding, partCounts } from '#src/platform/database/rate-counts.ts';
import { networkOf } from '#src/platform/http/client-address.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { slidingWindow } from './rate-limits.ts';

/** Maximum number of wrong tokens per client network. */
export const WRONG_TOKENS = 10;
export const WRONG_TOKENS_MS = 10 * MINUTE_MS;
const NETWORKS_WATCHED = 10_000;
const LOCK_TIMEOUT_MS = 500;

export type TokenGuesses = (
  clientAddress: string | undefined,
  isRight: boolean,
) => Promise<'granted' | 'wrong' | 'too_many'>;

/**
 * Counts wrong tokens by network; a network that has guessed too often is refused whatever it sends. Counts of other
 * processes are in the database; while that is unavailable, as an operator may want to see, each process has its own.
 */
export function tokenGuesses(
  of: 'operators' | 'feeds',
  services?: { db: Database; clock: Clock; env: Pick<Environment, 'SITE_SECRET'> },
): TokenGuesses {
  const wrongByNetwork = new LRUCache<string, number>({ max: NETWORKS_WATCHED, ttl: WRONG_TOKENS_MS });

  function countHere(network: string): void {
    // The window starts with the first wrong token.
    wrongByNetwork.set(network, (wrongByNetwork.get(network) ?? 0) + 1, {
      ttl: wrongByNetwork.getRemainingTTL(network) || WRONG_TOKENS_MS,
    });
  }

  /** Wrong tokens of all processes. @param isWrong counts one more */
  async function countOfAll(network: string, isWrong: boolean): Promise<number> {
    if (!services) return 0;
    const { db, clock, env } = services;
    const hash = createHmac('sha256', env.SITE_SECRET).update(`token\n${network}`).digest('base64url');
    const { part, oldest, expires } = slidingWindow(clock.now(), WRONG_TOKENS_MS);
    const window = {
      ...{ key: `use:token:${of}:${hash}`, part: part.toISOString(), oldest: oldest.toISOString() },
      expiresAt: expires.toISOString(),
    };
    const counted = await withLockTimeout(LOCK_TIMEOUT_MS, () =>
      (isWrong ? countSliding : partCounts)(db, [window]),
    ).catch(() => undefined);
    return (counted?.get(window.key) ?? []).reduce((sum, { count }) => sum + count, 0);
  }

  return async (clientAddress, isRight) => {
    const network = networkOf(clientAddress ?? '');
    if ((wrongByNetwork.get(network) ?? 0) >= WRONG_TOKENS) return 'too_many';
    if (!isRight) countHere(network);
    const count = await countOfAll(network, !isRight);
    if (isRight) return count >= WRONG_TOKENS ? 'too_many' : 'granted';
    return count > WRONG_TOKENS ? 'too_many' : 'wrong';
  };
}
