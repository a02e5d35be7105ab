import type { RequestRoute } from './request-route.ts';

export const CACHE_OUTCOMES = ['hit', 'stale', 'miss'] as const;
export type CacheOutcome = (typeof CACHE_OUTCOMES)[number];

/** What the steps learn of a request, for the access log and the metrics; nothing personal. */
export type RequestRecord = {
  readonly id: string;
  /** Slug. */
  dealer?: string;
  route: RequestRoute;
  cache?: CacheOutcome;
};

/** A request that has ended. */
export type EndedRequest = RequestRecord & {
  method: string;
  /** The client hung up, or was cut off, before it had the whole response. */
  isAborted: boolean;
  /** Undefined where the response had not begun. */
  status: number | undefined;
  /** Sent, with headers, before compression by any proxy. */
  bytes: number;
  ms: number;
};
