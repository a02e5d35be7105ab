import type { DealerConfig } from '#src/config/dealer-config.ts';
import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import { capitalised, KIND_TERMS, mainKind } from '#src/config/sections/stock/stock-terms.ts';
import type { GarageCard } from '#src/features/account/garage-card.ts';
import type { Contact } from '#src/features/account/server/session.ts';
import type { DealPart } from '#src/features/deal/deal-part.ts';
import { readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { sentAs } from '#src/features/leads/delivery/success-page-text.ts';
import { calendarPath } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { isForCalendar } from '#src/features/leads/server/intake/success-page.ts';
import {
  deliveriesOf,
  type LeadOfShopper,
  leadsOfShopper,
} from '#src/features/leads/server/queries/lead-list-queries.ts';
import { type Booking, isConfirmedByCall, timeText } from '#src/features/leads/test-drive/booking.ts';
import { addressText, directionsUrl } from '#src/features/locations/location-directory.ts';
import { findEnquiredVehicle } from '#src/features/vehicle/server/vehicle-access.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import { telephoneHref } from '#src/platform/routing/href.ts';
import { dealPath } from '#src/platform/routing/page-paths.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import { garageCar } from './garage-car.ts';

/** FAV-292: what a shopper may know of the delivery of an enquiry. A held one waits like any other. */
export const ENQUIRY_STATES = {
  received: 'With our team',
  waiting: 'On its way to our team',
} as const;

export type GarageEnquiry =
  /** FAV-293. `at` is local: `2026-07-03T09:30`, or a day. */
  | { kind: 'test-drive'; at: string; isOver: boolean; card: GarageCard }
  /** FAV-299. */
  | { kind: 'deal'; vehicleId: string | null; sentAt: string; card: GarageCard }
  | { kind: 'enquiry'; id: string; card: GarageCard };

type Reads = Pick<Services, 'db' | 'clock'>;
type Sent = {
  lead: LeadOfShopper;
  /** Only while it is listed. */
  vehicle: StockedVehicle | undefined;
  /** `With our team`. */
  state: string;
  now: Date;
};

const sentDate = ({ timeZone }: DealerConfig, { createdAt }: LeadOfShopper): string =>
  formatDate(zonedDate(new Date(createdAt), timeZone).date);

/** `30 November 2026, with our team`: when it was sent, not when it is. */
const sentFact = (dealer: DealerConfig, { lead, state }: Sent): GarageCard['facts'][number] => ({
  label: 'Sent',
  text: `${sentDate(dealer, lead)}, ${state.charAt(0).toLowerCase()}${state.slice(1)}`,
});

const carOf = (dealer: DealerConfig, { vehicle, now }: Sent) => vehicle && garageCar(dealer, vehicle, now);

function stateOfDrive(booking: Booking, today: string): NonNullable<GarageCard['state']> {
  if (booking.date < today) return { text: 'Over', isGood: false };
  if (!isConfirmedByCall(booking, today)) return { text: 'Booked', isGood: true };
  return { text: 'We’ll call to confirm', isGood: false };
}

function testDriveOf(dealer: DealerConfig, sent: Sent, booking: Booking): GarageEnquiry {
  const { date, time, time_zone, location_id } = booking;
  const today = zonedDate(sent.now, time_zone).date;
  const isOver = date < today;
  const location = dealer.locations.find(({ id }) => id === location_id);
  const where = location ? `${location.name}, ${addressText(location.address)}` : booking.location;
  const phone = dealer.phones.override ?? location?.phone ?? dealer.phones.main;
  const kind = sent.vehicle?.item_type ?? mainKind(dealer.verticals);
  return {
    kind: 'test-drive',
    at: time === '' ? date : `${date}T${time}`,
    isOver,
    card: {
      title: capitalised(KIND_TERMS[kind].visit),
      state: stateOfDrive(booking, today),
      car: carOf(dealer, sent),
      facts: [
        { label: 'When', text: timeText(booking) },
        { label: 'Where', text: where, href: location && directionsUrl(location.address) },
        ...(isOver ? [] : [{ label: 'To change it', text: `Call ${phone}`, href: telephoneHref(phone) }]),
        sentFact(dealer, sent),
      ],
      actions: isOver ? [] : [{ text: 'Add to my calendar', href: calendarPath(sent.lead.id), isFile: true }],
    },
  };
}

function dealOf(dealer: DealerConfig, sent: Sent, deal: DealPart): GarageEnquiry {
  const { vehicle, lead } = sent;
  const balance = `${formatCents(Math.abs(deal.balance_cents))} ${deal.balance_label.toLowerCase()}`;
  return {
    kind: 'deal',
    vehicleId: lead.vehicleId,
    sentAt: lead.createdAt,
    card: {
      title: 'Deal',
      state: { text: 'Sent', isGood: true },
      car: carOf(dealer, sent),
      facts: [
        { label: 'Adds up to', text: `${formatCents(deal.total_cents)} in total, ${balance}` },
        sentFact(dealer, sent),
      ],
      actions: vehicle
        ? [{ text: 'Open your deal', href: `${dealPath(vehicle)}${new URL(deal.link).search}` }]
        : [],
    },
  };
}

function enquiryOf(dealer: DealerConfig, sent: Sent): GarageEnquiry {
  const { lead, vehicle, state } = sent;
  const { booking, deal } = readLeadPayload(lead.payload);
  if (booking && isForCalendar(booking)) return testDriveOf(dealer, sent, booking);
  if (deal) return dealOf(dealer, sent, deal);
  const kind = vehicle?.item_type ?? mainKind(dealer.verticals);
  return {
    kind: 'enquiry',
    id: lead.id,
    card: {
      title: capitalised(sentAs(lead.form, kind)),
      state: { text: state, isGood: state === ENQUIRY_STATES.received },
      car: carOf(dealer, sent),
      facts: [
        ...(booking ? [{ label: 'When', text: timeText(booking) }] : []),
        { label: 'Sent', text: sentDate(dealer, lead) },
      ],
      actions: [],
    },
  };
}

/**
 * FAV-292: the enquiries with the shopper's verified phone or from this account, newest first. Of one that anyone may
 * have sent with this number, what was arranged is shown, and nothing that was written.
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
  return leads.map((lead) => {
    const found = enquired.get(lead.vehicleId);
    const vehicle = found?.kind === 'listed' ? found.vehicle : undefined;
    const state = ENQUIRY_STATES[received.has(lead.id) ? 'received' : 'waiting'];
    return enquiryOf(dealer, { lead, vehicle, state, now });
  });
}
