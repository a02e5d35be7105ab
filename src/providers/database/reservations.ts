import type { Selectable } from 'kysely';
import type { ReservationState } from '#src/domain/reservation/reservation.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import type { Database } from './database.ts';
import { onDisk } from './engines/log-sync.ts';
import type { ReservationsTable } from './payment-tables.ts';
import { atomically, holdAlone } from './transactions.ts';
import { findVehicleById, markForIndex } from './vehicles.ts';

export type Reservation = Omit<Selectable<ReservationsTable>, 'state'> & { state: ReservationState };
type Named = Pick<Reservation, 'dealer' | 'id'>;
type OfVehicle = Pick<Reservation, 'dealer' | 'vehicle_id'>;

/** A payment and a hold of one vehicle follow one another: at the same time, one would break the index. */
const lockOf = ({ dealer, vehicle_id }: OfVehicle): string => `reservation ${dealer} ${vehicle_id}`;

export const toReservation = (row: Selectable<ReservationsTable>): Reservation => ({
  ...row,
  state: row.state as ReservationState,
});

/** @returns undefined for another dealer's */
export async function findReservation(db: Database, { dealer, id }: Named): Promise<Reservation | undefined> {
  const row = await db
    .selectFrom('reservations')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toReservation(row);
}

/** The hold or reservation that occupies a vehicle now. */
export async function liveReservation(
  db: Database,
  { dealer, vehicle_id }: OfVehicle,
  now: string,
): Promise<Reservation | undefined> {
  const row = await db
    .selectFrom('reservations')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('vehicle_id', '=', vehicle_id)
    .where((eb) =>
      eb.or([eb('state', '=', 'reserved'), eb.and([eb('state', '=', 'held'), eb('expires_at', '>', now)])]),
    )
    .executeTakeFirst();
  return row && toReservation(row);
}

/** Ends holds of a vehicle whose time is up, without waiting for the job that does. */
const endStaleHolds = (db: Database, { dealer, vehicle_id }: OfVehicle, now: string): Promise<unknown> =>
  db
    .updateTable('reservations')
    .set({ state: 'expired' })
    .where('dealer', '=', dealer)
    .where('vehicle_id', '=', vehicle_id)
    .where('state', '=', 'held')
    .where('expires_at', '<=', now)
    .execute();

/** Holds a vehicle. @returns whether it was free; of many at once, one holds it */
export async function takeHold(db: Database, hold: Selectable<ReservationsTable>): Promise<boolean> {
  const isTaken = await atomically(db, async (tx) => {
    await holdAlone(tx, lockOf(hold));
    await endStaleHolds(tx, hold, hold.created_at);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('reservations')
      .values(hold)
      .onConflict((on) => on.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  });
  if (isTaken) await onDisk(db);
  return isTaken;
}

/** Notes the checkout of a hold. @returns false if the hold is over */
export async function noteCheckout(
  db: Database,
  { dealer, id }: Named,
  checkoutId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reservations')
    .set({ checkout_id: checkoutId })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await onDisk(db);
  return numUpdatedRows > 0n;
}

/** Ends a hold that was not paid; what is paid stays. @returns whether it was held */
export async function endHold(
  db: Database,
  { dealer, id }: Named,
  state: 'expired' | 'cancelled',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reservations')
    .set({ state })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type KeepOutcome = 'reserved' | 'known' | 'not_free';

/**
 * Makes a paid hold the reservation of its vehicle, in the transaction that stores its lead. A hold that has expired
 * is reserved too, while the vehicle is free.
 * @param mayReserve whether the vehicle can be reserved as it is now
 */
export async function keepReservation(
  transaction: Database,
  { dealer, id, vehicle_id }: Named & OfVehicle,
  paid: { paymentId: string; leadId: string; now: string },
  mayReserve: (vehicle: StockedVehicle) => boolean,
): Promise<KeepOutcome> {
  await holdAlone(transaction, lockOf({ dealer, vehicle_id }));
  const current = await findReservation(transaction, { dealer, id });
  if (!current || current.payment_id !== null) return 'known';
  const vehicle = await findVehicleById(transaction, dealer, vehicle_id);
  await endStaleHolds(transaction, { dealer, vehicle_id }, paid.now);
  const live = await liveReservation(transaction, { dealer, vehicle_id }, paid.now);
  if (!vehicle || !mayReserve(vehicle) || (live && live.id !== id)) return 'not_free';
  const { numUpdatedRows } = await transaction
    .updateTable('reservations')
    // From now on the lead has the details.
    .set({
      ...{ state: 'reserved', payment_id: paid.paymentId, lead_id: paid.leadId, paid_at: paid.now },
      payload: '',
    })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    // Its refund may have been noted at this moment.
    .where('payment_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'known';
  await markForIndex(transaction, [{ id: vehicle_id, dealer }]);
  return 'reserved';
}

/** Notes a payment that reserved nothing: it goes back. A payment noted before stays as it is. */
export async function oweRefund(
  db: Database,
  { dealer, id }: Named,
  { paymentId, now }: { paymentId: string; now: string },
): Promise<void> {
  await db
    .updateTable('reservations')
    .set((eb) => ({
      payment_id: paymentId,
      paid_at: now,
      refund_due_at: now,
      payload: '',
      state: eb.case().when('state', '=', 'held').then('expired').else(eb.ref('state')).end(),
    }))
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .execute();
  await onDisk(db);
}

/** Tries others first, the next time. */
export async function deferRefund(db: Database, { dealer, id }: Named, now: string): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ refund_due_at: now })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('refund_due_at', 'is not', null)
    .execute();
}

