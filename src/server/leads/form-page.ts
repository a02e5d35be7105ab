import type { DealerConfig } from '#src/config/dealer-config.ts';
import { insidePath } from '#src/config/public/href.ts';
import type { FormContext } from '#src/domain/lead/form-settings.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import { type LeadFormName, leadFormNamed } from '#src/domain/lead/lead-form.ts';
import { TIMES_OF_NO_PLACE_MESSAGE } from '#src/domain/lead/messages.ts';
import { mainItemType, testDriveWords } from '#src/domain/vehicle/test-drive-words.ts';
import { type ItemType, vehicleName } from '#src/domain/vehicle/vehicle.ts';
import { findVehicleById } from '#src/providers/database/vehicles.ts';
import { FORM_EXTRAS } from '#src/wire/leads.ts';
import type { Services } from '../services.ts';
import { CHANGED_MESSAGE, notStoredMessage, tooManyMessage, UNKNOWN_CAR_MESSAGE } from './answer-lead.ts';
import { shownContext } from './form-context.ts';
import { readLeadBody } from './read-lead-body.ts';
import { type SubmissionOutcome, submitLead } from './submit-lead.ts';

/** What `/enquire/{form}` shows. */
export type FormPage =
  | { kind: 'unknown' }
  | { kind: 'sent'; isTimeToConfirm: boolean }
  | {
      kind: 'form';
      status: number;
      form: LeadFormName;
      title: string;
      submitLabel: string;
      /** The car asked about; absent where none is or it is unknown. */
      car: { id: string; name: string; path: string } | undefined;
      /** What the form is about, as it was when it was sent. */
      context: FormContext;
      /** Page the shopper came from, as given. */
      pagePath: string | undefined;
      values: LeadValues;
      errors?: LeadErrors | undefined;
      failure?: { message: string; phone?: string } | undefined;
      retryAfterSeconds?: number | undefined;
    };

type Refusal = {
  status: number;
  errors?: LeadErrors;
  failure?: { message: string; phone?: string };
  retryAfterSeconds?: number;
};

/** What a form's page says of a lead that was not taken. */
export function refusalOf(
  outcome: Exclude<SubmissionOutcome, { kind: 'accepted' | 'unknown_form' }>,
): Refusal {
  switch (outcome.kind) {
    case 'invalid':
      return { status: 422, errors: outcome.errors };
    case 'unknown_car':
      return { status: 404, failure: { message: UNKNOWN_CAR_MESSAGE } };
    case 'changed':
      return { status: 409, failure: { message: CHANGED_MESSAGE } };
    case 'too_many':
      return {
        status: 429,
        failure: { message: tooManyMessage(outcome.phone), phone: outcome.phone },
        retryAfterSeconds: outcome.retryAfterSeconds,
      };
    case 'not_stored':
      return {
        status: 503,
        failure: { message: notStoredMessage(outcome.phone), phone: outcome.phone },
      };
  }
}

/** What was sent, for the fields of the form alone. */
const kept = (fields: readonly LeadField[], sent: LeadValues): LeadValues =>
  Object.fromEntries(fields.map(({ name }) => [name, sent[name] ?? '']));

/** FORM-12: free times are asked for of a place the form offers. */
function timesRefusal(fields: readonly LeadField[], sent: LeadValues): Refusal | undefined {
  const place = fields.find(({ bringsTimes }) => bringsTimes);
  if (!place) return undefined;
  const chosen = sent[place.name];
  if (chosen && place.options?.some(({ value }) => value === chosen)) return undefined;
  return { status: 422, errors: { [place.name]: TIMES_OF_NO_PLACE_MESSAGE } };
}

/** What a link may say of a form. Words and, above all, consent are the shopper's to give. */
const LINKED = ['car_id', 'location_id', FORM_EXTRAS.pagePath] as const;

function linkedValues(request: Request): LeadValues {
  const query = new URL(request.url).searchParams;
  return Object.fromEntries(
    LINKED.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])),
  );
}

/** Answers GET and POST of a form's own page: the form works without JavaScript. */
export async function formPage(
  services: Services,
  dealer: DealerConfig,
  formName: string,
  request: Request,
  clientAddress: string | undefined,
): Promise<FormPage> {
  const form = leadFormNamed(formName);
  if (!form) return { kind: 'unknown' };
  const isPost = request.method === 'POST';
  const sent = isPost ? await readLeadBody(request) : linkedValues(request);
  const asksForTimes = isPost && sent[FORM_EXTRAS.showTimes] !== undefined;
  let refusal: Refusal = { status: 200 };
  if (isPost && !asksForTimes) {
    const userAgent = request.headers.get('user-agent') ?? '';
    const outcome = await submitLead(services, {
      dealer,
      form: formName,
      body: sent,
      userAgent,
      clientAddress,
    });
    if (outcome.kind === 'accepted') {
      return { kind: 'sent', isTimeToConfirm: outcome.booking?.state === 'requested' };
    }
    if (outcome.kind === 'unknown_form') return { kind: 'unknown' };
    refusal = refusalOf(outcome);
  }
  const found = await carOf(services, dealer, sent.car_id);
  const context = await shownContext(services, dealer, formName, {
    car: found,
    locationId: sent.location_id,
  });
  const fields = form.fields(dealer, context);
  return {
    kind: 'form',
    form: formName as LeadFormName,
    ...formWords(dealer, formName as LeadFormName, found),
    car: found && { id: found.id, name: vehicleName(found), path: `/cars/${found.slug}` },
    context,
    pagePath: insidePath(sent[FORM_EXTRAS.pagePath]),
    values: kept(fields, sent),
    ...((asksForTimes && timesRefusal(fields, sent)) || refusal),
  };
}

/** CFG-13: a motorcycle is ridden and a caravan inspected, whatever the form is called for cars. */
function formWords(dealer: DealerConfig, form: LeadFormName, vehicle: { item_type: ItemType } | undefined) {
  const words = dealer.leads.forms[form];
  const itemType = vehicle?.item_type ?? mainItemType(dealer.verticals);
  if (form !== 'test-drive' || itemType === 'car' || itemType === 'truck')
    return { title: words.title, submitLabel: words.submit };
  const own = testDriveWords(dealer.copy, itemType);
  return { title: own, submitLabel: own };
}

/** Context for the eye only: a database that fails here must not take the form away. */
const carOf = async (services: Services, dealer: DealerConfig, carId: string | undefined) =>
  carId ? findVehicleById(services.db, dealer.slug, carId).catch(() => undefined) : undefined;
