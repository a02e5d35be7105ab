import type { ReservationState } from '#src/domain/reservation/reservation.ts';
import type { Database } from './database.ts';
import { type Reservation, toReservation } from './reservations.ts';

/** A reservation without its shopper. */
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
> & { slug: string | null };

/** The newest first. */
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
    .select(['r.expires_at', 'r.paid_at', 'r.refund_due_at', 'v.slug'])
    .where((eb) => eb.or([eb('r.state', 'in', [...states]), eb('r.refund_due_at', 'is not', null)]))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(limit);
  const rows = await (dealer === undefined ? found : found.where('r.dealer', '=', dealer)).execute();
  return rows.map((row) => ({ ...row, state: row.state as ReservationState }));
}

/** Of any dealer: for an operator. */
export async function reservationNamed(db: Database, id: string): Promise<Reservation | undefined> {
  const row = await db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toReservation(row);
}
