import type { DealerConfig } from '#src/config/dealer-config.ts';
import { textVersion } from '#src/config/public/public-config.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { FORM_EXTRAS, SHOWN_VERSION } from '#src/features/leads/fields/form-extras.ts';
import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import {
  checkFormAvailability,
  SIGNED_IN_VISITOR,
} from '#src/features/leads/server/intake/form-availability.ts';
import { type LeadUpdate, storeUpdate } from '#src/features/leads/server/intake/lead-record.ts';
import { refusalOf } from '#src/features/leads/server/intake/posted-form.ts';
import {
  CONSENT_CHANNEL,
  consentShown,
  withoutFormerConsents,
} from '#src/features/leads/server/intake/read-lead-body.ts';
import type { ChallengeFor } from '#src/features/leads/server/intake/screen-lead.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { replacePayload } from '#src/features/leads/server/queries/lead-queries.ts';
import {
  decisionUpdate,
  estimateFacts,
  type TradeInRecord,
  tradeInPart,
  vehicleFacts,
} from '#src/features/trade-in/trade-in-record.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Services } from '#src/server/services.ts';
import { type StepOutcome, stepFields } from './journey-steps.ts';
import {
  addTradeInPhoto,
  changeTradeIn,
  type StoredTradeIn,
  tradeInPhotos,
} from './queries/trade-in-queries.ts';
import { photoLink, type StagedPhoto } from './trade-in-photo-store.ts';

/** Displayed above the button of the details step, where `terms` may be a link. */
export const VALUATION_TERMS = {
  accept: 'By continuing you accept the',
  terms: 'valuation terms and conditions',
};

type Pages = Pick<DealerConfig, 'pages'>;

const termsOf = ({ pages }: Pages) => pages['value-my-car-terms-and-conditions'];

/** Undefined if the site has no such terms. */
export function valuationTermsVersion(site: Pages): string | undefined {
  const { enabled, title, lead, sections, faqs, disclaimer } = termsOf(site);
  return enabled ? textVersion([JSON.stringify([title, lead, sections, faqs, disclaimer])]) : undefined;
}

/**
 * FORM-04, FORM-10: the consent to the valuation terms in the displayed version; none if the site has none.
 * @param shown version the form posted
 */
function valuationTermsConsent(
  site: Pages,
  shown: string | undefined,
  now: Date,
): Pick<LeadPayload, 'valuation_terms_consent'> {
  const version = valuationTermsVersion(site);
  if (version === undefined) return {};
  const text = `${VALUATION_TERMS.accept} ${VALUATION_TERMS.terms}.`;
  const consent = { text, version, channel: CONSENT_CHANNEL, at: now.toISOString() };
  // The version is that of the terms; the sentence that accepts them does not change.
  return { valuation_terms_consent: consentShown(consent, shown, text) };
}

const FORM = 'trade-in';

/** No challenge: the previous steps are rate-limited. */
const noChallenge: ChallengeFor = () => 'none';

/** The requested car, or empty if it is no longer listed, because the lead matters more. */
export async function requestedCarId(
  services: Services,
  dealer: DealerConfig,
  { vehicleId }: StoredTradeIn,
): Promise<string> {
  const availability = await checkFormAvailability(services, dealer, FORM, vehicleId, SIGNED_IN_VISITOR);
  return (availability.kind === 'open' && availability.car?.id) || '';
}

/** FORM-10: stores the shopper's details as a lead with the valuation, before any estimate is displayed. Idempotent. */
export async function storeTradeInLead(
  services: Services,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  sent: LeadValues,
  from: { userAgent: string; clientAddress: string | undefined; contactId: string | undefined },
): Promise<StepOutcome> {
  const { id, record } = tradeIn;
  const carId = await requestedCarId(services, dealer, tradeIn);
  const completed = { ...record, form_completed: true };
  const part = tradeInPart(completed, []);
  const outcome = await submitLead(
    services,
    {
      dealer,
      form: FORM,
      visitor: SIGNED_IN_VISITOR,
      body: {
        ...sent,
        car_id: carId,
        Rego: record.rego,
        [FORM_EXTRAS.pagePath]: dealer.links.tradeIn,
      },
      ...from,
      idempotencyKey: `${FORM}-${id}`,
      extend: (payload) => ({
        ...payload,
        ...valuationTermsConsent(dealer, sent[SHOWN_VERSION.notice], services.clock.now()),
        details: [...(payload.details ?? []), ...vehicleFacts(completed), ...estimateFacts(completed)],
        ...(part && { trade_in: part }),
      }),
      alongside: async (transaction, leadId) => {
        // Another tab may have changed the vehicle meanwhile; store the state that is sent to the dealer.
        await changeTradeIn(transaction, dealer.slug, id, services.clock.now().toISOString(), () => ({
          ...completed,
          lead_id: leadId,
        }));
      },
    },
    noChallenge,
  );
  // `changed` was sent before with other values, so the dealer has the lead.
  if (outcome.kind === 'accepted' || outcome.kind === 'changed') return { kind: 'done' };
  if (outcome.kind === 'unknown_form') throw new Error(`There is no form ${FORM}.`);
  const fields = stepFields(services, dealer, 'details', carId);
  const values = Object.fromEntries(fields.map(({ name }) => [name, sent[name] ?? '']));
  return { kind: 'refused', values: withoutFormerConsents(dealer, values, sent), ...refusalOf(outcome) };
}

