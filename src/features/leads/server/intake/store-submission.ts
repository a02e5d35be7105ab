import { randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Visitor } from '#src/config/sections/visitor.ts';
import { financeOfLead } from '#src/features/finance/server/page-finance.ts';
import { storeFinanceWording } from '#src/features/finance/server/queries/finance-wording-queries.ts';
import { asPreviewLead, type LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import type { LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { FINANCE_SEEN } from '#src/features/leads/forms/finance-forms.ts';
import type { LeadForm } from '#src/features/leads/forms/form-definition.ts';
import { HONEYPOT_REASON } from '#src/features/leads/limits/lead-rate-limits.ts';
import { queueAcknowledgement } from '#src/features/leads/server/delivery/acknowledge-lead.ts';
import {
  PhoneUnverified,
  recordVerifiedContact,
  takeVerifiedPhone,
} from '#src/features/leads/server/phone-code/verified-phone.ts';
import {
  type HoldReason,
  replacePayload,
  type StoreResult,
  storeLead,
} from '#src/features/leads/server/queries/lead-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Services } from '#src/server/services.ts';
import { composePayload, type LeadParts } from './compose-payload.ts';
import { columnsOf, outboxOf, submissionKey } from './lead-record.ts';
import { type ChallengeFor, countHeldSlot, countLead, proveLead, sweepLeadCounts } from './screen-lead.ts';
import { asWish, bookingOf } from './test-drive-booking.ts';

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

export type LeadServices = Pick<Services, 'env' | 'clock' | 'log' | 'db'>;

/** The outcome of a valid lead; one held on suspicion is stored, but waits for a person. */
type Verdict = { kind: 'send' } | { kind: 'hold'; reason: string };

/**
 * Spam is filtered without harming people: leads that look automated are held, never lost. The speed of sending is no
 * sign of spam: browsers fill in forms instantly.
 */
function judgeLead(body: LeadValues): Verdict {
  return body[FORM_EXTRAS.honeypot] ? { kind: 'hold', reason: HONEYPOT_REASON } : { kind: 'send' };
}

/** The keys of the submission, in the columns of its lead. */
export function keyOf({ env, clock }: LeadServices, submission: LeadSubmission, values: LeadValues) {
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

/** A checked lead, and what it is about. */
type AskedLead = {
  form: LeadForm;
  fields: readonly LeadField[];
  key: ReturnType<typeof keyOf>;
  about: Pick<LeadParts, 'car' | 'cars' | 'goneCarIds'>;
};

/** AUTH-03, FIN-19: in the lead's own transaction. @throws PhoneUnverified */
async function requireVerifiedPhone(
  transaction: Database,
  now: Date,
  lead: { dealer: DealerConfig; form: LeadForm; body: LeadValues; values: LeadValues; isPreview: boolean },
): Promise<void> {
  const { dealer, form, body, values, isPreview } = lead;
  const { name: firstName = '', last_name: lastName = '', email = '', phone = '' } = values;
  const purpose = form.verifiesPhone?.(dealer);
  if (purpose === undefined) return;
  const token = body[FORM_EXTRAS.phoneToken] ?? '';
  const at = { dealer: dealer.slug, purpose, phone, token };
  if (!(await takeVerifiedPhone(transaction, now, at))) throw new PhoneUnverified();
  if (isPreview) return;
  const consents = { optInConsent: null, termsConsent: null };
  await recordVerifiedContact(transaction, dealer, { phone, firstName, lastName, email, ...consents }, now);
}

/**
 * FORM-11: stores a checked lead and its deliveries in one transaction.
 * @throws BookingRefused, PhoneUnverified, TooManyLeads, or the database's errors
 */
export async function storeSubmission(
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
    vehicle_id: car?.id ?? null,
    created_at: now.toISOString(),
    kind: isPreview ? 'test' : 'lead',
    ...columnsOf(payload),
  };
  const outbox = outboxOf(dealer, { form: formName, payload });
  let heldFor: HoldReason;
  let opensWindow = false;
  const stored = await storeLead(services.db, lead, outbox, former, async (tx) => {
    const count = await countLead(services, tx, {
      dealer: dealer.slug,
      clientAddress: submission.clientAddress,
      phone: lead.phone,
      isUnproven: challenge.kind === 'absent',
    });
    await requireVerifiedPhone(tx, now, { dealer, form, body, values, isPreview });
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
