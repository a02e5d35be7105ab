import type { Generated } from 'kysely';
import type { AccountTables, PaymentTables } from './shopper-tables.ts';

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

/** Instants are ISO 8601 in UTC as text; booleans 0 or 1; JSON as text. Types hold on SQLite and Postgres alike. */
export type VehiclesTable = {
  /** Keyed hash of dealer and identity, stable across imports. */
  id: string;
  dealer: string;
  /** The feed's identity of the vehicle: `stock:…`, `vin:…` or `hash:…`. */
  identity: string;
  slug: string;
  status: string;
  price_cents: number | null;
  /** The Vehicle record as JSON. */
  record: string;
  /** Hash of `record`; an unchanged row is not written again. */
  content_hash: string;
  run_id: string;
  /** When an import first saw it. */
  first_seen_at: string;
  /** The feed's date, else the time of import; null if a first import brought it without a date. */
  listed_at: string | null;
  /** `AdvertisedPrice` as JSON; null of what no import has changed since prices are recorded. */
  advertised: string | null;
  updated_at: string;
  sold_at: string | null;
  /** Set when a feed no longer carries the vehicle; the row stays as a tombstone. */
  removed_at: string | null;
};

/** Secrets of this installation that outlive every change of its environment. */
export type InstallationKeysTable = { name: string; value: string };

/** Former ids of vehicles, which links and saved cars may still use. */
export type FormerVehicleIdsTable = { dealer: string; former_id: string; vehicle_id: string };

/**
 * Events of a vehicle: price_changed, sold, returned, hidden, shown, slug_changed, removed, duplicate (a discarded row);
 * set_hidden, set_shown and set_price by a person.
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

export type ImportRunsTable = {
  id: string;
  dealer: string;
  started_at: string;
  finished_at: string | null;
  feed: string;
  summary: string | null;
};

export type LeadsTable = {
  id: string;
  dealer: string;
  form: string;
  idempotency_key: string;
  body_hash: string;
  /** The lead payload (FORM-04, FORM-13) as JSON. */
  payload: string;
  vehicle_id: string | null;
  created_at: string;
  /**
   * `lead`; `test`, sent by a command; or `update`, later updates of the lead `parent_id`, such as an accepted offer.
   * Statistics count leads alone.
   */
  kind: Generated<string>;
  /** FORM-13 category, in a column of its own for lists and statistics. */
  category: Generated<string>;
  /** Lower case; empty where none was given. Leads of a person are found, and erased, by it. */
  email: Generated<string>;
  /** Digits from 0; empty where none was given. */
  phone: Generated<string>;
  location_id: string | null;
  /** The lead that an `update` belongs to. */
  parent_id: string | null;
  /** 1 for a lead, then 2, 3, … for its updates. */
  sequence: Generated<number>;
  /** When the personal data in the row was erased. */
  erased_at: string | null;
};

/** One delivery of one lead to one destination. */
export type OutboxTable = {
  id: string;
  lead_id: string;
  dealer: string;
  destination: string;
  /** pending, delivered, dead, held on suspicion, or never to be sent: erased, of a test withdrawn. */
  state: string;
  attempts: number;
  /** Of a dead one: when it was given up. */
  next_attempt_at: string;
  /** Until then the claiming worker owns the row. */
  leased_until: string | null;
  delivered_at: string | null;
  last_error: string | null;
  /** What it waits for, for programs: `missing_setting`, or null. */
  error_code: string | null;
  /** When a person restarted it; waiting counts from then. */
  restarted_at: string | null;
};

/**
 * One delivery attempt. The receiver's text may repeat the lead: it is stored only with a refusal, until the lead is
 * erased.
 */
export type DeliveryAttemptsTable = {
  seq: Generated<number>;
  outbox_id: string;
  /** When the response arrived. */
  at: string;
  outcome: string;
  detail: string | null;
  duration_ms: number | null;
};

/** A picture a feed names by its address, and its state. */
export type PicturesTable = {
  /** Name of the original on disk and in addresses of the image route. */
  id: string;
  dealer: string;
  url: string;
  /** wanted, ready, or failed. */
  state: string;
  /** Counts the contents seen behind the address; part of every image URL. */
  version: number;
  content_hash: string | null;
  etag: string | null;
  last_modified: string | null;
  attempts: number;
  next_attempt_at: string;
  last_wanted_at: string;
  last_error: string | null;
};

