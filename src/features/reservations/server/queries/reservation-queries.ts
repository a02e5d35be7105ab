import type { Selectable } from 'kysely';
import type { ReservationState } from '#src/features/reservations/reservation.ts';
import { findVehicleById, markForIndex } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import type { ReservationsTable } from '#src/platform/database/shopper-tables.ts';
import { acquireAdvisoryLock, atomically } from '#src/platform/database/transactions.ts';

export type Reservation = Omit<Selectable<ReservationsTable>, 'state'> & { state: ReservationState };
type Named = Pick<Reservation, 'dealer' | 'id'>;
type OfVehicle = Pick<Reservation, 'dealer' | 'vehicle_id'>;

/** Serialises payments and holds of a vehicle, which could otherwise violate the unique index. */
const lockOf = ({ dealer, vehicle_id }: OfVehicle): string => `reservation ${dealer} ${vehicle_id}`;

export const toReservation = (row: Selectable<ReservationsTable>): Reservation => ({
  ...row,
  state: row.state as ReservationState,
});

export async function findReservation(db: Database, { dealer, id }: Named): Promise<Reservation | undefined> {
  const row = await db
    .selectFrom('reservations')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toReservation(row);
}

/** The active hold or reservation of a vehicle. */
export async function activeReservation(
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

/** Ends expired holds of a vehicle, without waiting for the periodic job. */
const endStaleHolds = (db: Database, { dealer, vehicle_id }: OfVehicle, now: string): Promise<unknown> =>
  db
    .updateTable('reservations')
    .set({ state: 'expired' })
    .where('dealer', '=', dealer)
    .where('vehicle_id', '=', vehicle_id)
    .where('state', '=', 'held')
    .where('expires_at', '<=', now)
    .execute();

export type HoldResult =
  | { kind: 'held' }
  | { kind: 'not_free' }
  /** `until` is the end of the first unpaid hold. */
  | { kind: 'too_many'; until: string };

/** The identities that limits apply to: networks per dealer (hashed), phones across dealers. */
const holders = ({ phone, network, session }: Pick<Reservation, 'phone' | 'network' | 'session'>) =>
  (
    [
      ['phone', phone || null],
      ['network', network],
      ['session', session],
    ] as const
  ).filter((holder): holder is [(typeof holder)[0], string] => holder[1] !== null);

/** When another vehicle may be held; undefined if no limit is reached. */
async function reachedUntil(tx: Database, hold: Reservation, max: number): Promise<string | undefined> {
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
  return unpaid.find((rows) => rows.length >= max)?.[0]?.expires_at;
}

/**
 * Holds a vehicle: one of several concurrent requests succeeds, and a phone, a network and a session each hold at
 * max `maxUnpaid`.
 */
export async function placeHold(db: Database, hold: Reservation, maxUnpaid: number): Promise<HoldResult> {
  const result = await atomically(db, async (tx): Promise<HoldResult> => {
    // Sorted, to avoid deadlocks.
    const names = [lockOf(hold), ...holders(hold).map(([column, value]) => `holds of ${column} ${value}`)];
    for (const name of names.toSorted()) await acquireAdvisoryLock(tx, name);
    await endStaleHolds(tx, hold, hold.created_at);
    const until = await reachedUntil(tx, hold, maxUnpaid);
    if (until !== undefined) return { kind: 'too_many', until };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('reservations')
      .values(hold)
      .onConflict((on) => on.doNothing())
      .executeTakeFirstOrThrow();
    return { kind: numInsertedOrUpdatedRows === 1n ? 'held' : 'not_free' };
  });
  if (result.kind === 'held') await onDisk(db);
  return result;
}

/** For a payment in progress. */
export const extendHold = (db: Database, { dealer, id }: Named, until: string): Promise<unknown> =>
  db
    .updateTable('reservations')
    .set({ expires_at: until })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('state', '=', 'held')
    .execute();

/** An expired hold that has not been ended yet. */
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

/** @returns false if the hold has ended */
export async function storeCheckout(
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

/**
 * Ends an unpaid hold.
 * @returns false if it was not held
 */
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

export type ConfirmOutcome = 'reserved' | 'known' | 'not_free';

/**
 * Converts a paid hold to a reservation, in the transaction that stores its lead. Also for an expired hold, if the
 * vehicle is still available.
 * @param mayReserve whether the vehicle can be reserved in its current state
 */
export async function confirmReservation(
  transaction: Database,
  { dealer, id, vehicle_id }: Named & OfVehicle,
  paid: { paymentId: string; leadId: string; now: string },
  mayReserve: (vehicle: StockedVehicle) => boolean,
): Promise<ConfirmOutcome> {
  await acquireAdvisoryLock(transaction, lockOf({ dealer, vehicle_id }));
  const current = await findReservation(transaction, { dealer, id });
  if (!current || current.payment_id !== null) return 'known';
  const vehicle = await findVehicleById(transaction, dealer, vehicle_id);
  await endStaleHolds(transaction, { dealer, vehicle_id }, paid.now);
  const live = await activeReservation(transaction, { dealer, vehicle_id }, paid.now);
  if (!vehicle || !mayReserve(vehicle) || (live && live.id !== id)) return 'not_free';
  const { numUpdatedRows } = await transaction
    .updateTable('reservations')
    // The lead now has the details.
    .set({
      ...{ state: 'reserved', payment_id: paid.paymentId, lead_id: paid.leadId, paid_at: paid.now },
      payload: '',
    })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    // A concurrent refund may have been recorded.
    .where('payment_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'known';
  await markForIndex(transaction, [{ id: vehicle_id, dealer }]);
  return 'reserved';
}

/** Records a payment that reserved nothing and must be refunded. A recorded payment is unchanged. */
export async function recordOwedRefund(
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

/** Moves it to the end of the queue. */
export async function deferRefund(db: Database, { dealer, id }: Named, now: string): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ refund_due_at: now })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('refund_due_at', 'is not', null)
    .execute();
}

/** A refunded payment; `id` of its reservation or invoice, if the processor includes it. */
export type Refund = { dealer: string; payment_id: string; id?: string | undefined };

/**
 * Records a refund, which releases the vehicle. If its event precedes that of the payment, the payment is recorded
 * too, so that it cannot reserve afterwards.
 * @returns false if the payment is unknown
 */
export async function recordRefund(
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

/** Expired holds, oldest first. */
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

/** Payments to refund. */
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

/**
 * Deletes unpaid reservations that ended before an instant.
 * @returns the number deleted
 */
export async function sweepUnpaid(db: Database, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('reservations')
    .where('state', 'in', ['expired', 'cancelled'])
    .where('payment_id', 'is', null)
    .where('expires_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Paid reservations of a contact, newest first. */
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
