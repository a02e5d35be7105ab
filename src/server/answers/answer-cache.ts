import { LRUCache } from 'lru-cache';
import type { Clock } from '#src/domain/clock.ts';
import { DAY_MS } from '#src/domain/duration.ts';
import type { Answer } from './answer.ts';

/** Times in ms from when an answer was made. */
export const FRESH_MS = 60_000;
/** So long an older answer is given at once, while a new one is made. */
export const REVALIDATED_MS = 600_000;
/** So long an older answer is better than none, while what it is made from is away. */
export const KEPT_WHILE_AWAY_MS = DAY_MS;
/** An answer made without the search engine makes way for a better one soon. */
const PROVISIONAL_FRESH_MS = 5000;

export type Made = {
  answer: Answer;
  /** Made by a stand-in: a kept answer is better. */
  isProvisional: boolean;
};

export type Wanted = {
  key: string;
  /** What purges it. */
  tags: readonly string[];
  /** Epoch ms after which it says what is no longer so, however fresh. */
  validUntil: () => number;
  make: () => Promise<Made>;
};

export type AnswerCache = {
  /** A kept answer, or a new one; several callers at once share its making. @throws whatever `make` throws */
  get(wanted: Wanted): Promise<Answer>;
  /** Forgets every answer of a tag, also those still being made. */
  purge(tag: string): void;
};

type Kept = Pick<Wanted, 'tags'> & { answer: Answer; madeAt: number; freshMs: number; validUntil: number };
type Making = Pick<Wanted, 'tags'> & { answer: Promise<Answer>; isPurged: boolean };

/** A page that takes longer is none; whoever comes next tries anew. */
const LONGEST_MAKING_MS = 8000;

async function inTime(make: Wanted['make']): Promise<Made> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`No answer within ${LONGEST_MAKING_MS / 1000} s.`)),
      LONGEST_MAKING_MS,
    ).unref();
  });
  try {
    return await Promise.race([make(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const PER_ENTRY_BYTES = 1000;

/** An answer is stored beside its compressed forms, which are made when first asked for. */
const SIZE_WITH_COMPRESSED = 1.4;

/**
 * Keeps whole answers in memory. Only 200 is kept.
 * @param maxBytes of all answers together; the least recently used leave first
 * @param isAway whether what answers are made from is known to be away
 */
export function createAnswerCache(options: {
  clock: Clock;
  maxBytes: number;
  isAway: () => boolean;
}): AnswerCache {
  const { clock, maxBytes, isAway } = options;
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }, key) =>
      Math.ceil(answer.body.length * SIZE_WITH_COMPRESSED) + key.length + PER_ENTRY_BYTES,
  });
  const making = new Map<string, Making>();
  const now = () => clock.now().getTime();

  /** A kept answer, if it is still true and no older than `maxAgeMs`. */
  function keptWithin(key: string, maxAgeMs: number): Kept | undefined {
    const known = kept.get(key);
    if (!known || now() >= known.validUntil || now() - known.madeAt >= maxAgeMs) return undefined;
    return known;
  }

  async function renew(wanted: Wanted, run: { isPurged: boolean }): Promise<Answer> {
    const { key, tags } = wanted;
    const madeAt = now();
    // Of the moment it is begun: what is made across midnight says what was so before.
    const validUntil = wanted.validUntil();
    const older = () => (run.isPurged ? undefined : keptWithin(key, KEPT_WHILE_AWAY_MS)?.answer);
    const made = await inTime(wanted.make).catch((error: unknown) => {
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
    if (answer.status === 200) {
      const freshMs = isProvisional ? PROVISIONAL_FRESH_MS : FRESH_MS;
      kept.set(key, { answer, tags, madeAt, freshMs, validUntil });
    } else if (answer.status < 500 && !isProvisional) {
      // The page has moved or is gone; what was kept is no longer so.
      kept.delete(key);
    }
    return answer;
  }

  function makeOnce(wanted: Wanted): Promise<Answer> {
    const known = making.get(wanted.key);
    if (known) return known.answer;
    const run = { tags: wanted.tags, isPurged: false };
    const answer = renew(wanted, run).finally(() => {
      if (making.get(wanted.key)?.answer === answer) making.delete(wanted.key);
    });
    making.set(wanted.key, Object.assign(run, { answer }));
    return answer;
  }

  return {
    async get(wanted) {
      const known = keptWithin(wanted.key, KEPT_WHILE_AWAY_MS);
      if (!known) return makeOnce(wanted);
      const age = now() - known.madeAt;
      if (age < known.freshMs || isAway()) return known.answer;
      const renewed = makeOnce(wanted);
      if (age >= REVALIDATED_MS) return renewed;
      // Told to nobody: the next shopper asks again.
      renewed.catch(() => undefined);
      return known.answer;
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
