import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Visitor } from '#src/config/sections/visitor.ts';
import { CAR_IDS, carIdsOf } from '#src/domain/lead/car-ids.ts';
import { rightValues } from '#src/domain/lead/check-lead.ts';
import type { FormContext } from '#src/domain/lead/form-settings.ts';
import { FINANCE_SEEN } from '#src/domain/lead/forms/finance.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import { LEAD_FORMS, type LeadFormName, leadFormNamed } from '#src/domain/lead/lead-form.ts';
import { availabilityQuestion, TIMES_OF_NO_PLACE_MESSAGE } from '#src/domain/lead/messages.ts';
import { type StockedVehicle, vehicleName } from '#src/domain/vehicle/vehicle.ts';
import { signInPath } from '#src/routing/gates.ts';
import { href, insidePath } from '#src/routing/href.ts';
import { checkoutPath, formPath } from '#src/routing/page-paths.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { QUOTE_FORM } from '../../finance/create-customer.ts';
import { type FinancedCar, financedCar } from '../../finance/financed-car.ts';
import { takesDeposits } from '../../payments/payment-service.ts';
import type { Services } from '../../services.ts';
import {
  checkFormAvailabilityForCars,
  closedForm,
  type FormAvailability,
  type FormClosed,
  SIGNED_IN_VISITOR,
} from './asked-form.ts';
import { withoutFormerConsents } from './consents.ts';
import { shownContext } from './form-context.ts';
import { formWords } from './form-words.ts';
import { linkedQuery, linkedValues } from './linked-values.ts';
import { type FormLeft, type Refusal, sendPosted } from './posted-form.ts';
import { readLeadBody } from './read-lead-body.ts';
import { type FormSender, refusalOfForm } from './respond-to-lead.ts';

type AskedLink = { id: string; name: string; path: string };

/** The content of `/enquire/{form}`. */
export type FormPage =
  | FormLeft
  | {
      kind: 'form';
      status: number;
      form: LeadFormName;
      title: string;
      submitLabel: string;
      /** Why another form replaces the requested one. */
      notice?: string | undefined;
      /** The requested car; absent if there is none or it is not listed. */
      car: AskedLink | undefined;
      /** FAV-01: all of them, where the shopper asks about several. */
      cars?: AskedLink[];
      /** FIN-13: the repayment of the car, beside the finance form. */
      finance?: FinancedCar | undefined;
      /** The form's context, as it was when sent. */
      context: FormContext;
      /** Page the shopper came from, as given. */
      pagePath: string | undefined;
      values: LeadValues;
      errors?: LeadErrors | undefined;
      failure?: { message: string; phone?: string } | undefined;
      retryAfterSeconds?: number | undefined;
      /** AUTH-04: the form was sent without a session; the sign-in that leads back to it. */
      signIn?: string;
      /** FIN-02: the page shows the broker's estimate for its values. */
      asksForEstimate?: boolean;
      /** FIN-19: the field for the code is shown. */
      isCodeSent?: boolean;
      /** FIN-19: the phone is verified; sent with the form, it needs no other code. */
      phoneToken?: string;
    };

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

const asksForLoan = (sent: LeadValues): boolean =>
  ['purchasePrice', 'loanTerm', 'selfAssessedCreditScore'].some((name) => sent[name] !== undefined);

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
  sent: LeadValues,
  visitor: Visitor,
): Promise<FormAvailability> =>
  checkFormAvailabilityForCars(services, dealer, form, carIdsOf(sent), visitor).catch(() => ({
    kind: 'open',
    car: undefined,
  }));

/** Handles GET and POST of a form's own page: the form works without JavaScript. */
export async function formPage(
  services: Services,
  dealer: DealerConfig,
  formName: string,
  request: Request,
  { clientAddress, contact }: FormSender,
): Promise<FormPage> {
  const visitor: Visitor = { isSignedIn: contact !== undefined };
  const form = leadFormNamed(formName);
  if (!form) return { kind: 'unknown' };
  const name = formName as LeadFormName;
  const isPost = request.method === 'POST';
  const sent = isPost ? await readLeadBody(request) : linkedValues(name, request);
  const asksForTimes = isPost && sent[FORM_EXTRAS.showTimes] !== undefined;
  const asksForEstimate = isPost && sent[FORM_EXTRAS.showEstimate] !== undefined;
  let refusal: Refusal = { status: 200 };
  // The posted time comes first: it may have been taken while the form was open.
  if (isPost && !asksForTimes && !asksForEstimate) {
    const userAgent = request.headers.get('user-agent') ?? '';
    const submission = { dealer, form: name, body: sent, userAgent, clientAddress, visitor };
    const result = await sendPosted(services, submission);
    if ('kind' in result) return result;
    refusal = result;
  }
  const closed = closedForm(dealer, name, visitor);
  const isGated = closed?.kind === 'sign_in';
  if (isGated) {
    const signIn = signInPath(
      closed.type,
      formPath(name),
      isPost ? linkedQuery(sent) : new URL(request.url).search,
    );
    if (!isPost) return { kind: 'elsewhere', to: signIn };
    // A session may end while the form is filled in: nothing that was typed is lost.
    const { failure: _, ...rest } = refusal;
    refusal = { ...rest, status: 403, signIn };
  }
  if (closed && name === 'reserve' && takesDeposits(dealer)) {
    const { car } = await askedOrAny(services, dealer, name, sent, visitor);
    if (car) return { kind: 'elsewhere', to: href(checkoutPath(dealer, car)) };
  }
  if (closed && !isGated) return { kind: 'unknown' };
  const asked = await askedOrAny(services, dealer, name, sent, isGated ? SIGNED_IN_VISITOR : visitor);
  if (asked.kind === 'refused') return instead(services, dealer, sent, asked);
  const { car } = asked;
  const cars = asked.kind === 'open' ? asked.cars : undefined;
  const context = await shownContext(services, dealer, formName, { car, locationId: sent.location_id });
  const fields = form.fields(dealer, context);
  const finance = name === 'finance' && car ? await financedCar(services, dealer, car) : undefined;
  return {
    kind: 'form',
    form: name,
    ...formWords(dealer, name, car),
    car: car && linkTo(car),
    ...(cars && cars.length > 1 && { cars: cars.map(linkTo) }),
    context,
    pagePath: insidePath(sent[FORM_EXTRAS.pagePath]),
    ...(name === QUOTE_FORM && { asksForEstimate: asksForEstimate || (!isPost && asksForLoan(sent)) }),
    finance,
    values: {
      ...withoutFormerConsents(
        dealer,
        kept(fields, isPost || name === QUOTE_FORM ? sent : rightValues(fields, sent)),
        sent,
      ),
      ...(name === 'enquire-now' && car && !isPost && { message: availabilityQuestion(vehicleName(car)) }),
      ...((car || 'car_id' in sent) && { car_id: car?.id ?? '' }),
      ...(cars && { [CAR_IDS.name]: cars.map(({ id }) => id).join(',') }),
      ...(finance?.seal && { [FINANCE_SEEN]: finance.seal }),
    },
    ...((asksForTimes && timesRefusal(fields, sent)) || refusal),
  };
}
