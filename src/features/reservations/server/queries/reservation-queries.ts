import type { Selectable } from 'kysely';
import type { ReservationState } from '#src/features/reservations/reservation.ts';
import { findVehicleById, markForIndex } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import type { ReservationsTable } from '#src/platform/database/shopper-tables.ts';
import { atomically, takeAdvisoryLock } from '#src/platform/database/transactions.ts';

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

export type TakenHold =
  | { kind: 'held' }
  | { kind: 'not_free' }
  /** `until` is when the first of the unpaid holds ends. */
  | { kind: 'too_many'; until: string };

/** Who holds: a network is known by a dealer's own hash of it, a phone to all of them. */
const holders = ({ phone, network, session }: Pick<Reservation, 'phone' | 'network' | 'session'>) =>
  (
    [
      ['phone', phone || null],
      ['network', network],
      ['session', session],
    ] as const
  ).filter((holder): holder is [(typeof holder)[0], string] => holder[1] !== null);

/** When one of the limits lets them hold another vehicle; undefined if none is reached. */
async function reachedUntil(tx: Database, hold: Reservation, most: number): Promise<string | undefined> {
  const unpaid = await Promise.all(
    holders(hold).map(([column, value]) =>
      tx
        .selectFrom('reservations')
        .select('expires_at')
        .where(column, '=', value)
        .where('state', '=', 'held')
        .where('expires_at', '>', hold.created_at)
        .where((eb) =>
          eb.not(eb.and([eb('dealer', '=', hold.dealer), eb('vehicle_id', '=', hold.vehicle_id)])),
        )
        .orderBy('expires_at')
        .execute(),
    ),
  );
  return unpaid.find((rows) => rows.length >= most)?.[0]?.expires_at;
}

/**
 * Holds a vehicle; of many at once, one holds it, and a phone, a network and a session hold no more than `mostUnpaid`
 * together.
 */
export async function takeHold(db: Database, hold: Reservation, mostUnpaid: number): Promise<TakenHold> {
  const taken = await atomically(db, async (tx): Promise<TakenHold> => {
    // In one order for all, to avoid deadlocks.
    const names = [lockOf(hold), ...holders(hold).map(([column, value]) => `holds of ${column} ${value}`)];
    for (const name of names.toSorted()) await takeAdvisoryLock(tx, name);
    await endStaleHolds(tx, hold, hold.created_at);
    const until = await reachedUntil(tx, hold, mostUnpaid);
    if (until !== undefined) return { kind: 'too_many', until };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('reservations')
      .values(hold)
      .onConflict((on) => on.doNothing())
      .executeTakeFirstOrThrow();
    return { kind: numInsertedOrUpdatedRows === 1n ? 'held' : 'not_free' };
  });
  if (taken.kind === 'held') await onDisk(db);
  return taken;
}

/** Holds a vehicle longer, for a payment that has begun. */
export const extendHold = (db: Database, { dealer, id }: Named, until: string): Promise<unknown> =>
  db
    .updateTable('reservations')
    .set({ expires_at: until })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('state', '=', 'held')
    .execute();

/** The hold of a vehicle whose time is up and which has not been ended. */
export async function staleHold(
  db: Database,
  { dealer, vehicle_id }: OfVehicle,
  now: string,
): Promise<Reservation | undefined> {
  const row = await db
    .selectFrom('reservations')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('vehicle_id', '=', vehicle_id)
    .where('state', '=', 'held')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return row && toReservation(row);
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
  await takeAdvisoryLock(transaction, lockOf({ dealer, vehicle_id }));
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
