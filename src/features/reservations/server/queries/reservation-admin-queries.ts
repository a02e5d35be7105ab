import type { ReservationState } from '#src/features/reservations/reservation.ts';
import type { Database } from '#src/platform/database/database.ts';
import { type Reservation, toReservation } from './reservation-queries.ts';

/** Without personal data. */
export type ListedReservation = Pick<
  Reservation,
  | 'id'
  | 'dealer'
  | 'vehicle_id'
  | 'state'
  | 'amount_cents'
  | 'lead_id'
  | 'created_at'
  | 'expires_at'
  | 'paid_at'
  | 'refund_due_at'
  | 'terms'
> & { slug: string | null };

/** Newest first. */
export async function listReservations(
  db: Database,
  {
    dealer,
    states,
    limit,
  }: { dealer: string | undefined; states: readonly ReservationState[]; limit: number },
): Promise<ListedReservation[]> {
  const found = db
    .selectFrom('reservations as r')
    .leftJoin('vehicles as v', 'v.id', 'r.vehicle_id')
    .select(['r.id', 'r.dealer', 'r.vehicle_id', 'r.state', 'r.amount_cents', 'r.lead_id', 'r.created_at'])
    .select(['r.expires_at', 'r.paid_at', 'r.refund_due_at', 'r.terms', 'v.slug'])
    .where((eb) => eb.or([eb('r.state', 'in', [...states]), eb('r.refund_due_at', 'is not', null)]))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(limit);
  const rows = await (dealer === undefined ? found : found.where('r.dealer', '=', dealer)).execute();
  return rows.map((row) => ({ ...row, state: row.state as ReservationState }));
}

/** Of any dealer, for operators. */
export async function reservationById(db: Database, id: string): Promise<Reservation | undefined> {
  const row = await db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toReservation(row);
}

/** A reservation, or an invoice, for which some columns are null. */
export type PaidByShopper = {
  kind: 'reservation' | 'invoice';
  vehicle_id: string | null;
  state: string | null;
  phone: string | null;
  email: string | null;
} & Pick<
  Reservation,
  | 'id'
  | 'dealer'
  | 'amount_cents'
  | 'payload'
  | 'created_at'
  | 'paid_at'
  | 'refunded_at'
  | 'lead_id'
  | 'contact_id'
>;

const SHARED = [
  ...(['id', 'dealer', 'amount_cents', 'payload', 'created_at'] as const),
  ...(['paid_at', 'refunded_at', 'lead_id', 'contact_id'] as const),
];

/** A dealer's reservations, then its invoices, by id, in pages. */
export async function* paidByShoppers(
  db: Database,
  dealer: string,
  limit: number,
): AsyncGenerator<PaidByShopper[]> {
  const reservations = (after: string) =>
    db
      .selectFrom('reservations')
      .select([...SHARED, 'vehicle_id', 'state', 'phone', 'email'])
      .where('dealer', '=', dealer)
      .where('id', '>', after);
  const invoices = (after: string) =>
    db.selectFrom('online_payments').select(SHARED).where('dealer', '=', dealer).where('id', '>', after);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await reservations(after).orderBy('id').limit(limit).execute();
    if (rows.length > 0) yield rows.map((row) => ({ kind: 'reservation', ...row }));
    after = rows.length < limit ? undefined : rows.at(-1)?.id;
  }
  const none = { vehicle_id: null, state: null, phone: null, email: null };
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await invoices(after).orderBy('id').limit(limit).execute();
    if (rows.length > 0) yield rows.map((row) => ({ kind: 'invoice', ...none, ...row }));
    after = rows.length < limit ? undefined : rows.at(-1)?.id;
  }
}
