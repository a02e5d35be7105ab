/** Tables of scheduled feeds and of overlays on stock; instants, booleans and JSON as in `tables.ts`. */

/** PLAT-03: what is known about a dealer's scheduled feed. */
type FeedStatesTable = {
  dealer: string;
  /** Hash of address and schedule: with another one, nothing known about the feed holds. */
  source: string;
  /** When this source was first scheduled. */
  scheduled_at: string;
  next_due_at: string;
  /** Validators of the last good feed. */
  etag: string | null;
  last_modified: string | null;
  /** Of the last good feed. */
  content_hash: string | null;
  /** Of the settings it was imported with. */
  settings_hash: string | null;
  last_attempt_at: string | null;
  /** When the source last sent a good feed, or said that it is unchanged. */
  last_success_at: string | null;
  last_import_at: string | null;
  last_outcome: string | null;
  last_error: string | null;
  /** In a row. */
  failures: number;
  /** `FeedCounts` of the last import as JSON. */
  counts: string | null;
};

/** One attempt to read a dealer's feed. `ended_at` is null while it runs. */
type FeedRunsTable = {
  id: string;
  dealer: string;
  started_at: string;
  ended_at: string | null;
  outcome: string | null;
  /** A short code. */
  error: string | null;
  bytes: number | null;
  counts: string | null;
};

/** Feeds people have to look at, and since when they know. */
type FeedAlarmsTable = { dealer: string; kind: string; raised_at: string; reported_at: string | null };

/** What people have set over a vehicle's feed. No import changes it. */
type StockOverlaysTable = {
  vehicle_id: string;
  dealer: string;
  is_hidden: number;
  /** In place of the feed's prices, with its price type. */
  price_cents: number | null;
  /** Its last day, where the dealer is. */
  price_until: string | null;
  updated_at: string;
};

export type StockTables = {
  feed_states: FeedStatesTable;
  feed_runs: FeedRunsTable;
  feed_alarms: FeedAlarmsTable;
  stock_overlays: StockOverlaysTable;
};
