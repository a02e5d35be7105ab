/** Validators of a feed from its last fetch, for the sender to compare. */
export type FeedSeen = { etag: string | null; lastModified: string | null };

export type FeedFetched = { kind: 'fetched'; bytes: number; hash: string } & FeedSeen;

export type FeedResponse =
  /** The feed is in the file that was named. */
  | FeedFetched
  /** As it was when it was last fetched. */
  | { kind: 'unchanged' }
  /** A short code: never the address, which may hold a key, and never what the sender wrote. */
  | { kind: 'failed'; code: string };

export type FeedRequest = {
  url: string;
  /** The Authorization header. */
  authorization?: string | undefined;
  seen: FeedSeen;
  /** Where the feed is written. */
  file: string;
  /** `host:port` that may be private. */
  allowedHosts: ReadonlySet<string>;
  signal: AbortSignal;
};

export type FeedLimits = {
  /** Of the feed as sent, and as decompressed. */
  maxBytes: number;
  /** From the look-up of the name to the last byte. */
  totalMs: number;
  /** Without a byte. */
  stallMs: number;
};