type UpdateServices = Pick<Services, 'env' | 'clock' | 'db' | 'log'>;

const updated =
  (message: string, record: TradeInRecord, photos: readonly string[]) =>
  (payload: LeadPayload): LeadPayload => {
    const part = tradeInPart(record, photos);
    return { ...payload, message, ...(part && { trade_in: part }) };
  };

async function photoLinks(
  { db, env, clock }: UpdateServices,
  dealer: DealerConfig,
  tradeInId: string,
): Promise<string[]> {
  const signed = { secret: env.SITE_SECRET, now: clock.now() };
  return (await tradeInPhotos(db, tradeInId)).map((id) => photoLink(dealer, id, signed));
}

const countOf = ({ length }: readonly string[]): string =>
  length === 1 ? 'there is 1' : `there are ${length}`;

/** Rolls back updates without effect: already decided or added, or over the limit. */
class NoUpdate extends Error {}

/**
 * Stores an update of a valuation for the dealer, consistent with its state.
 * @param apply updates the locked valuation and returns a description; throws NoUpdate to roll back
 */
async function notify(
  services: UpdateServices,
  dealer: DealerConfig,
  { id, record: { lead_id: leadId } }: StoredTradeIn,
  { key, series }: Pick<LeadUpdate, 'key' | 'series'>,
  apply: (transaction: Database) => Promise<{ record: TradeInRecord; text: (photos: string[]) => string }>,
): Promise<void> {
  if (leadId === null) return;
  let lead: LeadPayload | undefined;
  const alongside = async (tx: Database, updateId: string) => {
    const { record, text } = await apply(tx);
    const links = await photoLinks({ ...services, db: tx }, dealer, id);
    if (lead) await replacePayload(tx, updateId, JSON.stringify(updated(text(links), record, links)(lead)));
  };
  const change = (payload: LeadPayload) => {
    lead = payload;
    return payload;
  };
  try {
    await storeUpdate(services, { dealer, leadId, key, series, change, alongside });
  } catch (error) {
    if (!(error instanceof NoUpdate)) throw error;
  }
}

/** FORM-10: stores the shopper's decision and its update for the dealer, once. Accepting is final. */
export const notifyOfDecision = (
  services: UpdateServices,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  accepted: boolean,
): Promise<void> =>
  notify(services, dealer, tradeIn, { key: accepted ? 'offer-accepted' : 'offer-declined' }, async (tx) => {
    const at = services.clock.now().toISOString();
    const record = await changeTradeIn(tx, dealer.slug, tradeIn.id, at, (now) =>
      now.offer_accepted === true ? now : { ...now, offer_accepted: accepted },
    );
    if (!record || record.offer_accepted !== accepted) throw new NoUpdate();
    return { record, text: () => decisionUpdate(record) };
  });

/** Photos are sent one by one, and large ones apply a while. */
const PHOTOS = { name: 'photos', debounceMs: 60_000 };

/**
 * FORM-10: adds photos up to the limit, and an update for the dealer with links that only the dealer gets. Files left
 * by a crash are removed by the daily retention job.
 */
export const notifyOfPhotos = (
  services: UpdateServices,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  added: readonly StagedPhoto[],
): Promise<void> =>
  notify(services, dealer, tradeIn, { key: added.map(({ id }) => id).join(), series: PHOTOS }, async (tx) => {
    const at = services.clock.now().toISOString();
    const record = await changeTradeIn(tx, dealer.slug, tradeIn.id, at, (same) => same);
    let count = 0;
    for (const { id, bytes, keep } of added) {
      const photo = { id, tradeInId: tradeIn.id, bytes, at };
      if (!(await addTradeInPhoto(tx, photo, dealer.tradeIn.maxPhotos))) continue;
      await keep();
      count += 1;
    }
    if (count === 0 || !record) throw new NoUpdate();
    return {
      record,
      text: (links) => `The shopper added photos; ${countOf(links)} now.\n${links.join('\n')}`,
    };
  });
