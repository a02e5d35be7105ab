import type { Generated } from 'kysely';
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
   * `lead`; `test`, sent by a command; or `update` of the lead `parent_id`, such as an accepted offer. Statistics count
   * only leads.
   */
  kind: Generated<string>;
  /** FORM-13 category, duplicated for lists and statistics. */
  category: Generated<string>;
  /** Lower case; empty if not given. Used to find and erase a person's leads. */
  email: Generated<string>;
  /** Digits from 0; empty if not given. */
  phone: Generated<string>;
  location_id: string | null;
  /** Lead of an `update`. */
  parent_id: string | null;
  /** 1 for a lead, 2, 3, … for its updates. */
  sequence: Generated<number>;
  /** When the personal data in the row was erased. */
  erased_at: string | null;
  /** The account it was sent from; null if the shopper was not signed in, and once the account is erased. */
  contact_id: Generated<string | null>;
};

export type OutboxTable = {
  id: string;
  lead_id: string;
  dealer: string;
  destination: string;
  /** pending, delivered, dead, held on suspicion, or cancelled because it was erased or a withdrawn test. */
  state: string;
  attempts: number;
  /** For dead deliveries, the time they were given up. */
  next_attempt_at: string;
  /** Until then the claiming worker owns the row. */
  leased_until: string | null;
  delivered_at: string | null;
  last_error: string | null;
  /** Code for what it waits for: `missing_setting`, or null. */
  error_code: string | null;
  /** When a person restarted it; delays count from then. */
  restarted_at: string | null;
  /** W3C Trace Context of the request that stored the lead, if it was traced. */
  traceparent: string | null;
};

/**
 * A delivery attempt. The receiver's response may contain the lead, so it is only stored for rejections, until the lead
 * is erased.
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

/** Circuit breaker of a lead destination, shared by all workers. */
type DestinationHealthTable = {
  dealer: string;
  destination: string;
  /** Consecutive. */
  failures: number;
  /** Since when only probes are sent; null while it works. */
  opened_at: string | null;
  /** When the next probe is due. */
  probe_at: string | null;
};

/** Leads of a dealer that wait too long, were given up or are held, and when staff were alerted. */
type LeadAlarmsTable = { dealer: string; kind: string; raised_at: string; told_at: string | null };

/** Number of test drives booked for a slot: local start as `YYYY-MM-DDTHH:MM`. */
type SlotBookingsTable = { dealer: string; location_id: string; slot: string; taken: number };

/** A valuation of a shopper's own car, created by its first step (FORM-14). */
type TradeInsTable = {
  /** Random and unguessable: anyone who knows it may continue the valuation. */
  id: string;
  dealer: string;
  created_at: string;
  updated_at: string;
  /** The trade-in record as JSON. */
  record: string;
  lead_id: string | null;
  /** The dealer's vehicle the shopper is interested in, if any. */
  vehicle_id: string | null;
};

/** A re-encoded photo of a trade-in; its file is named by id. */
type TradeInPhotosTable = {
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

/** VDP-33: a phone number revealed on a vehicle page; the row does not identify the shopper. */
export type LeadCallsTable = {
  id: string;
  /** Slug of the dealer. */
  website_id: string;
  car_id: string;
  dealership_id: string;
  created_at: string;
};

/** VDP-21: views of a vehicle page; the row does not identify shoppers. */
type VehicleViewsTable = { dealer: string; car_id: string; views: number };

/** FIN-10: a disclaimer shown next to repayments, by version; contains no personal data. */
export type FinanceWordingsTable = { version: string; text: string; first_shown_at: string };

export type Tables = AccountTables &
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
    leads: LeadsTable;
    outbox: OutboxTable;
    delivery_attempts: DeliveryAttemptsTable;
    pictures: PicturesTable;
    stock_versions: StockVersionsTable;
    destination_health: DestinationHealthTable;
    lead_alarms: LeadAlarmsTable;
    slot_bookings: SlotBookingsTable;
    trade_ins: TradeInsTable;
    trade_in_photos: TradeInPhotosTable;
    miscellaneous_records: MiscellaneousRecordsTable;
    lead_calls: LeadCallsTable;
    vehicle_views: VehicleViewsTable;
    finance_wordings: FinanceWordingsTable;
  };
