import type { Person } from '#src/providers/database/lead-erasure.ts';
import {
  eraseReservationsById,
  reservationsOfPerson,
  unerasedReservations,
} from '#src/providers/database/reservation-erasure.ts';
import type { AdminServices } from '../leads/operations/lead-admin.ts';
import { appendErasure, type ErasureReason, readErasures } from '../leads/privacy/erasure-log.ts';

/** Erases people from reservations, permanently; the ids are logged first, as those of leads are. */
export async function eraseReservations(
  { db, clock, dataDir }: AdminServices,
  reservationIds: readonly string[],
  reason: ErasureReason,
): Promise<void> {
  if (reservationIds.length === 0) return;
  appendErasure(dataDir, { at: clock.now().toISOString(), reason, leadIds: [], reservationIds });
  await eraseReservationsById(db, reservationIds);
}

/**
 * Erases a person from all reservations, those never paid too, which no lead names.
 * @param person phone as digits from 0, e-mail in lower case
 * @param dealer all dealers where undefined
 */
export const eraseReservationsOfPerson = async (
  services: AdminServices,
  person: Person,
  dealer: string | undefined,
): Promise<void> =>
  eraseReservations(services, await reservationsOfPerson(services.db, person, dealer), 'request');

/** Reservations erased before that a restored backup brought back. @throws Error if a line of the log is invalid */
export const findRestoredReservations = ({ db, dataDir }: AdminServices): Promise<string[]> =>
  unerasedReservations(db, [
    ...new Set(readErasures(dataDir).flatMap(({ reservationIds = [] }) => reservationIds)),
  ]);
