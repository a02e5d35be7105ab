import { randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Visitor } from '#src/config/sections/visitor.ts';
import { carIdsOf } from '#src/domain/lead/car-ids.ts';
import { checkLead } from '#src/domain/lead/check-lead.ts';
import { type LeadPayload, readLeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { ReportedBooking } from '#src/domain/lead/delivery/sent-words.ts';
import { FINANCE_SEEN } from '#src/domain/lead/forms/finance.ts';
import type { LeadForm } from '#src/domain/lead/forms/form-entry.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import { type LeadFormName, leadFormNamed } from '#src/domain/lead/lead-form.ts';
import { HONEYPOT_REASON } from '#src/domain/lead/lead-limits.ts';
import { asPreviewLead } from '#src/domain/lead/preview-lead.ts';
import { bookingWish } from '#src/domain/lead/test-drive/booking.ts';
import { PHONE_UNVERIFIED_MESSAGE } from '#src/domain/phone-code/phone-code.ts';
import type { Database } from '#src/providers/database/database.ts';
import { storeFinanceWording } from '#src/providers/database/finance-wordings.ts';
import {
  findPayload,
  type HoldReason,
  isStored,
  replacePayload,
  type StoreResult,
  storeLead,
} from '#src/providers/database/leads.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { financeOfLead } from '../../finance/shown-finance.ts';
import { PhoneUnverified, takeVerifiedPhone } from '../../phone-codes/verified-phone.ts';
import type { Services } from '../../services.ts';
import { destinationsOf } from '../delivery/lead-destinations.ts';
import { queueAcknowledgement } from './acknowledge-lead.ts';
import { askedFormOfCars, closedForm, type FormClosed } from './asked-form.ts';
import { composePayload, type EnquiredCar, type LeadParts } from './compose-payload.ts';
import { countHeldSlot, countLead, sweepLeadCounts, TooManyLeads } from './count-lead.ts';
import { sentContext } from './form-context.ts';
import { type ChallengeFor, challengeFor, proveLead } from './prove-lead.ts';
import { submissionKey } from './submission-key.ts';
import { asWish, BookingRefused, bookingOf } from './test-drive-booking.ts';

/** The outcome of a valid lead; one held on suspicion is stored, but waits for a person. */
type Verdict = { kind: 'send' } | { kind: 'hold'; reason: string };

/**
 * Spam is filtered without harming people: leads that look automated are held, never lost. The speed of sending is no
 * sign of spam: browsers fill in forms instantly.
 */
function judgeLead(body: LeadValues): Verdict {
  return body[FORM_EXTRAS.honeypot] ? { kind: 'hold', reason: HONEYPOT_REASON } : { kind: 'send' };
}

export type LeadSubmission = {
  dealer: DealerConfig;
  /** Name in LEAD_FORMS. */
  form: string;
  /** As sent. */
  body: LeadValues;
  userAgent: string;
  /** Absent for a lead without a network address. */
  clientAddress?: string | undefined;
  /** No one signed in unless it says so. */
  visitor?: Visitor | undefined;
  /** PLAT-04: it comes from a preview; a test that is delivered nowhere. */
  isPreview?: boolean;
  /** Wins over the key in the body. */
  idempotencyKey?: string | undefined;
  /** Data the server adds to the lead. */
  extend?: (payload: LeadPayload) => LeadPayload;
  /** Writes that must commit with a new lead. */
  alongside?: (transaction: Database, leadId: string) => Promise<void>;
};

export type SubmissionOutcome =
  | { kind: 'accepted'; leadId: string; category: string; eventId: number; booking?: ReportedBooking }
  | { kind: 'invalid'; errors: LeadErrors }
  | { kind: 'unknown_form' }
  | (FormClosed & { phone: string })
  /** The key belongs to another content. */
  | { kind: 'changed' }
  /** A flood, of which nothing more is stored. */
  | { kind: 'too_many'; retryAfterSeconds: number; phone: string }
  /** Nothing is stored; the shopper must be told to call. */
  | { kind: 'not_stored'; phone: string };

type LeadServices = Pick<Services, 'env' | 'clock' | 'log' | 'db'>;

/**
 * FORM-11: checks a lead and stores it together with its delivery before it is acknowledged. A lead caught by the
 * honeypot gets the usual response, books no time, and is held until a person releases it. Never rejects because of a
 * shopper's input or a database that cannot write.
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
    const asked = await askedFormOfCars(services, dealer, formName as LeadFormName, carIds, visitor);
    const { car, ...rest } = asked;
    const refusal = closed ?? (rest.kind === 'open' ? undefined : rest);
    // A lead that was accepted is not refused when it is sent again.
    if (refusal && !(await isStored(services.db, key.lead, key.former))) return { ...refusal, phone };
    // The words of a form are those of its vehicle; its key is that of what was sent.
    const ofCar = form.fields(dealer, sentContext(services, dealer, body, car?.item_type));
    const worded = checkLead(ofCar, body);
    if ('errors' in worded) return { kind: 'invalid', errors: worded.errors };
    const about = { car, ...(rest.kind === 'open' ? { cars: rest.cars, goneCarIds: rest.goneCarIds } : {}) };
    const stored = await store(
      services,
      submission,
      { form, fields: ofCar, key, about },
      worded.values,
      challengeOf,
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
    // The driver's message names tables and the disk, never values.
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, form: formName, reason }, 'lead not stored');
    return { kind: 'not_stored', phone };
  }
}

/**
 * The booking in the stored lead, also for a repeated submission: a shopper who reads "booked" will come. A lead that
 * cannot be read is still stored.
 */
async function reportedBooking(
  { db }: LeadServices,
  values: LeadValues,
  leadId: string,
): Promise<ReportedBooking | undefined> {
  if (!bookingWish(values)) return undefined;
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

/** The keys of the submission, in the columns of its lead. */
function keyOf({ env, clock }: LeadServices, submission: LeadSubmission, values: LeadValues) {
  const { dealer, form, body, idempotencyKey, isPreview } = submission;
  const verdict = judgeLead(body);
  const { former, ...key } = submissionKey({
    secret: env.SITE_SECRET,
    dealer: dealer.slug,
    // A test is never taken for the same lead sent in earnest.
    form: isPreview ? `preview:${form}` : form,
    // Part of the content, so that a held lead does not swallow the same one sent cleanly.
    values: verdict.kind === 'hold' ? { ...values, held: verdict.reason } : values,
    clientKey: idempotencyKey ?? body[FORM_EXTRAS.submissionKey],
    now: clock.now(),
  });
  return { lead: { dealer: dealer.slug, ...key }, former, verdict };
}

type AskedLead = {
  form: LeadForm;
  fields: readonly LeadField[];
  key: ReturnType<typeof keyOf>;
  about: Pick<LeadParts, 'car' | 'cars' | 'goneCarIds'>;
};

/** FIN-19: in the lead's own transaction. @throws PhoneUnverified */
async function requireVerifiedPhone(
  transaction: Database,
  now: Date,
  lead: { dealer: DealerConfig; form: LeadForm; body: LeadValues; phone: string },
): Promise<void> {
  const purpose = lead.form.verifiesPhone?.(lead.dealer);
  if (purpose === undefined) return;
  const token = lead.body[FORM_EXTRAS.phoneToken] ?? '';
  const at = { dealer: lead.dealer.slug, purpose, phone: lead.phone, token };
  if (!(await takeVerifiedPhone(transaction, now, at))) throw new PhoneUnverified();
}

async function store(
  services: LeadServices,
  submission: LeadSubmission,
  { form, fields, key, about }: AskedLead,
  values: LeadValues,
  challengeOf: ChallengeFor,
): Promise<StoreResult> {
  const { dealer, form: formName, body, userAgent, isPreview = false } = submission;
  const { car } = about;
  const { former, verdict } = key;
  const now = services.clock.now();
  const { idempotency_key, body_hash } = key.lead;
  const challenge = await proveLead(services, { dealer, body, idempotency_key, former }, challengeOf);
  const drive = bookingOf(dealer, values, car, now, (tx) =>
    countHeldSlot(services, tx, dealer, submission.clientAddress),
  );
  const finance =
    car &&
    financeOfLead(services, dealer, car, {
      seen: values[FINANCE_SEEN],
      ownTerms: body[FORM_EXTRAS.ownTerms],
      now,
    });
  const parts = {
    ...{ dealer, form, fields, formName, values, body, ...about, userAgent, now },
    financeShown: finance?.shown,
  };
  const compose = (booking: typeof drive.booking) => {
    const composed = composePayload({ ...parts, booking });
    const extended = submission.extend?.(composed) ?? composed;
    return isPreview ? asPreviewLead(extended) : extended;
  };
  const payload = compose(drive.booking);
  const lead = {
    id: randomUUID(),
    dealer: dealer.slug,
    form: formName,
    idempotency_key,
    body_hash,
    payload: JSON.stringify(payload),
    vehicle_id: car?.id ?? null,
    created_at: now.toISOString(),
    kind: isPreview ? 'test' : 'lead',
    category: payload.category,
    email: payload.email.toLowerCase(),
    phone: payload.phone,
    location_id: payload.location_id ?? null,
    parent_id: null,
    sequence: 1,
    erased_at: null,
  };
  const outbox = destinationsOf(dealer, { form: formName, payload }).map((destination) => ({
    id: randomUUID(),
    destination,
  }));
  let heldFor: HoldReason;
  let opensWindow = false;
  const stored = await storeLead(services.db, lead, outbox, former, async (tx) => {
    const count = await countLead(services, tx, {
      dealer: dealer.slug,
      clientAddress: submission.clientAddress,
      phone: lead.phone,
      isUnproven: challenge.kind === 'absent',
    });
    await requireVerifiedPhone(tx, now, { dealer, form, body, phone: lead.phone });
    await submission.alongside?.(tx, lead.id);
    if (finance?.wording)
      await storeFinanceWording(tx, { ...finance.wording, first_shown_at: lead.created_at });
    opensWindow = count.opensWindow;
    const doubt = [verdict, challenge].find(({ kind }) => kind === 'hold');
    heldFor = doubt?.kind === 'hold' ? doubt.reason : count.heldFor;
    // A held lead does not occupy a time, nor does one for a car that is gone, or a test.
    const mayTakeTime = heldFor === undefined && (about.goneCarIds ?? []).length === 0 && !isPreview;
    const hasItsTime = mayTakeTime && (await drive.take(tx));
    if (drive.booking && !hasItsTime) {
      await replacePayload(tx, lead.id, JSON.stringify(compose(asWish(drive.booking))));
    }
    if (heldFor === undefined) await queueAcknowledgement(services, tx, dealer, lead);
    return heldFor;
  });
  if (stored.kind === 'stored') {
    const state = heldFor === undefined ? 'pending' : 'held';
    services.log.info({ leadId: stored.id, dealer: dealer.slug, form: formName, state }, 'lead stored');
  }
  // Sweeping is separate from storing: its failure does not affect the lead.
  if (opensWindow)
    await sweepLeadCounts(services).catch(() => services.log.warn('counts of leads not swept'));
  return stored;
}
