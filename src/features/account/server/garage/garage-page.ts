import type { DealerConfig } from '#src/config/dealer-config.ts';
import { PROFILE_FIELDS } from '#src/features/account/account-fields.ts';
import { deleteAccount } from '#src/features/account/server/account-privacy.ts';
import { changeContact } from '#src/features/account/server/queries/contact-queries.ts';
import { type Contact, endSession } from '#src/features/account/server/session.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { type LeadErrors, type LeadValues, TICKED } from '#src/features/leads/fields/lead-field.ts';
import { readLeadBody } from '#src/features/leads/server/intake/read-lead-body.ts';
import { reservationsOfContact } from '#src/features/reservations/server/queries/reservation-queries.ts';
import { findVehiclesById } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import { vehicleName } from '#src/features/vehicle/vehicle.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import { reservationPath } from '#src/platform/routing/page-paths.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import { type GarageEnquiry, garageEnquiries } from './garage-enquiries.ts';
import { type OwnCar, ownCars } from './own-cars.ts';

type GarageReservation = {
  name: string;
  path: string;
  date: string;
  deposit: string;
  isRefunded: boolean;
};

/** Reservations the shopper made while signed in: a phone number alone may have been typed by someone else. */
async function garageReservations(
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

export type GaragePage =
  /** @property cookie value of Set-Cookie that removes the session */
  | { kind: 'deleted'; cookie: string }
  /** The change is stored; redirect to the page. */
  | { kind: 'saved' }
  | {
      kind: 'garage';
      status: number;
      /** As posted, else as stored. */
      values: LeadValues;
      enquiries: readonly GarageEnquiry[];
      reservations: readonly GarageReservation[];
      ownCars: readonly OwnCar[];
      errors?: LeadErrors;
      /** The deletion was not confirmed by its checkbox. */
      isUnconfirmed?: boolean;
    };

type PostResult =
  | Exclude<GaragePage, { kind: 'garage' }>
  | Pick<Extract<GaragePage, { kind: 'garage' }>, 'errors' | 'isUnconfirmed'>;

async function handlePost(
  services: Services,
  contact: Contact,
  body: LeadValues,
  cookieHeader: string | null,
): Promise<PostResult> {
  if (body.delete_account !== undefined) {
    if (body.confirm !== TICKED) return { isUnconfirmed: true };
    await deleteAccount(services, contact);
    return { kind: 'deleted', cookie: await endSession(services, contact.dealer, cookieHeader) };
  }
  const checked = checkLead(PROFILE_FIELDS, body);
  if ('errors' in checked) return { errors: checked.errors };
  const { name: firstName = '', last_name: lastName = '', email = '' } = checked.values;
  const now = services.clock.now().toISOString();
  await changeContact(services.db, contact, { firstName, lastName, email }, now);
  return { kind: 'saved' };
}

/** FAV-06: handles GET and POST of the garage, which works without JavaScript. */
export async function garagePage(
  services: Services,
  dealer: DealerConfig,
  request: Request,
  contact: Contact,
): Promise<GaragePage> {
  const stored = { name: contact.firstName, last_name: contact.lastName, email: contact.email };
  const body = request.method === 'POST' ? await readLeadBody(request) : undefined;
  const result = body && (await handlePost(services, contact, body, request.headers.get('cookie')));
  if (result && 'kind' in result) return result;
  const enquiries = await garageEnquiries(services, dealer, contact);
  const reservations = await garageReservations(services, dealer, contact);
  const values = result?.errors ? { ...stored, ...body } : stored;
  const cars = await ownCars(services, dealer, contact);
  const status = result ? 422 : 200;
  return { kind: 'garage', status, values, enquiries, reservations, ownCars: cars, ...result };
}
