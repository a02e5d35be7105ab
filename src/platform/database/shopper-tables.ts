/**
 * AUTH-02: the code last sent to a phone for one purpose of one dealer. A row is also created when someone enters a
 * code for a phone without one, so that neither response nor timing reveals whether a code was sent.
 */
type PhoneCodesTable = {
  dealer: string;
  purpose: string;
  /** Keyed hash; the number itself is not stored. */
  phone_hash: string;
  /** HMAC with SITE_SECRET over dealer, purpose, phone and code. */
  code_mac: string;
  tries: number;
  expires_at: string;
};

/** A verified phone, until a form uses it. */
type PhoneTokensTable = {
  token_hash: string;
  dealer: string;
  purpose: string;
  phone_hash: string;
  expires_at: string;
};

/**
 * AUTH-03: a person who has signed in at a dealer with a code. The same person is a separate contact at each dealer.
 */
export type ContactsTable = {
  /** Random. */
  id: string;
  dealer: string;
  /** Digits from 0. */
  phone: string;
  /** Empty if not given, like last name and e-mail. */
  first_name: string;
  last_name: string;
  /** Lower case. */
  email: string;
  /** Site of the last sign-in. */
  website: string;
  dealership_slug: string;
  /** Last consent, as JSON like that of a lead; null if the shopper agreed to nothing. */
  opt_in_consent: string | null;
  terms_consent: string | null;
  created_at: string;
  updated_at: string;
};

/** AUTH-04: a signed-in browser. */
type SessionsTable = {
  /** SHA-256 of the token in the browser's cookie. */
  token_hash: string;
  dealer: string;
  contact_id: string;
  created_at: string;
  expires_at: string;
};

/** AUTH-03: a sent code (`sms`) or verified phone (`verify`); the latter has a contact. */
type VerificationsTable = {
  id: string;
  website_slug: string;
  dealership_slug: string;
  verification_type: string;
  user_id: string | null;
  created_at: string;
};

/** FAV-05: vehicles a contact watches; deleted with the contact. */
type WatchlistsTable = {
  contact_id: string;
  vehicle_id: string;
  dealer: string;
  saved_at: string;
  /** Price when it was added, with its type; both null if no price was shown. */
  price_cents: number | null;
  price_type: string | null;
};

/** VDP-238: the latest deal of a contact for a vehicle; deleted with the contact. */
type DealsTable = {
  contact_id: string;
  vehicle_id: string;
  dealer: string;
  /** Query of the deal's page, in canonical form. */
  query: string;
  saved_at: string;
};

/** CONT-09: the prize a phone drew. Its hash prevents a second draw. */
type PrizeDrawsTable = {
  dealer: string;
  phone_hash: string;
  /** Empty once the person is erased, like label and lead. */
  prize_id: string;
  /** Name of the prize when it was drawn. */
  label: string;
  wins: number;
  lead_id: string;
  drawn_at: string;
};

/** SRCH-33: a search with alerts for new matches. */
export type SavedSearchesTable = {
  /** Random and unguessable. */
  id: string;
  dealer: string;
  /** Null if the shopper was not signed in. */
  contact_id: string | null;
  /** email or sms. */
  channel: string;
  /** E-mail address in lower case, or phone number as digits from 0. */
  recipient: string;
  /** Query string in canonical form. */
  search: string;
  search_hash: string;
  /** Readable description. */
  name: string;
  /** Consent with its version and time, as JSON like that of a lead. */
  consent: string;
  /** Random token that stops the alerts. Every message contains it, so it is stored in plain text. */
  stop_token: string;
  created_at: string;
  /** Null until the address is confirmed. */
  confirmed_at: string | null;
  /** When the confirmation mail is due; null if none is. */
  confirm_due_at: string | null;
  /** Alerts only cover later changes of stock. */
  looked_at: string;
  /** No alert is sent before. */
  due_at: string;
  /** Consecutive attempts to send the current message. */
  attempts: number;
  expires_at: string;
};

export type AccountTables = {
  phone_codes: PhoneCodesTable;
  phone_tokens: PhoneTokensTable;
  contacts: ContactsTable;
  sessions: SessionsTable;
  verifications: VerificationsTable;
  watchlists: WatchlistsTable;
  deals: DealsTable;
  prize_draws: PrizeDrawsTable;
  saved_searches: SavedSearchesTable;
};

/** BUY-01: a vehicle held for a payment, or reserved. */
export type ReservationsTable = {
  /** Random and unguessable: it gives access to the reservation's page, and is its reference at the processor. */
  id: string;
  dealer: string;
  vehicle_id: string;
  /** A `ReservationState`. */
  state: string;
  amount_cents: number;
  /** Id at the processor; null until it has responded. */
  checkout_id: string | null;
  /** Null until the processor has confirmed the payment. */
  payment_id: string | null;
  /** Lead of a paid reservation. */
  lead_id: string | null;
  /** Null if the shopper was not signed in. */
  contact_id: string | null;
  /** As in `leads`; empty once erased, like the payload. */
  phone: string;
  email: string;
  /** Lead to store after payment, as JSON. */
  payload: string;
  /** Description and return address of the payment page, identical for every request. Null in older rows. */
  description: string | null;
  page: string | null;
  /** Keyed hash of the shopper's network; null if unknown. */
  network: string | null;
  /** Shared by holds of one browser or account. */
  session: string | null;
  /** `ReserveTerms` as agreed, as JSON. Null in older rows. */
  terms: string | null;
  created_at: string;
  /** Until then, a hold counts. */
  expires_at: string;
  paid_at: string | null;
  /** When a payment without a reservation became due for refund. */
  refund_due_at: string | null;
  refunded_at: string | null;
};

/** BUY-01: an invoice that a shopper pays online. */
export type OnlinePaymentsTable = {
  /** Random and unguessable: it gives access to the payment's page, and is its reference at the processor. */
  id: string;
  dealer: string;
  amount_cents: number;
  checkout_id: string | null;
  /** Null until the processor has confirmed the payment. */
  payment_id: string | null;
  lead_id: string | null;
  /** Account of the payer; null once erased. */
  contact_id: string | null;
  /** Lead to store after payment, as JSON; emptied then, and when the payer is erased. */
  payload: string;
  created_at: string;
  paid_at: string | null;
  refunded_at: string | null;
};

/** BUY-01: a payment with an unexpected amount, currency or checkout, to be refunded. */
export type ReturnedPaymentsTable = {
  payment_id: string;
  dealer: string;
  /** Reservation or invoice it names. */
  reference: string;
  amount_cents: number;
  currency: string;
  noted_at: string;
  /** When the refund became due; null once refunded. */
  due_at: string | null;
  refunded_at: string | null;
  /** When staff were alerted. */
  reported_at: string | null;
};

export type PaymentTables = {
  reservations: ReservationsTable;
  online_payments: OnlinePaymentsTable;
  returned_payments: ReturnedPaymentsTable;
};
