import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { SHOWN_VERSION } from '#src/domain/lead/shown-versions.ts';
import { tradeInPart } from '#src/domain/trade-in/trade-in-part.ts';
import { estimateFacts, vehicleFacts } from '#src/domain/trade-in/trade-in-words.ts';
import { changeTradeIn, type StoredTradeIn } from '#src/providers/database/trade-ins.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { checkFormAvailability, SIGNED_IN_VISITOR } from '../leads/intake/asked-form.ts';
import { withoutFormerConsents } from '../leads/intake/consents.ts';
import { refusalOf } from '../leads/intake/posted-form.ts';
import type { ChallengeFor } from '../leads/intake/prove-lead.ts';
import { submitLead } from '../leads/intake/submit-lead.ts';
import type { Services } from '../services.ts';
import type { StepOutcome } from './journey-response.ts';
import { stepFields } from './journey-steps.ts';
import { valuationTermsConsent } from './valuation-terms.ts';

const FORM = 'trade-in';

/** Its forms have no challenge: the steps before are limited separately. */
const unchallenged: ChallengeFor = () => 'none';

/** The wanted car, or empty: a car that is gone by now is left out, because the lead matters more. */
export async function wantedCarId(
  services: Services,
  dealer: DealerConfig,
  { vehicleId }: StoredTradeIn,
): Promise<string> {
  const asked = await checkFormAvailability(services, dealer, FORM, vehicleId, SIGNED_IN_VISITOR);
  return (asked.kind === 'open' && asked.car?.id) || '';
}

/**
 * FORM-10: stores the shopper's details as a lead with the valuation, before any estimate is shown. Sent twice, it is
 * one lead.
 */
export async function storeTradeInLead(
  services: Services,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  sent: LeadValues,
  from: { userAgent: string; clientAddress: string | undefined },
): Promise<StepOutcome> {
  const { id, record } = tradeIn;
  const carId = await wantedCarId(services, dealer, tradeIn);
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
        // Another tab may have changed the vehicle in the meantime: the dealer is sent the stored state.
        await changeTradeIn(transaction, dealer.slug, id, services.clock.now().toISOString(), () => ({
          ...completed,
          lead_id: leadId,
        }));
      },
    },
    unchallenged,
  );
  // Sent before with other values: the dealer already has the lead.
  if (outcome.kind === 'accepted' || outcome.kind === 'changed') return { kind: 'done' };
  if (outcome.kind === 'unknown_form') throw new Error(`There is no form ${FORM}.`);
  const fields = stepFields(services, dealer, 'details', carId);
  const values = Object.fromEntries(fields.map(({ name }) => [name, sent[name] ?? '']));
  return { kind: 'refused', values: withoutFormerConsents(dealer, values, sent), ...refusalOf(outcome) };
}
