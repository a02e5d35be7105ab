import type { DealerConfig } from '#src/config/dealer-config.ts';
import { PROFILE_FIELDS } from '#src/features/account/account-fields.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { type LeadErrors, type LeadValues, TICKED } from '#src/features/leads/fields/lead-field.ts';
import { type LeadFormName, leadFormNamed } from '#src/features/leads/forms/lead-form.ts';
import { readLeadBody } from '#src/features/leads/server/intake/read-lead-body.ts';
import { type LeadOfPhone, leadsOfPhone } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { reservationsOfContact } from '#src/features/reservations/server/queries/reservation-queries.ts';
import { findVehiclesById } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { findEnquiredVehicle } from '#src/features/vehicle/server/vehicle-access.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import { vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import { reservationPath } from '#src/platform/routing/page-paths.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import { deleteAccount } from './account-privacy.ts';
import { changeContact } from './queries/contact-queries.ts';
import { type Contact, endSession } from './session.ts';

/** @property car only while it is listed */
type GarageEnquiry = { title: string; date: string; car?: { name: string; path: string } };

type Reads = Pick<Services, 'db' | 'clock'>;

type EnquiredVehicle = Awaited<ReturnType<typeof findEnquiredVehicle>>;

function enquiryOf(
  dealer: DealerConfig,
  { form, createdAt }: LeadOfPhone,
  enquired: EnquiredVehicle | undefined,
): GarageEnquiry {
  const title = leadFormNamed(form) ? dealer.leads.forms[form as LeadFormName].title : 'Enquiry';
  return {
    title,
    date: formatDate(zonedDate(new Date(createdAt), dealer.timeZone).date),
    ...(enquired?.kind === 'listed' && {
      car: { name: vehicleName(enquired.vehicle), path: vehiclePath(enquired.vehicle.slug) },
    }),
  };
}

/**
 * The enquiries with the shopper's verified phone, newest first. Their content is not shown: anyone may have sent it
 * with this number.
 */
async function garageEnquiries(
  services: Reads,
  dealer: DealerConfig,
  { phone }: Pick<Contact, 'phone'>,
): Promise<GarageEnquiry[]> {
  const leads = await leadsOfPhone(services.db, dealer.slug, phone);
  const vehicleIds = [...new Set(leads.map(({ vehicleId }) => vehicleId))];
  const enquired = new Map(
    await Promise.all(
      vehicleIds.map(async (id) => [id, await findEnquiredVehicle(services, dealer, id)] as const),
    ),
  );
  return leads.map((lead) => enquiryOf(dealer, lead, enquired.get(lead.vehicleId)));
}

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
  return { kind: 'garage', status: result ? 422 : 200, values, enquiries, reservations, ...result };
}
