import { HOUR_MS } from '#src/domain/duration.ts';
import { UNPAID_RETENTION_MS } from '#src/domain/reservation/reservation.ts';
import { sweepUnpaidInvoices } from '#src/providers/database/online-payments.ts';
import {
  deferRefund,
  endHold,
  overdueHolds,
  type Reservation,
  refundsDue,
  sweepUnpaid,
} from '#src/providers/database/reservations.ts';
import type { Services } from '../services.ts';
import { lapseHold } from './end-hold.ts';
import { sendBack } from './settle-payment.ts';

/** Each may wait for the processor, so they wait together: the job takes as long as one of them. */
const AT_ONCE = 20;

type JobServices = Pick<Services, 'clock' | 'db' | 'env' | 'log' | 'payments' | 'tenants'>;

async function endOverdueHold(services: JobServices, hold: Reservation): Promise<void> {
  const dealer = services.tenants.bySlug(hold.dealer);
  const payments = dealer && services.payments.of(dealer);
  const outcome = dealer && payments ? await lapseHold(services, dealer, payments, hold) : 'gone';
  const overdueMs = services.clock.now().getTime() - Date.parse(hold.expires_at);
  // Its checkout has ended by itself; a payment reported later is still settled.
  if (outcome === 'gone' || (outcome === 'unavailable' && overdueMs > HOUR_MS))
    await endHold(services.db, hold, 'expired');
}

/** Ends holds whose time is up. One that the processor does not speak about waits, but holds its vehicle no longer. */
export async function endOverdueHolds(services: JobServices): Promise<void> {
  const holds = await overdueHolds(services.db, services.clock.now().toISOString(), AT_ONCE);
  await Promise.all(holds.map((hold) => endOverdueHold(services, hold)));
}

async function sendBackOne(services: JobServices, owed: Reservation): Promise<void> {
  const { clock, db, log, payments, tenants } = services;
  const dealer = tenants.bySlug(owed.dealer);
  const account = dealer && payments.of(dealer);
  if (account) {
    await sendBack(services, account, owed);
    return;
  }
  log.error({ dealer: owed.dealer, reservation: owed.id }, 'no account to refund a deposit from');
  // It goes behind the others, which it would keep from their turn.
  await deferRefund(db, { dealer: owed.dealer, id: owed.id }, clock.now().toISOString());
}

/** Sends back what reserved nothing, until it has gone. */
export async function sendBackDue(services: JobServices): Promise<void> {
  const due = await refundsDue(services.db, AT_ONCE);
  await Promise.all(due.map((owed) => sendBackOne(services, owed)));
}

/** Forgets who did not pay. */
export async function forgetUnpaid({ db, clock }: JobServices): Promise<void> {
  const before = new Date(clock.now().getTime() - UNPAID_RETENTION_MS).toISOString();
  await sweepUnpaid(db, before);
  await sweepUnpaidInvoices(db, before);
}
