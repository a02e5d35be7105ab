import { randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Visitor } from '#src/config/sections/visitor.ts';
import { dealOfLead } from '#src/features/deal/server/deal-lead.ts';
import { financeOfLead } from '#src/features/finance/server/page-finance.ts';
import { storeFinanceWording } from '#src/features/finance/server/queries/finance-wording-queries.ts';
import { asPreviewLead, type LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import type { LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { FINANCE_SEEN } from '#src/features/leads/forms/finance-forms.ts';
import type { LeadForm } from '#src/features/leads/forms/form-definition.ts';
import { DEAL_FIELD } from '#src/features/leads/forms/vehicle-forms.ts';
import { HONEYPOT_REASON } from '#src/features/leads/limits/lead-rate-limits.ts';
import { queueAcknowledgement } from '#src/features/leads/server/delivery/thank-you-email.ts';
import {
  consumeVerifiedPhone,
  PhoneUnverified,
  recordVerifiedContact,
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
import { type ChallengeFor, countBookedSlot, countLead, proveLead, sweepLeadCounts } from './screen-lead.ts';
import { asRequested, bookingOf } from './test-drive-booking.ts';

export type LeadSubmission = {
  dealer: DealerConfig;
  form: string;
  /** As posted. */
  body: LeadValues;
  userAgent: string;
  clientAddress?: string | undefined;
  /** Not signed in by default. */
  visitor?: Visitor | undefined;
  /** FAV-290: the signed-in account it is sent from. */
  contactId?: string | undefined;
  /** PLAT-04: sent from a preview; stored as a test and never delivered. */
  isPreview?: boolean;
  /** Takes precedence over the key in the body. */
  idempotencyKey?: string | undefined;
  /** Adds server data to the payload. */
  extend?: (payload: LeadPayload) => LeadPayload;
  /** Runs in the transaction of a new lead. */
  alongside?: (transaction: Database, leadId: string) => Promise<void>;
};

export type LeadServices = Pick<Services, 'env' | 'clock' | 'log' | 'db' | 'carServices'>;

/** A held lead is stored, but not delivered until a person releases it. */
type Verdict = { kind: 'send' } | { kind: 'hold'; reason: string };

/** Leads that look automated are held, never lost. Speed is no sign of spam: browsers fill in forms instantly. */
function judgeLead(body: LeadValues): Verdict {
  return body[FORM_EXTRAS.honeypot] ? { kind: 'hold', reason: HONEYPOT_REASON } : { kind: 'send' };
}

export function keyOf({ env, clock }: LeadServices, submission: LeadSubmission, values: LeadValues) {
  const { dealer, form, body, idempotencyKey, isPreview } = submission;
  const verdict = judgeLead(body);
  const { former, ...key } = submissionKey({
    secret: env.SITE_SECRET,
    dealer: dealer.slug,
    // A test must not be deduplicated with the same real lead.
    form: isPreview ? `preview:${form}` : form,
    // Part of the content, so that a held lead does not hide the same one sent cleanly.
    values: verdict.kind === 'hold' ? { ...values, held: verdict.reason } : values,
    clientKey: idempotencyKey ?? body[FORM_EXTRAS.submissionKey],
    now: clock.now(),
  });
  return { lead: { dealer: dealer.slug, ...key }, former, verdict };
}

type ValidatedLead = {
  form: LeadForm;
  fields: readonly LeadField[];
  key: ReturnType<typeof keyOf>;
  about: Pick<LeadParts, 'car' | 'cars' | 'goneCarIds'>;
};

/**
 * AUTH-03, FIN-19: runs in the lead's transaction.
 * @throws PhoneUnverified
 */
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
  if (!(await consumeVerifiedPhone(transaction, now, at))) throw new PhoneUnverified();
  if (isPreview) return;
  const consents = { optInConsent: null, termsConsent: null };
  await recordVerifiedContact(transaction, dealer, { phone, firstName, lastName, email, ...consents }, now);
}

/**
 * FORM-11: stores a validated lead and its deliveries in one transaction.
 * @throws BookingRefused, PhoneUnverified, TooManyLeads, or the database's errors
 */
export async function storeSubmission(
  services: LeadServices,
  submission: LeadSubmission,
  { form, fields, key, about }: ValidatedLead,
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
    countBookedSlot(services, tx, dealer, submission.clientAddress),
  );
  const finance =
    car &&
    financeOfLead(services, dealer, car, {
      seen: values[FINANCE_SEEN],
      ownTerms: body[FORM_EXTRAS.ownTerms],
      now,
    });
  const deal =
    car && values[DEAL_FIELD] !== undefined
      ? await dealOfLead(services, dealer, car, values[DEAL_FIELD], submission.clientAddress)
      : undefined;
  const parts = {
    ...{ dealer, form, fields, formName, values, body, ...about, userAgent, now },
    financeShown: finance?.shown,
    deal,
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
    contact_id: isPreview ? null : (submission.contactId ?? null),
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
    // Only a lead that is sent, with its car still listed, books a slot.
    const mayBookSlot = heldFor === undefined && (about.goneCarIds ?? []).length === 0 && !isPreview;
    const hasSlot = mayBookSlot && (await drive.take(tx));
    if (drive.booking && !hasSlot) {
      await replacePayload(tx, lead.id, JSON.stringify(compose(asRequested(drive.booking))));
    }
    if (heldFor === undefined) await queueAcknowledgement(services, tx, dealer, lead);
    return heldFor;
  });
  if (stored.kind === 'stored') {
    const state = heldFor === undefined ? 'pending' : 'held';
    services.log.info({ leadId: stored.id, dealer: dealer.slug, form: formName, state }, 'lead stored');
  }
  // A failure of the sweep does not affect the lead.
  if (opensWindow)
    await sweepLeadCounts(services).catch(() => services.log.warn('counts of leads not swept'));
  return stored;
}
