import type { DealerConfig } from '#src/config/dealer-config.ts';
import { KIND_TERMS, mainKind } from '#src/config/sections/stock/stock-terms.ts';
import type { Visitor } from '#src/config/sections/visitor.ts';
import {
  type CarWithFinance,
  FINANCE_PARAMETERS,
  financedCar,
} from '#src/features/finance/server/page-finance.ts';
import { QUOTE_FORM } from '#src/features/finance/server/quick-quote-submission.ts';
import { validValues } from '#src/features/leads/fields/check-lead.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import {
  availabilityQuestion,
  NO_LOCATION_MESSAGE,
  subscriptionRequest,
} from '#src/features/leads/fields/form-messages.ts';
import {
  CAR_IDS,
  carIdsOf,
  type FormContext,
  type LeadErrors,
  type LeadField,
  type LeadValues,
} from '#src/features/leads/fields/lead-field.ts';
import { FINANCE_SEEN } from '#src/features/leads/forms/finance-forms.ts';
import { LEAD_FORMS, type LeadFormName, leadFormNamed } from '#src/features/leads/forms/lead-form.ts';
import { takesDeposits } from '#src/features/reservations/server/payments/payment-service.ts';
import { testDriveLabel } from '#src/features/vehicle/actions/vehicle-actions.ts';
import { isSubscription } from '#src/features/vehicle/price/price-display.ts';
import { type StockedVehicle, type Vehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { signInPath } from '#src/platform/routing/gates.ts';
import { href, insidePath } from '#src/platform/routing/href.ts';
import { checkoutPath, formPath } from '#src/platform/routing/page-paths.ts';
import type { Services } from '#src/server/services.ts';
import {
  checkFormAvailabilityForCars,
  closedForm,
  type FormAvailability,
  type FormClosed,
  SIGNED_IN_VISITOR,
  shownContext,
} from './form-availability.ts';
import { type FormExit, type Refusal, sendPosted } from './posted-form.ts';
import { readLeadBody, withoutFormerConsents } from './read-lead-body.ts';
import { type FormSender, refusalOfForm, senderAccount } from './respond-to-lead.ts';

const isByTheWeek = (
  { subscription }: Pick<DealerConfig, 'subscription'>,
  vehicle: Pick<Vehicle, 'subscription_price'> | undefined,
): boolean => isSubscription({ subscription_price: vehicle?.subscription_price ?? null }, subscription);

/** The message the form of a vehicle starts with. */
const firstMessage = (dealer: DealerConfig, car: StockedVehicle): string =>
  (isByTheWeek(dealer, car) ? subscriptionRequest : availabilityQuestion)(vehicleName(car));

/**
 * CFG-13, CFG-16: titles and button labels depend on the kind of vehicle: a motorcycle is ridden, a caravan
 * inspected, a subscription started. Finance for a vehicle is titled like its button (CARD-02).
 */
function formLabels(
  dealer: DealerConfig,
  form: LeadFormName,
  vehicle: Pick<Vehicle, 'item_type' | 'subscription_price'> | undefined,
) {
  const texts = dealer.leads.forms[form];
  const itemType = vehicle?.item_type ?? mainKind(dealer.verticals);
  if (form === 'enquire-now' && isByTheWeek(dealer, vehicle))
    return { title: dealer.copy.subscribe, submitLabel: dealer.copy.askToSubscribe };
  if (form === 'finance' && vehicle) return { title: dealer.card.financeWording, submitLabel: texts.submit };
  if (form !== 'test-drive' || KIND_TERMS[itemType].booking === 'testDrive')
    return { title: texts.title, submitLabel: texts.submit };
  const label = testDriveLabel(dealer.copy, itemType);
  return { title: label, submitLabel: label };
}

/** FIN-01, FIN-02: query parameters of links, by field of the quick quote; the field's own name takes precedence. */
const LOAN_LINKS = {
  purchasePrice: ['purchasePrice', 'price', 'vehiclePriceBudget'],
  loanTerm: ['loanTerm'],
  selfAssessedCreditScore: ['selfAssessedCreditScore', 'credit_score'],
  vin: ['vin'],
  nvic: ['nvic'],
  year: ['year'],
  whoIsHelping: ['whoIsHelping'],
} as const;

function linkedLoan(query: URLSearchParams): LeadValues {
  return Object.fromEntries(
    Object.entries(LOAN_LINKS).flatMap(([field, names]) => {
      const name = names.find((each) => query.get(each));
      return name === undefined ? [] : [[field, query.get(name) ?? '']];
    }),
  );
}

/** Fields a link may prefill. Messages and consents must come from the shopper. */
const ABOUT = ['car_id', CAR_IDS.name, 'location_id', FORM_EXTRAS.pagePath];
const LINKED = [...ABOUT, ...FINANCE_PARAMETERS];

/** The query of a link back to a posted form: its vehicles, location and page, but no personal data. */
function linkedQuery(sent: LeadValues): string {
  const query = new URLSearchParams(ABOUT.flatMap((name) => (sent[name] ? [[name, sent[name]]] : [])));
  return query.size > 0 ? `?${query}` : '';
}

/** Vehicles may be repeated parameters; of any other parameter the first counts. */
const linkedText = (query: URLSearchParams, name: string): string =>
  name === CAR_IDS.name ? query.getAll(name).join(',') : (query.get(name) ?? '');

function linkedValues(form: LeadFormName, request: Request): LeadValues {
  const query = new URL(request.url).searchParams;
  return {
    ...(form === QUOTE_FORM && linkedLoan(query)),
    ...Object.fromEntries(
      LINKED.flatMap((name) => (query.has(name) ? [[name, linkedText(query, name)]] : [])),
    ),
  };
}

type CarLink = { id: string; name: string; path: string };

export type FormPage =
  | FormExit
  | {
      kind: 'form';
      status: number;
      form: LeadFormName;
      title: string;
      submitLabel: string;
      notice?: string | undefined;
      /** The requested car, if it is listed. */
      car: CarLink | undefined;
      aboutCar?: StockedVehicle | undefined;
      /** FAV-01: all cars of an enquiry about several. */
      cars?: CarLink[];
      /** FIN-13: the car's repayment, displayed with the finance form. */
      finance?: CarWithFinance | undefined;
      context: FormContext;
      /** The referring page, as posted. */
      pagePath: string | undefined;
      values: LeadValues;
      errors?: LeadErrors | undefined;
      failure?: { message: string; phone?: string } | undefined;
      retryAfterSeconds?: number | undefined;
      /** AUTH-04: the form was posted without a session; path of the sign-in that leads back to it. */
      signIn?: string;
      /** FIN-02: whether to display the broker's estimate. */
      asksForEstimate?: boolean;
      isCodeSent?: boolean;
      /** FIN-19: the token of a verified phone, so that no new code is needed. */
      phoneToken?: string;
    };

const ownValues = (fields: readonly LeadField[], sent: LeadValues): LeadValues =>
  Object.fromEntries(fields.map(({ name }) => [name, sent[name] ?? '']));

/** FORM-12: the refusal of a request for free times without a valid location. */
function timesRefusal(fields: readonly LeadField[], sent: LeadValues): Refusal | undefined {
  const location = fields.find(({ loadsTimes }) => loadsTimes);
  if (!location) return undefined;
  const chosen = sent[location.name];
  if (chosen && location.options?.some(({ value }) => value === chosen)) return undefined;
  return { status: 422, errors: { [location.name]: NO_LOCATION_MESSAGE } };
}

const asksForLoan = (sent: LeadValues): boolean =>
  ['purchasePrice', 'loanTerm', 'selfAssessedCreditScore'].some((name) => sent[name] !== undefined);

const SIMILAR = 'find-similar';

/** Replaces a form that is unavailable for this car by the reason and the form to find another. */
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
    ...formLabels(dealer, SIMILAR, car),
    notice: message,
    car: car && linkTo(car),
    aboutCar: car,
    context,
    pagePath: insidePath(sent[FORM_EXTRAS.pagePath]),
    values: { ...ownValues(fields, sent), message: '', car_id: car?.id ?? '' },
  };
}

