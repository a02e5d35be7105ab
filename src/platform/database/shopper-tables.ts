/** Tables of people who sign in; instants, booleans and JSON as in `tables.ts`. */

/**
 * AUTH-02: the code last sent to a phone, for one purpose of one dealer. A try at a phone without a code makes such a
 * row too, so that neither response nor time shows whether one was sent.
 */
type PhoneCodesTable = {
  dealer: string;
  purpose: string;
  /** Keyed by the installation; the number itself is not stored. */
  phone_hash: string;
  /** Keyed by SITE_SECRET, over dealer, purpose, phone and code. */
  code_mac: string;
  tries: number;
  expires_at: string;
};

/** A phone that was verified, until a form uses it. */
type PhoneTokensTable = {
  token_hash: string;
  dealer: string;
  purpose: string;
  phone_hash: string;
  expires_at: string;
};

/** AUTH-03: a person who has signed in at a dealer by a code; at another dealer the same person is another contact. */
export type ContactsTable = {
  /** Random. */
  id: string;
  dealer: string;
  /** Digits from 0. */
  phone: string;
  /** Empty where not given, as last name and e-mail. */
  first_name: string;
  last_name: string;
  /** Lower case. */
  email: string;
  /** The site where the contact last signed in, by its address. */
  website: string;
  dealership_slug: string;
  /** The texts agreed to last, as JSON like those of a lead; null where the shopper agreed to none. */
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

/** AUTH-03: a code sent (`sms`), or a phone verified (`verify`), which names its contact. */
type VerificationsTable = {
  id: string;
  website_slug: string;
  dealership_slug: string;
  verification_type: string;
  user_id: string | null;
  created_at: string;
};

/** FAV-05: vehicles a contact watches; they go with the contact. */
type WatchlistsTable = {
  contact_id: string;
  vehicle_id: string;
  dealer: string;
  saved_at: string;
  /** What the vehicle cost then, with its type; both null where no price was shown. */
  price_cents: number | null;
  price_type: string | null;
};

/** CONT-09: what a phone drew. Its hash keeps it from a second draw. */
type PrizeDrawsTable = {
  dealer: string;
  phone_hash: string;
  /** Empty once the person is erased, as label and lead. */
  prize_id: string;
  /** The prize as the wheel named it. */
  label: string;
  wins: number;
  lead_id: string;
  drawn_at: string;
};

/** SRCH-33: a search with alerts about its matches. */
export type SavedSearchesTable = {
  /** Random and unguessable. */
  id: string;
  dealer: string;
  /** The contact who saved it; null of those who were not signed in. */
  contact_id: string | null;
  /** email or sms. */
  channel: string;
  /** E-mail address in lower case, or phone as digits from 0. */
  recipient: string;
  /** The search as the query of an address, in canonical form. */
  search: string;
  search_hash: string;
  /** The search in words. */
  name: string;
  /** The text agreed to, its version and when, as JSON like those of a lead. */
  consent: string;
  /** Random; ends the alerts. It is in every message, so that it is stored as it is. */
  stop_token: string;
  created_at: string;
  /** Null until the address agrees. */
  confirmed_at: string | null;
  /** When the mail that asks for it is due; null where none is. */
  confirm_due_at: string | null;
  /** Only later changes of the stock are mentioned. */
  looked_at: string;
  /** No alert before. */
  due_at: string;
  /** Of the message being sent, in a row. */
  attempts: number;
  expires_at: string;
};

/** Tables of people who sign in. */
export type AccountTables = {
  phone_codes: PhoneCodesTable;
  phone_tokens: PhoneTokensTable;
  contacts: ContactsTable;
  sessions: SessionsTable;
  verifications: VerificationsTable;
  watchlists: WatchlistsTable;
  prize_draws: PrizeDrawsTable;
  saved_searches: SavedSearchesTable;
};

/** BUY-01: a vehicle held for a payment, or reserved by one. */
export type ReservationsTable = {
  /** Random and unguessable: it opens the page of the reservation, and is its name at the processor. */
  id: string;
  dealer: string;
  vehicle_id: string;
  /** A `ReservationState`. */
  state: string;
  amount_cents: number;
  /** At the processor; null until it has responded. */
  checkout_id: string | null;
  /** Null until the processor has said that it was paid. */
  payment_id: string | null;
  /** The lead of a reservation that was paid. */
  lead_id: string | null;
  /** Of a shopper who had signed in. */
  contact_id: string | null;
  /** As in `leads`; empty once erased, like the payload. */
  phone: string;
  email: string;
  /** The lead to store once it is paid, as JSON. */
  payload: string;
  /** What the payment page says and the page it leads back to: the same at every press. Null in older rows. */
  description: string | null;
  page: string | null;
  /** Keyed hash of the shopper's network; null where it is not known. */
  network: string | null;
  /** Holds of one browser or account have it in common. */
  session: string | null;
  created_at: string;
  /** A held one counts until then. */
  expires_at: string;
  paid_at: string | null;
  /** Since when a payment that reserved nothing waits to go back. */
  refund_due_at: string | null;
  refunded_at: string | null;
};

/** BUY-01: an invoice that a shopper pays online. */
export type OnlinePaymentsTable = {
  /** Random and unguessable: it opens the page of the payment, and is its name at the processor. */
  id: string;
  dealer: string;
  amount_cents: number;
  checkout_id: string | null;
  /** Null until the processor has said that it was paid. */
  payment_id: string | null;
  lead_id: string | null;
  /** The account that pays it; null once erased. */
  contact_id: string | null;
  /** The lead to store once it is paid, as JSON; empty from then on, and once its payer is erased. */
  payload: string;
  created_at: string;
  paid_at: string | null;
  refunded_at: string | null;
};

/** BUY-01: a payment of another amount, currency or checkout than was agreed: it goes back. */
export type ReturnedPaymentsTable = {
  payment_id: string;
  dealer: string;
  /** The reservation or invoice it names. */
  reference: string;
  amount_cents: number;
  currency: string;
  noted_at: string;
  /** Since when it waits to go back; null once it has gone. */
  due_at: string | null;
  refunded_at: string | null;
  /** When people were alerted. */
  reported_at: string | null;
};

/** Tables of what shoppers pay online. */
export type PaymentTables = {
  reservations: ReservationsTable;
  online_payments: OnlinePaymentsTable;
  returned_payments: ReturnedPaymentsTable;
};
