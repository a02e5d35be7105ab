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
