import type { Generated } from 'kysely';
import type { LeadTables } from './lead-tables.ts';
import type { OperationTables } from './operation-tables.ts';
import type { SearchTables } from './search-tables.ts';
import type { AccountTables, PaymentTables } from './shopper-tables.ts';

/** PLAT-03: state of a dealer's scheduled feed. */
type FeedStatesTable = {
  dealer: string;
  /** Hash of the source and what its state depends on; the state is discarded if it changes. */
  source: string;
  /** When this source was first scheduled. */
  scheduled_at: string;
  next_due_at: string;
  /** Of the last valid feed. */
  etag: string | null;
  last_modified: string | null;
  /** Of the last valid feed. */
  content_hash: string | null;
  /** Of the settings it was imported with. */
  settings_hash: string | null;
  last_attempt_at: string | null;
  /** When the source last sent a valid or unchanged feed. */
  last_success_at: string | null;
  last_import_at: string | null;
  /** When the source last had a new file, whatever was in it. */
  last_file_at: string | null;
  last_outcome: string | null;
  last_error: string | null;
  /** Consecutive. */
  failures: number;
  /** `FeedCounts` of the last import as JSON. */
  counts: string | null;
};

/** An attempt to read a dealer's feed. `ended_at` is null while it runs. */
type FeedRunsTable = {
  id: string;
  dealer: string;
  started_at: string;
  ended_at: string | null;
  outcome: string | null;
  /** Error code. */
  error: string | null;
  bytes: number | null;
  counts: string | null;
};

/** Feeds that need attention, and when staff were alerted. */
type FeedAlarmsTable = { dealer: string; kind: string; raised_at: string; reported_at: string | null };

/** FEED-23: state of the delivery of a feed to its receiver's server. */
type FeedDeliveriesTable = {
  dealer: string;
  /** Hash of feed and address. */
  id: string;
  /** Hash of how it is sent and when; after a change it is due at once. */
  settings: string;
  /** When it was first scheduled. */
  scheduled_at: string;
  next_due_at: string;
  last_attempt_at: string | null;
  last_success_at: string | null;
  last_outcome: string | null;
  /** Error code. */
  last_error: string | null;
  /** Consecutive. */
  failures: number;
  /** Time of the first of them. */
  failing_since: string | null;
  /** Of the last delivered file. */
  bytes: number | null;
  /** Vehicles in it. */
  vehicles: number | null;
  /** Vehicles the format did not take. */
  left_out: number | null;
};

/** Manual overrides of a vehicle's feed data. Imports do not change them. */
type StockOverlaysTable = {
  vehicle_id: string;
  dealer: string;
  is_hidden: number;
  /** Overrides the feed's prices, with its price type. */
  price_cents: number | null;
  /** Last day, in the dealer's time zone. */
  price_until: string | null;
  updated_at: string;
};

export type StockTables = {
  feed_states: FeedStatesTable;
  feed_runs: FeedRunsTable;
  feed_alarms: FeedAlarmsTable;
  feed_deliveries: FeedDeliveriesTable;
  stock_overlays: StockOverlaysTable;
  pushed_feeds: PushedFeedsTable;
};

/** Posted feeds whose bodies wait in the bucket. */
type PushedFeedsTable = {
  id: string;
  dealer: string;
  bytes: number;
  arrived_at: string;
  /** Order of import; null while the body goes to the bucket. */
  accepted_at: string | null;
};

/** Times are ISO 8601 in UTC as text; booleans 0 or 1; JSON as text. Types are the same on SQLite and Postgres. */
export type VehiclesTable = {
  /** Keyed hash of dealer and identity, stable across imports. */
  id: string;
  dealer: string;
  /** Identity of the vehicle in the feed: `stock:…`, `vin:…` or `hash:…`. */
  identity: string;
  slug: string;
  status: string;
  price_cents: number | null;
  /** The Vehicle record as JSON. */
  record: string;
  /** Hash of `record`; unchanged rows are not written. */
  content_hash: string;
  run_id: string;
  /** Time of its first import. */
  first_seen_at: string;
  /** Date from the feed, or time of import; null if a dealer's first import had no date for it. */
  listed_at: string | null;
  /** `AdvertisedPrice` as JSON; null if it has not changed since prices are recorded. */
  advertised: string | null;
  updated_at: string;
  sold_at: string | null;
  /** Set once the feed no longer contains the vehicle; the row remains as a tombstone. */
  removed_at: string | null;
};

/** Secrets of this installation that survive changes of its environment. */
type InstallationKeysTable = { name: string; value: string };

/** Former vehicle ids, which links and saved cars may still contain. */
type FormerVehicleIdsTable = { dealer: string; former_id: string; vehicle_id: string };

/**
 * Events of a vehicle: price_changed, sold, returned, hidden, shown, slug_changed, removed, duplicate (a discarded
 * row); set_hidden, set_shown and set_price are manual.
 */
export type VehicleHistoryTable = {
  seq: Generated<number>;
  vehicle_id: string;
  dealer: string;
  at: string;
  kind: string;
  before: string | null;
  after: string | null;
};

/** Vehicles with changes not yet sent to the search engine. */
export type IndexChangesTable = { vehicle_id: string; dealer: string; version: number };

type ImportRunsTable = {
  id: string;
  dealer: string;
  started_at: string;
  finished_at: string | null;
  feed: string;
  summary: string | null;
};

/** A picture address in a feed, and its state. */
export type PicturesTable = {
  /** File name of the original, and part of image addresses. */
  id: string;
  dealer: string;
  url: string;
  /** wanted, ready, or failed. */
  state: string;
  /** Increases when the content changes; part of every image URL. */
  version: number;
  content_hash: string | null;
  etag: string | null;
  last_modified: string | null;
  attempts: number;
  next_attempt_at: string;
  last_wanted_at: string;
  last_error: string | null;
};

/** Increases with every change of a dealer's stock, so that other processes invalidate their caches. */
type StockVersionsTable = { dealer: string; version: number };

/** VDP-21: views of a vehicle page; the row does not identify shoppers. */
type VehicleViewsTable = { dealer: string; car_id: string; views: number };

export type Tables = AccountTables &
  LeadTables &
  OperationTables &
  PaymentTables &
  SearchTables &
  StockTables & {
    vehicles: VehiclesTable;
    installation_keys: InstallationKeysTable;
    former_vehicle_ids: FormerVehicleIdsTable;
    vehicle_history: VehicleHistoryTable;
    index_changes: IndexChangesTable;
    import_runs: ImportRunsTable;
    pictures: PicturesTable;
    stock_versions: StockVersionsTable;
    vehicle_views: VehicleViewsTable;
  };
