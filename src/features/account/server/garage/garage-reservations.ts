import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { GarageCard } from '#src/features/account/garage-card.ts';
import type { Contact } from '#src/features/account/server/session.ts';
import {
  heldUntilText,
  lastHeldDay,
  readReserveTerms,
  refundText,
} from '#src/features/reservations/reserve-terms.ts';
import {
  type Reservation,
  reservationsOfContact,
} from '#src/features/reservations/server/queries/reservation-queries.ts';
import { findVehiclesById } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import { reservationPath } from '#src/platform/routing/page-paths.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import { garageCar } from './garage-car.ts';

export type GarageReservation = {
  leadId: string | null;
  /** Last day that it is held, `YYYY-MM-DD`; empty if it is not held any more. */
  heldUntil: string;
  card: GarageCard;
};

function stateOf({ state, refund_due_at }: Reservation): NonNullable<GarageCard['state']> {
  if (refund_due_at !== null) return { text: 'Refund on its way', isGood: false };
  return state === 'reserved'
    ? { text: 'Reserved for you', isGood: true }
    : { text: 'Deposit refunded', isGood: false };
}

function factsOf(reservation: Reservation, timeZone: string): GarageCard['facts'] {
  const { state, amount_cents, created_at, paid_at, refund_due_at } = reservation;
  const paidAt = paid_at ?? created_at;
  const paidOn = formatDate(zonedDate(new Date(paidAt), timeZone).date);
  const paid = { label: 'Paid', text: `${formatCents(amount_cents)} on ${paidOn}` };
  const terms = readReserveTerms(reservation.terms);
  if (!terms || state !== 'reserved' || refund_due_at !== null) return [paid];
  const held = `Until the end of ${heldUntilText(terms, paidAt, timeZone)}`;
  return [
    paid,
    { label: 'Held for you', text: held },
    { label: 'Refundable', text: refundText(terms, held) },
  ];
}

/** FAV-298: reservations made while signed in: a phone number alone may have been typed by someone else. */
export async function garageReservations(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  contact: Pick<Contact, 'id' | 'dealer'>,
): Promise<GarageReservation[]> {
  const now = clock.now();
  const reserved = await reservationsOfContact(db, contact);
  const ids = [...new Set(reserved.map(({ vehicle_id }) => vehicle_id))];
  const cars = new Map(
    (await findVehiclesById(db, dealer.slug, ids)).map((car) => [car.id, garageCar(dealer, car, now)]),
  );
  return reserved.map((reservation) => {
    const { state, vehicle_id, lead_id, created_at, paid_at, refund_due_at } = reservation;
    const terms = readReserveTerms(reservation.terms);
    const isHeld = state === 'reserved' && refund_due_at === null;
    return {
      leadId: lead_id,
      heldUntil: isHeld && terms ? lastHeldDay(terms, paid_at ?? created_at, dealer.timeZone) : '',
      card: {
        title: 'Reservation',
        state: stateOf(reservation),
        car: cars.get(vehicle_id) ?? { name: 'Vehicle', path: undefined, picture: undefined },
        facts: factsOf(reservation, dealer.timeZone),
        actions: [{ text: 'Receipt and status', href: reservationPath(reservation) }],
      },
    };
  });
}
