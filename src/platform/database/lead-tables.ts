import type { Generated } from 'kysely';

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

/** VDP-33: a phone number revealed on a vehicle page; the row does not identify the shopper. */
export type LeadCallsTable = {
  id: string;
  /** Slug of the dealer. */
  website_id: string;
  car_id: string;
  dealership_id: string;
  created_at: string;
};

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

/** FIN-10: a disclaimer shown next to repayments, by version; contains no personal data. */
export type FinanceWordingsTable = { version: string; text: string; first_shown_at: string };

export type LeadTables = {
  leads: LeadsTable;
  outbox: OutboxTable;
  delivery_attempts: DeliveryAttemptsTable;
  destination_health: DestinationHealthTable;
  lead_alarms: LeadAlarmsTable;
  slot_bookings: SlotBookingsTable;
  trade_ins: TradeInsTable;
  trade_in_photos: TradeInPhotosTable;
  miscellaneous_records: MiscellaneousRecordsTable;
  lead_calls: LeadCallsTable;
  finance_wordings: FinanceWordingsTable;
};