/** Raised with every change of a dealer's stock, so that other processes invalidate their caches. */
export type StockVersionsTable = { dealer: string; version: number };

/** Jobs only one process may do at a time, with the current holder and its deadline. */
export type LeasesTable = { name: string; holder: string; until: string };

/** Counts within a window of time, for limits against floods of leads. */
export type RateCountsTable = { key: string; window_start: string; count: number; expires_at: string };

/** The breaker of one destination of leads, shared by all workers. */
export type DestinationHealthTable = {
  dealer: string;
  destination: string;
  /** Failures in a row. */
  failures: number;
  /** Since when only probes are sent there; null while it works. */
  opened_at: string | null;
  /** When the next probe may leave. */
  probe_at: string | null;
};

/** Leads of a dealer that wait too long, were given up or are held, and since when people know. */
export type LeadAlarmsTable = { dealer: string; kind: string; raised_at: string; told_at: string | null };

/** How many test drives are booked for a slot: local start as `YYYY-MM-DDTHH:MM`. */
export type SlotBookingsTable = { dealer: string; location_id: string; slot: string; taken: number };

/** A valuation of a shopper's own car, from the first step on (FORM-14). */
export type TradeInsTable = {
  /** Random and unguessable: anyone who knows it may continue the valuation. */
  id: string;
  dealer: string;
  created_at: string;
  updated_at: string;
  /** The trade-in record as JSON. */
  record: string;
  lead_id: string | null;
  /** The car of the dealer that the shopper wants, if any. */
  vehicle_id: string | null;
};

/** A re-encoded photo of a trade-in; the file carries its id. */
export type TradeInPhotosTable = {
  id: string;
  trade_in_id: string;
  position: number;
  bytes: number;
  created_at: string;
};

/** FORM-14: records of POST /api/miscellaneous. */
export type MiscellaneousRecordsTable = {
  id: string;
  dealer: string;
  column_name: string;
  trade_in_id: string | null;
  value: string;
  created_at: string;
};

/** VDP-33: a dealer's number revealed on a vehicle page; the row does not identify the shopper. */
export type LeadCallsTable = {
  id: string;
  /** Slug of the dealer whose site it was. */
  website_id: string;
  car_id: string;
  dealership_id: string;
  created_at: string;
};

/** VDP-21: views of a vehicle page; the row does not identify shoppers. */
export type VehicleViewsTable = { dealer: string; car_id: string; views: number };

/** FIN-10: a disclaimer shown beside repayments, by its version; holds no personal data. */
export type FinanceWordingsTable = { version: string; text: string; first_shown_at: string };

/** One row that health checks write. */
export type HealthChecksTable = { id: string; at: string; filler: string };

/** One row: the installation of this database, which stays the same when it is moved. */
export type InstallationTable = { id: string; created_at: string };

export type Tables = AccountTables &
  PaymentTables &
  StockTables & {
    vehicles: VehiclesTable;
    installation_keys: InstallationKeysTable;
    former_vehicle_ids: FormerVehicleIdsTable;
    vehicle_history: VehicleHistoryTable;
    index_changes: IndexChangesTable;
    import_runs: ImportRunsTable;
    leads: LeadsTable;
    outbox: OutboxTable;
    delivery_attempts: DeliveryAttemptsTable;
    pictures: PicturesTable;
    stock_versions: StockVersionsTable;
    leases: LeasesTable;
    rate_counts: RateCountsTable;
    destination_health: DestinationHealthTable;
    lead_alarms: LeadAlarmsTable;
    slot_bookings: SlotBookingsTable;
    trade_ins: TradeInsTable;
    trade_in_photos: TradeInPhotosTable;
    miscellaneous_records: MiscellaneousRecordsTable;
    lead_calls: LeadCallsTable;
    vehicle_views: VehicleViewsTable;
    finance_wordings: FinanceWordingsTable;
    health_checks: HealthChecksTable;
    installation: InstallationTable;
  };
