import type { DealerConfig } from '#src/config/dealer-config.ts';
import { KIND_WORDS, mainKind } from '#src/config/sections/stock/stock-terms.ts';
import type { Visitor } from '#src/config/sections/visitor.ts';
import {
  FINANCE_PARAMETERS,
  type FinancedCar,
  financedCar,
} from '#src/features/finance/server/page-finance.ts';
import { QUOTE_FORM } from '#src/features/finance/server/quick-quote-submission.ts';
import { rightValues } from '#src/features/leads/fields/check-lead.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { availabilityQuestion, TIMES_OF_NO_PLACE_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
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
import { testDriveWords } from '#src/features/vehicle/actions/vehicle-actions.ts';
import { isByTheWeek } from '#src/features/vehicle/price/price-display.ts';
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
import { type FormLeft, type Refusal, sendPosted } from './posted-form.ts';
import { readLeadBody, withoutFormerConsents } from './read-lead-body.ts';
import { type FormSender, refusalOfForm } from './respond-to-lead.ts';

/**
 * CFG-13, CFG-16: a motorcycle is ridden, a caravan inspected and a subscription begun, so the form's name differs.
 * Finance for a vehicle has the name of its button (CARD-02).
 */
function formWords(
  dealer: DealerConfig,
  form: LeadFormName,
  vehicle: Pick<Vehicle, 'item_type' | 'subscription_price'> | undefined,
) {
  const words = dealer.leads.forms[form];
  const itemType = vehicle?.item_type ?? mainKind(dealer.verticals);
  if (
    form === 'enquire-now' &&
    isByTheWeek({ subscription_price: vehicle?.subscription_price ?? null }, dealer.subscription)
  )
    return { title: dealer.copy.subscribe, submitLabel: words.submit };
  if (form === 'finance' && vehicle) return { title: dealer.card.financeWording, submitLabel: words.submit };
  if (form !== 'test-drive' || KIND_WORDS[itemType].booking === 'testDrive')
    return { title: words.title, submitLabel: words.submit };
  const own = testDriveWords(dealer.copy, itemType);
  return { title: own, submitLabel: own };
}

/** FIN-01, FIN-02: names of links for fields of the quick quote; the field's own name comes first. */
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

/** Fields a link may prefill. Messages and especially consent must come from the shopper. */
const ABOUT = ['car_id', CAR_IDS.name, 'location_id', FORM_EXTRAS.pagePath];
const LINKED = [...ABOUT, ...FINANCE_PARAMETERS];

/** The query of a link back to a form that was sent: its vehicles, place and page, and nothing of the person. */
function linkedQuery(sent: LeadValues): string {
  const query = new URLSearchParams(ABOUT.flatMap((name) => (sent[name] ? [[name, sent[name]]] : [])));
  return query.size > 0 ? `?${query}` : '';
}

/** A list of vehicles has each in a parameter of its own; of any other the first counts. */
const linkedText = (query: URLSearchParams, name: string): string =>
  name === CAR_IDS.name ? query.getAll(name).join(',') : (query.get(name) ?? '');

/** What the link to a form's page says. */
function linkedValues(form: LeadFormName, request: Request): LeadValues {
  const query = new URL(request.url).searchParams;
  return {
    ...(form === QUOTE_FORM && linkedLoan(query)),
    ...Object.fromEntries(
      LINKED.flatMap((name) => (query.has(name) ? [[name, linkedText(query, name)]] : [])),
    ),
  };
}

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
