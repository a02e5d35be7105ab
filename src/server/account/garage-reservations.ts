import type { DealerConfig } from '#src/config/dealer-config.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { formatCents } from '#src/domain/money.ts';
import { formatDate } from '#src/domain/vehicle/display-text.ts';
import { vehicleName } from '#src/domain/vehicle/vehicle.ts';
import { reservationsOfContact } from '#src/providers/database/reservations.ts';
import { findVehiclesById } from '#src/providers/database/vehicles-by-id.ts';
import { reservationPath } from '#src/routing/page-paths.ts';
import type { Services } from '../services.ts';
import type { Contact } from './session.ts';

export type GarageReservation = {
  name: string;
  path: string;
  date: string;
  deposit: string;
  isRefunded: boolean;
};

/** What a shopper has reserved while signed in: a number alone may have been typed by someone else. */
export async function garageReservations(
  { db }: Pick<Services, 'db'>,
  dealer: DealerConfig,
  contact: Pick<Contact, 'id' | 'dealer'>,
): Promise<GarageReservation[]> {
  const reserved = await reservationsOfContact(db, contact);
  const ids = [...new Set(reserved.map(({ vehicle_id }) => vehicle_id))];
  const names = new Map(
    (await findVehiclesById(db, dealer.slug, ids)).map((car) => [car.id, vehicleName(car)]),
  );
  return reserved.map((reservation) => ({
    name: names.get(reservation.vehicle_id) ?? 'Vehicle',
    path: reservationPath(reservation),
    date: formatDate(zonedDate(new Date(reservation.created_at), dealer.timeZone).date),
    deposit: formatCents(reservation.amount_cents),
    isRefunded: reservation.state !== 'reserved',
  }));
}
