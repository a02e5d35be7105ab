import { readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import type { ReportedBooking } from '#src/features/leads/delivery/success-page-text.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { carIdsOf, type LeadErrors, type LeadValues } from '#src/features/leads/fields/lead-field.ts';
import type { LeadForm } from '#src/features/leads/forms/form-definition.ts';
import { type LeadFormName, leadFormNamed } from '#src/features/leads/forms/lead-form.ts';
import { PHONE_UNVERIFIED_MESSAGE } from '#src/features/leads/phone-code/phone-code.ts';
import { PhoneUnverified } from '#src/features/leads/server/phone-code/verified-phone.ts';
import { findPayload, isStored } from '#src/features/leads/server/queries/lead-queries.ts';
import { bookingRequest } from '#src/features/leads/test-drive/booking.ts';
import { inSpan } from '#src/platform/tracing/tracing.ts';
import type { EnquiredCar } from './compose-payload.ts';
import {
  checkFormAvailabilityForCars,
  closedForm,
  type FormClosed,
  sentContext,
} from './form-availability.ts';
import { type ChallengeFor, challengeFor, TooManyLeads } from './screen-lead.ts';
import { keyOf, type LeadServices, type LeadSubmission, storeSubmission } from './store-submission.ts';
import { BookingRefused } from './test-drive-booking.ts';

export type SubmissionOutcome =
  | { kind: 'accepted'; leadId: string; category: string; eventId: number; booking?: ReportedBooking }
  | { kind: 'invalid'; errors: LeadErrors }
  | { kind: 'unknown_form' }
  | (FormClosed & { phone: string })
  /** The key was used for other content. */
  | { kind: 'changed' }
  /** A flood; nothing is stored. */
  | { kind: 'too_many'; retryAfterSeconds: number; phone: string }
  /** Nothing is stored; the shopper is asked to call. */
  | { kind: 'not_stored'; phone: string };

/**
 * FORM-11: validates a lead and stores it with its deliveries before it is acknowledged. A lead caught by the
 * honeypot gets the usual response, books no slot, and is held until a person releases it. Never rejects because of
 * input or a database that cannot write.
 */
export async function submitLead(
  services: LeadServices,
  submission: LeadSubmission,
  challengeOf: ChallengeFor = challengeFor,
): Promise<SubmissionOutcome> {
  const { dealer, form: formName, body, visitor } = submission;
  const phone = dealer.phones.override ?? dealer.phones.main;
  const form = leadFormNamed(formName);
  if (!form) return { kind: 'unknown_form' };
  const closed = closedForm(dealer, formName as LeadFormName, visitor);
  const fields = form.fields(dealer, sentContext(services, dealer, body));
  const checked = checkLead(fields, body);
  if ('errors' in checked) return closed ? { ...closed, phone } : { kind: 'invalid', errors: checked.errors };
  try {
    const key = keyOf(services, submission, checked.values);
    const carIds = carIdsOf(checked.values);
    const availability = await checkFormAvailabilityForCars(
      services,
      dealer,
      formName as LeadFormName,
      carIds,
      visitor,
    );
    const { car, ...rest } = availability;
    const refusal = closed ?? (rest.kind === 'open' ? undefined : rest);
    // A repeat of an accepted lead is not refused.
    if (refusal && !(await isStored(services.db, key.lead, key.former))) return { ...refusal, phone };
    // Labels depend on the vehicle; the key depends on what was posted.
    const carFields = form.fields(dealer, sentContext(services, dealer, body, car?.item_type));
    const labelled = checkLead(carFields, body);
    if ('errors' in labelled) return { kind: 'invalid', errors: labelled.errors };
    const about = { car, ...(rest.kind === 'open' ? { cars: rest.cars, goneCarIds: rest.goneCarIds } : {}) };
    const lead = { form, fields: carFields, key, about };
    const facts = { 'forecourt.dealer': dealer.slug, 'forecourt.form': formName };
    const stored = await inSpan({ name: 'lead', facts }, () =>
      storeSubmission(services, submission, lead, labelled.values, challengeOf),
    );
    if (stored.kind === 'conflict') return { kind: 'changed' };
    const booking = await reportedBooking(services, checked.values, stored.id);
    return { ...accepted(form, checked.values, car, stored.id), ...(booking && { booking }) };
  } catch (error) {
    if (error instanceof BookingRefused) return { kind: 'invalid', errors: error.errors };
    if (error instanceof PhoneUnverified)
      return { kind: 'invalid', errors: { phone: PHONE_UNVERIFIED_MESSAGE } };
    if (error instanceof TooManyLeads) {
      services.log.warn({ dealer: dealer.slug, form: formName, limit: error.sender }, 'lead refused');
      return { kind: 'too_many', retryAfterSeconds: error.retryAfterSeconds, phone };
    }
    // The driver's message contains names of tables and files, never values.
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, form: formName, reason }, 'lead not stored');
    return { kind: 'not_stored', phone };
  }
}

/**
 * The booking in the stored lead, also for a repeated submission, because a shopper who reads "booked" will come. An
 * unreadable lead is still stored.
 */
async function reportedBooking(
  { db }: LeadServices,
  values: LeadValues,
  leadId: string,
): Promise<ReportedBooking | undefined> {
  if (!bookingRequest(values)) return undefined;
  try {
    const { booking } = readLeadPayload((await findPayload(db, leadId)) ?? '');
    return booking && { state: booking.state, text: booking.text };
  } catch {
    return undefined;
  }
}

const accepted = (
  form: LeadForm,
  values: LeadValues,
  car: EnquiredCar | undefined,
  leadId: string,
): SubmissionOutcome => ({
  kind: 'accepted',
  leadId,
  category: values.category || form.category,
  eventId: form.eventId(car),
});
