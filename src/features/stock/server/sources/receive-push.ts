import { createHash, timingSafeEqual } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { secretNamed } from '#src/config/environment.ts';
import { MAX_FEED_BYTES } from '#src/features/stock/parsing/feed-content.ts';
import { tokenGuesses, WRONG_TOKENS_MS } from '#src/platform/limits/token-guesses.ts';
import { StorageError } from '#src/platform/storage/object-storage.ts';
import { isDiskFull } from '#src/platform/storage/replace-file.ts';
import type { Services } from '#src/server/services.ts';
import { isPushedFull, storePush } from './pushed-feeds.ts';

const MS = 1000;
/** Bodies of one dealer that arrive at the same time. */
const MAX_ARRIVING = 8;
const RETRY_SECONDS = 30;

export type PushRequest = {
  /** In the address. */
  slug: string;
  /** The Authorization header. */
  authorization: string | undefined;
  clientAddress: string | undefined;
  /** As stated; NaN if it is not. */
  bytes: number;
  /** Aborted once the body has taken too long. */
  late: AbortSignal;
  body: AsyncIterable<Buffer>;
};

type PushRefusal = {
  status: 400 | 401 | 404 | 408 | 413 | 429 | 503;
  code: string;
  message: string;
  headers?: Readonly<Record<string, string>>;
};

const NO_PUSH: PushRefusal = {
  status: 404,
  code: 'no_push',
  message: 'No feed is taken here. Check the address, and "stock.feed.push" of the dealer.',
};
const WRONG_TOKEN: PushRefusal = {
  status: 401,
  code: 'wrong_token',
  message: 'Send the token of this dealer as "Authorization: Bearer <token>".',
  headers: { 'WWW-Authenticate': 'Bearer' },
};
const TOO_MANY_TOKENS: PushRefusal = {
  status: 429,
  code: 'too_many_tokens',
  message: 'Too many wrong tokens. Try again in ten minutes.',
  headers: { 'Retry-After': String(WRONG_TOKENS_MS / MS) },
};
const TOO_MANY_FEEDS: PushRefusal = {
  status: 429,
  code: 'too_many_feeds',
  message: 'Too much waits to be imported. Nothing that was accepted is lost; send this again later.',
  headers: { 'Retry-After': String(RETRY_SECONDS) },
};
const EMPTY: PushRefusal = {
  status: 400,
  code: 'empty_feed',
  message: 'The body is empty. Send the feed as the body of the request.',
};
const TOO_LARGE: PushRefusal = {
  status: 413,
  code: 'feed_too_large',
  message: `At most ${MAX_FEED_BYTES / 1024 / 1024} MB can be sent. Compress the feed, or split it.`,
};
const TOO_SLOW: PushRefusal = {
  status: 408,
  code: 'body_too_slow',
  message: 'The feed took too long to arrive. Compress it.',
};
const NOT_STORED: PushRefusal = {
  status: 503,
  code: 'not_stored',
  message: 'The feed could not be stored. Send it again later.',
  headers: { 'Retry-After': String(RETRY_SECONDS) },
};

const digest = (text: string) => createHash('sha256').update(text).digest();

/** In constant time. */
const isBearer = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header?.replace(/^bearer +/i, 'Bearer ') ?? ''), digest(`Bearer ${token}`));

/** FEED-11: takes posted feeds of all dealers of this process. */
export function pushReceiver(
  services: Pick<Services, 'db' | 'storage' | 'env' | 'clock' | 'log' | 'arrivals'>,
) {
  const guess = tokenGuesses('feeds', services);
  const arriving = new Map<string, number>();
  /** Variables whose absence is reported: anybody may ask. */
  const missing = new Set<string>();

  async function store(
    { slug }: DealerConfig,
    { body, late }: PushRequest,
  ): Promise<{ id: string } | PushRefusal> {
    try {
      const stored = await storePush(services, slug, body);
      if (stored.kind === 'empty') return EMPTY;
      if (stored.kind === 'too_large') return TOO_LARGE;
      services.log.info({ dealer: slug, id: stored.id }, 'feed received');
      services.arrivals.dispatchEvent(new Event('push'));
      return { id: stored.id };
    } catch (error) {
      if (late.aborted) return TOO_SLOW;
      if (!isDiskFull(error) && !(error instanceof StorageError)) throw error;
      const reason = error instanceof StorageError ? error.message : 'the disk is full';
      services.log.error({ dealer: slug, reason }, 'a posted feed could not be stored');
      return NOT_STORED;
    }
  }

  return async (dealer: DealerConfig, request: PushRequest): Promise<{ id: string } | PushRefusal> => {
    const { slug, authorization, clientAddress, bytes } = request;
    const name = dealer.stock.feed?.push;
    if (slug !== dealer.slug || name === undefined) return NO_PUSH;
    const token = secretNamed(name);
    if (token === undefined && !missing.has(name)) {
      missing.add(name);
      services.log.error({ dealer: slug, variable: name }, 'the token for posted feeds is not set');
    }
    const access = await guess(clientAddress, token !== undefined && isBearer(authorization, token));
    if (access !== 'granted') return access === 'wrong' ? WRONG_TOKEN : TOO_MANY_TOKENS;
    if (bytes > MAX_FEED_BYTES) return TOO_LARGE;
    const others = arriving.get(slug) ?? 0;
    if (others >= MAX_ARRIVING || (await isPushedFull(services, slug))) return TOO_MANY_FEEDS;
    arriving.set(slug, others + 1);
    try {
      return await store(dealer, request);
    } finally {
      arriving.set(slug, (arriving.get(slug) ?? 1) - 1);
    }
  };
}
