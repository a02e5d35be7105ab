import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkLead } from '#src/domain/lead/check-lead.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { reserve } from '#src/domain/lead/forms/vehicle-enquiries.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { storeFinanceWording } from '#src/providers/database/finance-wordings.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import type { Contact } from '../account/session.ts';
import { financeOfLead } from '../finance/shown-finance.ts';
import { composePayload } from '../leads/intake/compose-payload.ts';
import { sentContext } from '../leads/intake/form-context.ts';
import { challengeFor, proveLead } from '../leads/intake/prove-lead.ts';
import { submissionKey } from '../leads/intake/submission-key.ts';
import type { Services } from '../services.ts';

const FORM = 'reserve';

type FormServices = Pick<Services, 'clock' | 'db' | 'env' | 'log'>;

export const checkoutFields = (
  services: Pick<Services, 'clock'>,
  dealer: DealerConfig,
  { id }: Pick<StockedVehicle, 'id'>,
): LeadField[] => reserve.fields(dealer, sentContext(services, dealer, { car_id: id }));

/** The details of a shopper who has signed in, for the form to start from. */
export const contactValues = (contact: Contact | undefined): LeadValues =>
  contact
    ? {
        name: contact.firstName,
        last_name: contact.lastName,
        email: contact.email,
        phone: contact.phone,
      }
    : {};

export type CheckedDetails =
  | { kind: 'good'; payload: LeadPayload; key: string }
  | { kind: 'invalid'; errors: LeadErrors }
  /** A program filled it in: nothing is held. */
  | { kind: 'suspicious' };

/** The details of a shopper who reserves, as the lead they become once the deposit is paid. */
export async function checkDetails(
  services: FormServices,
  dealer: DealerConfig,
  car: StockedVehicle,
  { body: sent, userAgent }: { body: LeadValues; userAgent: string },
): Promise<CheckedDetails> {
  const body: LeadValues = { ...sent, car_id: car.id };
  const fields = checkoutFields(services, dealer, car);
  const checked = checkLead(fields, body);
  if ('errors' in checked) return { kind: 'invalid', errors: checked.errors };
  const { values } = checked;
  const now = services.clock.now();
  const { idempotency_key, former } = submissionKey({
    ...{ secret: services.env.SITE_SECRET, dealer: dealer.slug, form: FORM, values, now },
    clientKey: body[FORM_EXTRAS.submissionKey],
  });
  const proof = await proveLead(services, { dealer, body, idempotency_key, former }, challengeFor);
  if (body[FORM_EXTRAS.honeypot] || proof.kind === 'hold') return { kind: 'suspicious' };
  const ownTerms = body[FORM_EXTRAS.ownTerms];
  const finance = financeOfLead(services, dealer, car, { seen: undefined, ownTerms, now });
  if (finance.wording)
    await storeFinanceWording(services.db, { ...finance.wording, first_shown_at: now.toISOString() });
  const payload = composePayload({
    ...{ dealer, form: reserve, fields, formName: FORM, values, body, car, userAgent, now },
    financeShown: finance.shown,
  });
  return { kind: 'good', payload, key: idempotency_key };
}
