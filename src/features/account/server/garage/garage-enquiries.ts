import type { DealerConfig } from '#src/config/dealer-config.ts';
import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import type { Contact } from '#src/features/account/server/session.ts';
import { readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { calendarPath } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { type LeadFormName, leadFormNamed } from '#src/features/leads/forms/lead-form.ts';
import { isForCalendar } from '#src/features/leads/server/intake/success-page.ts';
import {
  deliveriesOf,
  type LeadOfShopper,
  leadsOfShopper,
} from '#src/features/leads/server/queries/lead-list-queries.ts';
import { bookingText } from '#src/features/leads/test-drive/booking.ts';
import { findEnquiredVehicle } from '#src/features/vehicle/server/vehicle-access.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import { vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';

/** FAV-292: what a shopper may know of the delivery of an enquiry. A held one waits like any other. */
export const ENQUIRY_STATES = {
  received: 'With our team',
  waiting: 'On its way to our team',
} as const;

/** FAV-293. */
export type GarageTestDrive = { text: string; calendarHref: string | undefined; isOver: boolean };

export type GarageEnquiry = {
  title: string;
  date: string;
  state: string;
  /** Only while it is listed. */
  car?: { name: string; path: string };
  /** Only of an enquiry sent from this account. */
  testDrive?: GarageTestDrive;
};

type Reads = Pick<Services, 'db' | 'clock'>;
type EnquiredVehicle = Awaited<ReturnType<typeof findEnquiredVehicle>>;

function testDriveOf({ id, payload }: LeadOfShopper, now: Date): GarageTestDrive | undefined {
  if (payload === undefined) return undefined;
  const { booking } = readLeadPayload(payload);
  if (!booking) return undefined;
  const today = zonedDate(now, booking.time_zone).date;
  return {
    text: bookingText(booking),
    calendarHref: isForCalendar(booking) ? calendarPath(id) : undefined,
    isOver: booking.date !== '' && booking.date < today,
  };
}

function enquiryOf(
  dealer: DealerConfig,
  lead: LeadOfShopper,
  { enquired, isReceived, now }: { enquired: EnquiredVehicle | undefined; isReceived: boolean; now: Date },
): GarageEnquiry {
  const { form, createdAt } = lead;
  const testDrive = testDriveOf(lead, now);
  return {
    title: leadFormNamed(form) ? dealer.leads.forms[form as LeadFormName].title : 'Enquiry',
    date: formatDate(zonedDate(new Date(createdAt), dealer.timeZone).date),
    state: ENQUIRY_STATES[isReceived ? 'received' : 'waiting'],
    ...(enquired?.kind === 'listed' && {
      car: { name: vehicleName(enquired.vehicle), path: vehiclePath(enquired.vehicle.slug) },
    }),
    ...(testDrive && { testDrive }),
  };
}

/**
 * FAV-292: the enquiries with the shopper's verified phone or from this account, newest first. What was written is not
 * shown: anyone may have sent it with this number.
 */
export async function garageEnquiries(
  services: Reads,
  dealer: DealerConfig,
  contact: Pick<Contact, 'id' | 'dealer' | 'phone'>,
): Promise<GarageEnquiry[]> {
  const now = services.clock.now();
  const leads = await leadsOfShopper(services.db, contact);
  const deliveries = await deliveriesOf(
    services.db,
    leads.map(({ id }) => id),
  );
  const received = new Set(
    deliveries
      .filter(
        ({ state, destination }) => state === 'delivered' && destination !== ACKNOWLEDGEMENT_DESTINATION,
      )
      .map(({ lead_id }) => lead_id),
  );
  const vehicleIds = [...new Set(leads.map(({ vehicleId }) => vehicleId))];
  const enquired = new Map(
    await Promise.all(
      vehicleIds.map(async (id) => [id, await findEnquiredVehicle(services, dealer, id)] as const),
    ),
  );
  return leads.map((lead) =>
    enquiryOf(dealer, lead, {
      enquired: enquired.get(lead.vehicleId),
      isReceived: received.has(lead.id),
      now,
    }),
  );
}
