import type { FeedLimits, FeedSeen } from '#src/features/stock/parsing/feed-content.ts';

/** How the import of a file ended. */
export type FeedSettlement = { kind: 'done' } | { kind: 'failed'; why: string };

/** A file to import. */
export type FeedArrived = FeedSeen & {
  kind: 'fetched';
  file: string;
  bytes: number;
  /** Null for a local "file": its time and size show whether it has changed. */
  hash: string | null;
  /** Moves what the import has settled. Without it, the feed is read from the same place again. */
  settle?: (result: FeedSettlement) => void | Promise<void>;
  /** Whether other files of changes wait behind it. */
  hasMore?: boolean;
  /** Each file is read once: its validators are stored even if it cannot be imported. */
  isReadOnce?: boolean;
};

export type SourceResponse =
  | FeedArrived
  /** The source has the same feed as last time. */
  | { kind: 'unchanged' }
  /** No file has arrived since the last one. */
  | { kind: 'nothing' }
  /** Code; see `sourceRemedy`. */
  | { kind: 'failed'; code: string };

export type SourceOptions = {
  dealersDir: string;
  signal: AbortSignal;
  /** Started by a person: a file is read even if it has just changed. */
  isByHand?: boolean;
  /** Nothing is moved. */
  dryRun?: boolean;
  /** Where the feed is copied to, in place of the dealer's own file in DATA_DIR. */
  copyTo?: string;
  limits?: FeedLimits | undefined;
  /** Validators of the last file, whether the feed is to be imported again or not. */
  position?: string | null;
};

/** A supplier may still be writing a recently changed file. */
export const STABLE_AFTER_MS = 5000;
