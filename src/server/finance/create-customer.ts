import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readLoan } from '#src/domain/finance/quick-quote.ts';
import { type LeadPayload, readLeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { dollarsToCents } from '#src/domain/money.ts';
import type { CustomerData, CustomerOutcome } from '#src/providers/broker/broker.ts';
import { findPayload, isHeld } from '#src/providers/database/leads.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import type { LeadSubmission } from '../leads/intake/store-submission.ts';
import { type SubmissionOutcome, submitLead } from '../leads/intake/submit-lead.ts';
import type { Services } from '../services.ts';
import { carForSaleById } from '../vehicles/car-asked-about.ts';
import { brokerAddress } from './broker-service.ts';

export const QUOTE_FORM = 'quick-quote';

type Accepted = Extract<SubmissionOutcome, { kind: 'accepted' }>;

export type CustomerResult =
  /** The lead was not accepted; the broker knows nothing. */
  | { kind: 'refused'; outcome: Exclude<SubmissionOutcome, { kind: 'accepted' }> }
  /** The dealer has the lead. `redirectUrl` is at the broker; absent if the installation has none. */
  | { kind: 'created'; accepted: Accepted; redirectUrl?: string }
  /** The dealer has the lead, the broker has no customer. */
  | { kind: 'failed'; accepted: Accepted; broker: string; reason: 'broker_failed' | 'no_redirect' };

/** The outcome of the lead itself. */
export const leadOf = (result: CustomerResult): SubmissionOutcome =>
  result.kind === 'refused' ? result.outcome : result.accepted;

type CustomerServices = Pick<Services, 'broker' | 'clock' | 'db' | 'env' | 'log'>;

const YEAR = /^\d{4}$/;
const orNone = (text: string | undefined): string | undefined => text?.trim() || undefined;

/** FIN-16: the person of the stored lead, and the loan as it was checked. */
async function customerData(
  services: CustomerServices,
  dealer: DealerConfig,
  body: LeadValues,
  lead: LeadPayload,
): Promise<CustomerData> {
  const car = await carForSaleById(services, dealer, lead.car_id ?? null);
  const loan = readLoan(body);
  const year = body.year ?? '';
  return {
    nvic: car ? car.nvic : orNone(body.nvic),
    vin: car ? car.vin : orNone(body.vin),
    year: car ? car.year : YEAR.test(year) ? Number(year) : undefined,
    ...loan,
    purchasePrice: dollarsToCents(loan.purchasePrice),
    phoneNumber: lead.phone,
    firstName: lead.name,
    lastName: lead.last_name,
    email: lead.email,
    subscribe: lead.opt_in,
    postCode: lead.postcode,
  };
}

/** Requests for one customer at a time are one request. */
const running = new Map<string, Promise<CustomerOutcome>>();

function once(reference: string, create: () => Promise<CustomerOutcome>): Promise<CustomerOutcome> {
  const known = running.get(reference);
  if (known) return known;
  const made = create().finally(() => running.delete(reference));
  running.set(reference, made);
  return made;
}

/**
 * FIN-04: the lead is stored first, for a lost lead is lost money, then the customer created at the broker under the
 * lead's id: sent again, both are the same. A held lead creates no customer. The shopper's browser may leave; the
 * broker still gets the customer.
 */
export async function createCustomer(
  services: CustomerServices,
  submission: Omit<LeadSubmission, 'form'>,
): Promise<CustomerResult> {
  const { broker, db, log } = services;
  const { dealer, body } = submission;
  const accepted = await submitLead(services, { ...submission, form: QUOTE_FORM });
  if (accepted.kind !== 'accepted') return { kind: 'refused', outcome: accepted };
  if (!broker) return { kind: 'created', accepted };
  const { leadId } = accepted;
  const failed = (reason: 'broker_failed' | 'no_redirect'): CustomerResult => ({
    ...{ kind: 'failed', accepted, broker: broker.name, reason },
  });
  try {
    if (body[FORM_EXTRAS.honeypot] || (await isHeld(db, leadId))) return failed('no_redirect');
    const outcome = await once(leadId, async () => {
      const lead = readLeadPayload((await findPayload(db, leadId)) ?? '');
      const data = await customerData(services, dealer, body, lead);
      return broker.client.createCustomer({ data, additionalData: lead, reference: leadId });
    });
    if (outcome.kind === 'unavailable') {
      log.warn({ dealer: dealer.slug, leadId, reason: outcome.reason }, 'customer not created');
      return failed('broker_failed');
    }
    const redirectUrl = outcome.kind === 'created' ? brokerAddress(broker, outcome.redirectUrl) : undefined;
    if (redirectUrl === undefined) {
      // The address may hold a key to the application, so it is not logged.
      log.warn({ dealer: dealer.slug, leadId }, 'customer without an address of the broker');
      return failed('no_redirect');
    }
    return { kind: 'created', accepted, redirectUrl };
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    log.error({ dealer: dealer.slug, leadId, reason }, 'customer not created');
    return failed('broker_failed');
  }
}
