import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isPaymentId, type ReservationStanding } from '#src/features/reservations/reservation.ts';
import { findVehicleById } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { canReserve } from '#src/features/vehicle/server/vehicle-access.ts';
import { type StockedVehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { reservationPath } from '#src/platform/routing/page-paths.ts';
import type { Services } from '#src/server/services.ts';
import { closeHold } from './end-reservation.ts';
import {
  depositOf,
  orderOf,
  PAYMENT_UNAVAILABLE,
  siteOrigin,
  startPayment,
} from './payments/start-payment.ts';
import { returnedPaymentOf } from './queries/payment-queries.ts';
import { findReservation, type Reservation } from './queries/reservation-queries.ts';

export type ReservationPage =
  | { kind: 'unknown' }
  | { kind: 'elsewhere'; to: string }
  | {
      kind: 'reservation';
      status: number;
      reservation: Pick<
        Reservation,
        'id' | 'contact_id' | 'amount_cents' | 'expires_at' | 'lead_id' | 'paid_at' | 'terms'
      >;
      standing: ReservationStanding;
      /** Undefined once it was removed from stock. */
      vehicle: StockedVehicle | undefined;
      /** Whether it can be reserved now. */
      isFree: boolean;
      failure?: { message: string; phone: string } | undefined;
      /** Origin of the payment page. */
      processor: string;
    };

/** Buttons of an unpaid reservation. */
export const RESERVATION_ACTION = 'action';
export const PAY = 'pay';
export const CANCEL = 'give-up';

function standingOf(
  { state, refund_due_at, expires_at }: Reservation,
  {
    now,
    isCancelled,
    isFree,
    isMismatched,
  }: { now: Date; isCancelled: boolean; isFree: boolean; isMismatched: boolean },
): ReservationStanding {
  if (refund_due_at !== null) return 'refund-due';
  if (isMismatched && (state === 'expired' || state === 'cancelled')) return 'mismatched';
  if (state !== 'held') return state;
  if (Date.parse(expires_at) <= now.getTime()) return 'expired';
  if (!isCancelled) return 'confirming';
  return isFree ? 'unpaid' : 'gone';
}

/**
 * BUY-01: handles GET and POST of a reservation's page. Only the processor's event makes it `reserved`, never the
 * return URL.
 */
export async function reservationPage(
  services: Services,
  dealer: DealerConfig,
  id: string,
  request: Request,
): Promise<ReservationPage> {
  if (!isPaymentId(id)) return { kind: 'unknown' };
  const found = await findReservation(services.db, { dealer: dealer.slug, id });
  if (!found) return { kind: 'unknown' };
  const vehicle = await findVehicleById(services.db, dealer.slug, found.vehicle_id);
  const isFree = vehicle !== undefined && canReserve(vehicle, dealer, services.clock.now());
  const isPost = request.method === 'POST';
  const isCancelled = isPost || new URL(request.url).searchParams.has('cancelled');
  const isMismatched = (await returnedPaymentOf(services.db, found)) !== undefined;
  const page = (status: number, message?: string): ReservationPage => ({
    kind: 'reservation',
    status,
    reservation: found,
    standing: standingOf(found, { now: services.clock.now(), isCancelled, isFree, isMismatched }),
    vehicle,
    isFree,
    processor: services.payments.origin,
    ...(message !== undefined && {
      failure: { message, phone: dealer.phones.override ?? dealer.phones.main },
    }),
  });
  if (!isPost || found.state !== 'held') return page(200);
  const deposit = depositOf(services, dealer);
  if (!deposit || !vehicle) return page(503, PAYMENT_UNAVAILABLE);
  const action = new URLSearchParams(await request.text()).get(RESERVATION_ACTION);
  if (action === CANCEL || !isFree) {
    const ended = await closeHold(services, dealer, deposit.payments, found, 'cancelled');
    return ended === 'unavailable'
      ? page(503, PAYMENT_UNAVAILABLE)
      : { kind: 'elsewhere', to: reservationPath(found) };
  }
  const order = orderOf(found, {
    description: `Deposit: ${vehicleName(vehicle)}`,
    page: `${siteOrigin(services, request)}${reservationPath(found)}`,
  });
  const to = await startPayment(services, dealer, deposit, order);
  return to === undefined ? page(503, PAYMENT_UNAVAILABLE) : { kind: 'elsewhere', to };
}
