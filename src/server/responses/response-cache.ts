import { LRUCache } from 'lru-cache';
import type { Clock } from '#src/domain/clock.ts';
import { DAY_MS } from '#src/domain/duration.ts';
import type { WholeResponse } from './whole-response.ts';

/** Times in ms from when a response was made. */
export const FRESH_MS = 60_000;
/** So long an older answer is given at once, while a new one is made. */
export const REVALIDATED_MS = 600_000;
/** So long an older answer is better than none, while what it is made from is away. */
export const KEPT_WHILE_AWAY_MS = DAY_MS;
/** A response made without the search engine makes way for a better one soon. */
const PROVISIONAL_FRESH_MS = 5000;

export type Made = {
  answer: WholeResponse;
  /** Made by a stand-in: a cached response is better. */
  isProvisional: boolean;
};

export type Wanted = {
  key: string;
  /** What purges it. */
  tags: readonly string[];
  /** Epoch ms after which it says what is no longer so, however fresh. */
  validUntil: () => number;
  /** @param signal aborted once no request waits for the response any more, or it takes too long */
  make: (signal: AbortSignal) => Promise<Made>;
  /** Whether a response of 404 is worth keeping as well. */
  keepsMissing?: boolean;
};

export type ResponseCache = {
  /**
   * A cached response, or a new one; several callers at once share its making.
   * @param signal aborted where the caller has left
   * @throws whatever `make` throws
   */
  get(wanted: Wanted, signal?: AbortSignal): Promise<WholeResponse>;
  /** The cached response, where it may be sent at once, and whether a newer one should be made. */
  known(key: string): { answer: WholeResponse; isStale: boolean } | undefined;
  /** Forgets every response of a tag, also those still being made. */
  purge(tag: string): void;
};

type Kept = Pick<Wanted, 'tags'> & {
  answer: WholeResponse;
  madeAt: number;
  freshMs: number;
  validUntil: number;
};
type Run = Pick<Wanted, 'tags'> & { isPurged: boolean; callers: number; leaving: AbortController };
type Making = Run & { answer: Promise<WholeResponse> };

/** A page that takes longer is none; anyone who comes next tries again. */
const LONGEST_MAKING_MS = 8000;

async function inTime(make: Wanted['make'], leaving: AbortController): Promise<Made> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    leaving.signal.addEventListener('abort', () => reject(leaving.signal.reason as Error), { once: true });
    timer = setTimeout(
      () => leaving.abort(new Error(`No answer within ${LONGEST_MAKING_MS / 1000} s.`)),
      LONGEST_MAKING_MS,
    ).unref();
  });
  try {
    return await Promise.race([make(leaving.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

const PER_ENTRY_BYTES = 1000;
/** Larger ones are made again each time: a few of them would drive all others out. */
export const MAX_KEPT_BYTES = 1_000_000;

/** A response is stored beside its compressed forms, which are made when first asked for. */
const SIZE_WITH_COMPRESSED = 1.4;

/**
 * Keeps whole responses in memory. Only 200 is kept.
 * @param maxBytes of all answers together; the least recently used leave first
 * @param isAway whether what answers are made from is known to be away
 */
export function createResponseCache(options: {
  clock: Clock;
  maxBytes: number;
  isAway: () => boolean;
}): ResponseCache {
  const { clock, maxBytes, isAway } = options;
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }, key) =>
      Math.ceil(answer.body.length * SIZE_WITH_COMPRESSED) + key.length + PER_ENTRY_BYTES,
  });
  const making = new Map<string, Making>();
  const now = () => clock.now().getTime();

  /** A cached response, if it is still true and no older than `maxAgeMs`. */
  function keptWithin(key: string, maxAgeMs: number): Kept | undefined {
    const known = kept.get(key);
    if (!known || now() >= known.validUntil || now() - known.madeAt >= maxAgeMs) return undefined;
    return known;
  }

  async function renew(wanted: Wanted, run: Run): Promise<WholeResponse> {
    const { key, tags } = wanted;
    const madeAt = now();
    // Of the moment it is begun: what is made across midnight says what was so before.
    const validUntil = wanted.validUntil();
    const older = () => (run.isPurged ? undefined : keptWithin(key, KEPT_WHILE_AWAY_MS)?.answer);
    const made = await inTime(wanted.make, run.leaving).catch((error: unknown) => {
      const answer = older();
      if (!answer) throw error;
      return { answer, isProvisional: true };
    });
    const { answer, isProvisional } = made;
    if (isProvisional || answer.status >= 500) {
      const better = older();
      if (better) return better;
    }
    if (run.isPurged) return answer;
    const isKept = answer.status === 200 || (answer.status === 404 && wanted.keepsMissing === true);
    if (isKept && answer.body.length <= MAX_KEPT_BYTES) {
      const freshMs = isProvisional ? PROVISIONAL_FRESH_MS : FRESH_MS;
      kept.set(key, { answer, tags, madeAt, freshMs, validUntil });
    } else if (answer.status < 500 && !isProvisional) {
      // The page has moved, is gone or has grown too large; it is no longer cached.
      kept.delete(key);
    }
    return answer;
  }

  function begin(wanted: Wanted): Making {
    const run: Run = { tags: wanted.tags, isPurged: false, callers: 0, leaving: new AbortController() };
    const answer = renew(wanted, run).finally(() => {
      if (making.get(wanted.key)?.answer === answer) making.delete(wanted.key);
    });
    const begun = Object.assign(run, { answer });
    making.set(wanted.key, begun);
    return begun;
  }

  /** Work goes on while one of those who wait for it is there. */
  function makeOnce(wanted: Wanted, signal: AbortSignal | undefined): Promise<WholeResponse> {
    const run = making.get(wanted.key) ?? begin(wanted);
    run.callers += 1;
    signal?.addEventListener(
      'abort',
      () => {
        run.callers -= 1;
        if (run.callers > 0) return;
        if (making.get(wanted.key) === run) making.delete(wanted.key);
        run.leaving.abort(signal.reason);
      },
      { once: true },
    );
    return run.answer;
  }

  function known(key: string) {
    const found = keptWithin(key, KEPT_WHILE_AWAY_MS);
    if (!found) return undefined;
    const age = now() - found.madeAt;
    if (age < found.freshMs || isAway()) return { answer: found.answer, isStale: false };
    return age < REVALIDATED_MS ? { answer: found.answer, isStale: true } : undefined;
  }

  return {
    known,
    async get(wanted, signal) {
      const found = known(wanted.key);
      if (found && !found.isStale) return found.answer;
      const renewed = makeOnce(wanted, signal);
      if (!found) return renewed;
      // Not reported: the next shopper asks again.
      renewed.catch(() => undefined);
      return found.answer;
    },
    purge(tag) {
      for (const [key, { tags }] of kept.entries()) if (tags.includes(tag)) kept.delete(key);
      for (const [key, run] of making) {
        if (!run.tags.includes(tag)) continue;
        run.isPurged = true;
        making.delete(key);
      }
    },
  };
}
