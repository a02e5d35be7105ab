import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FormContext } from '#src/domain/lead/form-settings.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import { LEAD_FORMS, type LeadFormName, leadFormNamed } from '#src/domain/lead/lead-form.ts';
import { TIMES_OF_NO_PLACE_MESSAGE } from '#src/domain/lead/messages.ts';
import { mainItemType, testDriveWords } from '#src/domain/vehicle/test-drive-words.ts';
import { type ItemType, type StockedVehicle, vehicleName } from '#src/domain/vehicle/vehicle.ts';
import { signInPath } from '#src/routing/gates.ts';
import { insidePath } from '#src/routing/href.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import type { Services } from '../../services.ts';
import { askedForm, closedForm, type FormClosed } from './asked-form.ts';
import { shownContext } from './form-context.ts';
import { readLeadBody } from './read-lead-body.ts';
import { CHANGED_MESSAGE, notStoredMessage, refusalOfForm, tooManyMessage } from './respond-to-lead.ts';
import { type SubmissionOutcome, submitLead } from './submit-lead.ts';

/** The content of `/enquire/{form}`. */
export type FormPage =
  | { kind: 'unknown' }
  | { kind: 'sent'; isTimeToConfirm: boolean }
  /** A sign-in before the form. */
  | { kind: 'elsewhere'; to: string }
  | {
      kind: 'form';
      status: number;
      form: LeadFormName;
      title: string;
      submitLabel: string;
      /** Why another form replaces the requested one. */
      notice?: string | undefined;
      /** The requested car; absent if there is none or it is not listed. */
      car: { id: string; name: string; path: string } | undefined;
      /** The form's context, as it was when sent. */
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

/** The message on a form's page for a lead that was not accepted. */
export function refusalOf(
  outcome: Exclude<SubmissionOutcome, { kind: 'accepted' | 'unknown_form' }>,
): Refusal {
  switch (outcome.kind) {
    case 'invalid':
      return { status: 422, errors: outcome.errors };
    case 'unknown_car':
    case 'refused':
    case 'sign_in': {
      const { status, message } = refusalOfForm(outcome);
      return { status, failure: { message, phone: outcome.phone } };
    }
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

/** The sent values of the form's own fields. */
const kept = (fields: readonly LeadField[], sent: LeadValues): LeadValues =>
  Object.fromEntries(fields.map(({ name }) => [name, sent[name] ?? '']));

/** FORM-12: a request for the free times of a place the form offers. */
function timesRefusal(fields: readonly LeadField[], sent: LeadValues): Refusal | undefined {
  const place = fields.find(({ bringsTimes }) => bringsTimes);
  if (!place) return undefined;
  const chosen = sent[place.name];
  if (chosen && place.options?.some(({ value }) => value === chosen)) return undefined;
  return { status: 422, errors: { [place.name]: TIMES_OF_NO_PLACE_MESSAGE } };
}

/** Fields a link may prefill. Messages and especially consent must come from the shopper. */
const LINKED = ['car_id', 'location_id', FORM_EXTRAS.pagePath] as const;

function linkedValues(request: Request): LeadValues {
  const query = new URL(request.url).searchParams;
  return Object.fromEntries(
    LINKED.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])),
  );
}

const SIMILAR = 'find-similar';

/** Replaces a form that is not for this car: the reason, and the form to find another car. */
async function instead(
  services: Services,
  dealer: DealerConfig,
  sent: LeadValues,
  { car, ...closed }: FormClosed & { car: StockedVehicle | undefined },
): Promise<FormPage> {
  const { status, message } = refusalOfForm(closed);
  const context = await shownContext(services, dealer, SIMILAR, { car });
  const fields = LEAD_FORMS[SIMILAR].fields(dealer, context);
  return {
    kind: 'form',
    form: SIMILAR,
    status,
    ...formWords(dealer, SIMILAR, car),
    notice: message,
    car: car && linkTo(car),
    context,
    pagePath: insidePath(sent[FORM_EXTRAS.pagePath]),
    values: { ...kept(fields, sent), message: '', car_id: car?.id ?? '' },
  };
}

const linkTo = (car: StockedVehicle) => ({ id: car.id, name: vehicleName(car), path: `/cars/${car.slug}` });

/** A database failure must not remove the form: it is then shown without a car. */
const askedOrAny = (
  services: Services,
  dealer: DealerConfig,
  form: LeadFormName,
  carId: string | undefined,
) => askedForm(services, dealer, form, carId).catch(() => ({ kind: 'open', car: undefined }) as const);

/** Handles GET and POST of a form's own page: the form works without JavaScript. */
export async function formPage(
  services: Services,
  dealer: DealerConfig,
  formName: string,
  request: Request,
  clientAddress: string | undefined,
): Promise<FormPage> {
  const form = leadFormNamed(formName);
  if (!form) return { kind: 'unknown' };
  const name = formName as LeadFormName;
  const isPost = request.method === 'POST';
  const sent = isPost ? await readLeadBody(request) : linkedValues(request);
  const asksForTimes = isPost && sent[FORM_EXTRAS.showTimes] !== undefined;
  let refusal: Refusal = { status: 200 };
  // The posted time comes first: it may have been taken while the form was open.
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
  const closed = closedForm(dealer, name);
  if (closed?.kind === 'sign_in') {
    const { pathname, search } = new URL(request.url);
    return { kind: 'elsewhere', to: signInPath(closed.type, pathname, isPost ? '' : search) };
  }
  if (closed) return { kind: 'unknown' };
  const asked = await askedOrAny(services, dealer, name, sent.car_id);
  if (asked.kind === 'refused') return instead(services, dealer, sent, asked);
  const { car } = asked;
  const context = await shownContext(services, dealer, formName, { car, locationId: sent.location_id });
  const fields = form.fields(dealer, context);
  return {
    kind: 'form',
    form: name,
    ...formWords(dealer, name, car),
    car: car && linkTo(car),
    context,
    pagePath: insidePath(sent[FORM_EXTRAS.pagePath]),
    values: { ...kept(fields, sent), ...('car_id' in sent && { car_id: car?.id ?? '' }) },
    ...((asksForTimes && timesRefusal(fields, sent)) || refusal),
  };
}

/** CFG-13: a motorcycle is ridden and a caravan inspected, so the form's name differs. */
function formWords(dealer: DealerConfig, form: LeadFormName, vehicle: { item_type: ItemType } | undefined) {
  const words = dealer.leads.forms[form];
  const itemType = vehicle?.item_type ?? mainItemType(dealer.verticals);
  if (form !== 'test-drive' || itemType === 'car' || itemType === 'truck')
    return { title: words.title, submitLabel: words.submit };
  const own = testDriveWords(dealer.copy, itemType);
  return { title: own, submitLabel: own };
}