const linkTo = (car: StockedVehicle) => ({ id: car.id, name: vehicleName(car), path: `/cars/${car.slug}` });

/** If the database fails, the form is rendered without a car. */
const availabilityOrOpen = (
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

/** Handles GET and POST of a form's page, which works without JavaScript. */
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
  // Submit before the free times are read, since the lead may book one.
  if (isPost && !asksForTimes && !asksForEstimate) {
    const userAgent = request.headers.get('user-agent') ?? '';
    const contactId = await senderAccount(services, dealer, request, contact);
    const submission = { dealer, form: name, body: sent, userAgent, clientAddress, visitor, contactId };
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
    // The session may expire while the form is filled in; its input is preserved.
    const { failure: _, ...rest } = refusal;
    refusal = { ...rest, status: 403, signIn };
  }
  if (closed && name === 'reserve' && takesDeposits(dealer)) {
    const { car } = await availabilityOrOpen(services, dealer, name, sent, visitor);
    if (car) return { kind: 'elsewhere', to: href(checkoutPath(dealer, car)) };
  }
  if (closed && !isGated) return { kind: 'unknown' };
  const availability = await availabilityOrOpen(
    services,
    dealer,
    name,
    sent,
    isGated ? SIGNED_IN_VISITOR : visitor,
  );
  if (availability.kind === 'refused') return instead(services, dealer, sent, availability);
  const { car } = availability;
  const cars = availability.kind === 'open' ? availability.cars : undefined;
  const context = await shownContext(services, dealer, formName, { car, locationId: sent.location_id });
  const fields = form.fields(dealer, context);
  const finance = name === 'finance' && car ? await financedCar(services, dealer, car) : undefined;
  return {
    kind: 'form',
    form: name,
    ...formLabels(dealer, name, car),
    car: car && linkTo(car),
    aboutCar: car,
    ...(cars && cars.length > 1 && { cars: cars.map(linkTo) }),
    context,
    pagePath: insidePath(sent[FORM_EXTRAS.pagePath]),
    ...(name === QUOTE_FORM && { asksForEstimate: asksForEstimate || (!isPost && asksForLoan(sent)) }),
    finance,
    values: {
      ...withoutFormerConsents(
        dealer,
        ownValues(fields, isPost || name === QUOTE_FORM ? sent : validValues(fields, sent)),
        sent,
      ),
      ...(name === 'enquire-now' && car && !isPost && { message: firstMessage(dealer, car) }),
      ...((car || 'car_id' in sent) && { car_id: car?.id ?? '' }),
      ...(cars && { [CAR_IDS.name]: cars.map(({ id }) => id).join(',') }),
      ...(finance?.seal && { [FINANCE_SEEN]: finance.seal }),
    },
    ...((asksForTimes && timesRefusal(fields, sent)) || refusal),
  };
}