/** A payment that went back; `id` is what it paid for, where the processor says so. */
export type Refund = { dealer: string; payment_id: string; id?: string | undefined };

/**
 * A payment went back: its vehicle is free again. Reported before its payment, it is noted with it, so that the payment
 * reserves nothing afterwards.
 * @returns whether it was one of ours
 */
export async function noteRefund(
  db: Database,
  { dealer, payment_id, id }: Refund,
  now: string,
): Promise<boolean> {
  return atomically(db, async (tx) => {
    if (id !== undefined)
      await tx
        .updateTable('reservations')
        .set({ payment_id, paid_at: now, payload: '' })
        .where('dealer', '=', dealer)
        .where('id', '=', id)
        .where('payment_id', 'is', null)
        .execute();
    const refunded = await tx
      .updateTable('reservations')
      .set({ state: 'refunded', refunded_at: now, refund_due_at: null })
      .where('dealer', '=', dealer)
      .where('payment_id', '=', payment_id)
      .where('refunded_at', 'is', null)
      .returning(['vehicle_id', 'dealer'])
      .execute();
    await markForIndex(
      tx,
      refunded.map((row) => ({ id: row.vehicle_id, dealer: row.dealer })),
    );
    return refunded.length > 0;
  });
}

/** Holds whose time is up, the oldest first. */
export async function overdueHolds(db: Database, now: string, limit: number): Promise<Reservation[]> {
  const rows = await db
    .selectFrom('reservations')
    .selectAll()
    .where('payment_id', 'is', null)
    .where('state', '=', 'held')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(toReservation);
}

/** Payments that are to go back. */
export async function refundsDue(db: Database, limit: number): Promise<Reservation[]> {
  const rows = await db
    .selectFrom('reservations')
    .selectAll()
    .where('refund_due_at', 'is not', null)
    .orderBy('refund_due_at')
    .limit(limit)
    .execute();
  return rows.map(toReservation);
}

/** Deletes what was never paid and ended before an instant. @returns the number deleted */
export async function sweepUnpaid(db: Database, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('reservations')
    .where('state', 'in', ['expired', 'cancelled'])
    .where('payment_id', 'is', null)
    .where('expires_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** What a shopper who had signed in reserved or paid for, the newest first. */
export async function reservationsOfContact(
  db: Database,
  { id, dealer }: { id: string; dealer: string },
): Promise<Reservation[]> {
  const rows = await db
    .selectFrom('reservations')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('contact_id', '=', id)
    .where('payment_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(toReservation);
}
