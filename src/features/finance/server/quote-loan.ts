import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { itemNoun } from '#src/config/sections/stock/stock-terms.ts';
import { advertisedRepayment, siteFees } from '#src/features/finance/advertised-repayment.ts';
import {
  QUOTE_MESSAGES,
  type QuoteRequest,
  QuoteRequestSchema,
  type QuoteResponse,
} from '#src/features/finance/broker-endpoints.ts';
import { QUOTE_DEPOSIT_PERCENT, QUOTE_FAILED_MESSAGE } from '#src/features/finance/broker-quote.ts';
import { comparisonRate } from '#src/features/finance/loan/repayment.ts';
import {
  AMOUNT_RANGE_MESSAGE,
  amountOfPrice,
  belowQuotesMessage,
  isBelowQuotes,
  QUICK_FORM_BALLOON,
  QUOTE_START_RATE,
  type QuoteDisplay,
  quoteDisplay,
  readLoan,
  startRates,
} from '#src/features/finance/quote-estimate.ts';
import { repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { FIX_ERRORS_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { currentPrice, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { carForSaleById } from '#src/features/vehicle/server/vehicle-access.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { CANCELLED } from '#src/platform/external-services/service-client.ts';
import { errorBody, errorResponse } from '#src/platform/http/endpoint.ts';
import { isWithinLimit, windowOfUse } from '#src/platform/limits/rate-limits.ts';
import { centsToDollars, dollarsToCents } from '#src/platform/number/number-format.ts';
import { wholeDigits } from '#src/platform/number/typed-number.ts';
import type { Services } from '#src/server/services.ts';
import type { QuoteOutcome } from './broker/broker.ts';

type QuoteServices = Pick<Services, 'broker' | 'clock' | 'db' | 'env' | 'log'>;

export type Quoted =
  | { kind: 'quoted'; quote: QuoteResponse }
  | { kind: 'no_broker' | 'no_quote' | 'too_many' | 'unavailable' };

type Requester = { clientAddress: string | undefined; signal?: AbortSignal | undefined };

/** FIN-02, FIN-03: whether the site displays broker quotes. */
export const quotesLoans = (
  { broker }: Pick<Services, 'broker'>,
  { finance, status }: Pick<DealerConfig, 'finance' | 'status'>,
): boolean =>
  broker !== undefined &&
  status.state === 'live' &&
  (finance.quickQuote !== 'off' || finance.showBrokerQuote);

const orUndefined = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

/** FIN-03: an aborted request is cancelled at the broker too. */
async function quoteLoan(
  services: QuoteServices,
  dealer: DealerConfig,
  request: QuoteRequest,
  { clientAddress, signal }: Requester,
): Promise<Quoted> {
  const { broker, log } = services;
  if (!broker || !quotesLoans(services, dealer)) return { kind: 'no_broker' };
  if (!(await isWithinLimit(services, dealer, 'quote', clientAddress))) return { kind: 'too_many' };
  const { purchasePrice, selfAssessedCreditScore, loanTerm } = request;
  const outcome: QuoteOutcome = await broker.client.quote(
    {
      selfAssessedCreditScore,
      loanTerm,
      purchasePrice: dollarsToCents(purchasePrice),
      year: orUndefined(request.year),
      vin: orUndefined(request.vin),
      nvic: orUndefined(request.nvic),
      whoIsHelping: orUndefined(request.whoIsHelping),
    },
    signal,
  );
  if (outcome.kind === 'no_quote') return outcome;
  if (outcome.kind === 'unavailable') {
    const { reason } = outcome;
    if (reason !== CANCELLED) log.warn({ dealer: dealer.slug, reason }, 'broker quote unavailable');
    return { kind: 'unavailable' };
  }
  const { weeklyRepaymentAmount, ...rates } = outcome.quote;
  return {
    kind: 'quoted',
    quote: { weeklyRepaymentAmount: centsToDollars(weeklyRepaymentAmount), ...rates },
  };
}

const REFUSALS = {
  no_broker: { status: 404, code: 'no_broker' },
  no_quote: { status: 404, code: 'no_quote' },
  too_many: { status: 429, code: 'too_many_quotes' },
  unavailable: { status: 503, code: 'broker_unavailable' },
} as const;

const BodySchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

const invalidQuote = (issues: readonly v.BaseIssue<unknown>[]): Response => {
  const wrong = new Set(issues.map(({ path }) => path?.[0]?.key));
  const fields = Object.fromEntries(Object.entries(QUOTE_MESSAGES).filter(([name]) => wrong.has(name)));
  return Response.json(errorBody('invalid_quote', FIX_ERRORS_MESSAGE, { fields }), {
    status: 422,
    headers: { 'Cache-Control': 'no-store' },
  });
};

/** Handles `POST /api/youx/quote`. */
export async function respondWithQuote(
  services: QuoteServices,
  dealer: DealerConfig,
  request: Request,
  requester: Requester,
): Promise<Response> {
  if (!quotesLoans(services, dealer)) return errorResponse(404, 'no_broker', QUOTE_FAILED_MESSAGE);
  const body = v.safeParse(BodySchema, await request.text());
  if (!body.success) return errorResponse(400, 'bad_request', 'Send the loan as JSON.');
  const parsed = v.safeParse(QuoteRequestSchema, body.output);
  if (!parsed.success) return invalidQuote(parsed.issues);
  const quoted = await quoteLoan(services, dealer, parsed.output, requester);
  if (quoted.kind === 'quoted')
    return Response.json(quoted.quote, { headers: { 'Cache-Control': 'no-store' } });
  const { status, code } = REFUSALS[quoted.kind];
  const { secondsLeft } = windowOfUse('quote', services.clock.now());
  const headers = quoted.kind === 'too_many' ? { 'Retry-After': String(secondsLeft) } : {};
  return errorResponse(status, code, QUOTE_FAILED_MESSAGE, headers);
}

export type QuickQuotePart = {
  /** Null without a broker: the form is only a lead. */
  broker: { name: string; origins: readonly string[] } | null;
  start: { rateText: string; comparisonText: string } | null;
  /** The estimate for `values`, if requested; a string is an error message. */
  estimate: QuoteDisplay | string | null;
  /** Why an amount differs from that of the link. */
  notice: string | null;
  /** FIN-235: why there is no quick quote for the car; null if there is. */
  refusal: string | null;
  /** Why an estimate differs from the figure advertised for the car; null without one. */
  advertised: string | null;
  vehicle: { year?: number | undefined; vin?: string | undefined; nvic?: string | undefined };
  /** Values of the form, with the loan clamped. */
  values: LeadValues;
};

type PartRequest = {
  values: LeadValues;
  carId: string | undefined;
  /** Only then is the broker contacted: robots open pages too. */
  asksForEstimate: boolean;
  /** Posted values stay as typed, because errors refer to them. */
  isSent: boolean;
  clientAddress: string | undefined;
  signal?: AbortSignal | undefined;
};

/** FIN-231: why the estimate is not the figure advertised for the car, which has its rates here too. */
function advertisedBeside(
  car: Vehicle,
  dealer: DealerConfig,
  broker: string,
  clock: Services['clock'],
): string | null {
  const repayment = advertisedRepayment(car, dealer, clock);
  const display = repayment && repaymentDisplay(repayment);
  if (display?.kind !== 'amount') return null;
  const { amountText, termText, rateText, comparisonText } = display;
  return `${broker} works this estimate out from your credit, with a deposit of ${QUOTE_DEPOSIT_PERCENT}%. So it can differ from what we advertise for this ${itemNoun(car.item_type).one}: ${amountText} ${termText}, at ${rateText} and ${comparisonText}.`;
}

/** FIN-02, FIN-17. */
export async function quickQuotePart(
  services: Services,
  dealer: DealerConfig,
  request: PartRequest,
): Promise<QuickQuotePart> {
  const { values, carId, asksForEstimate, isSent, clientAddress, signal } = request;
  const { broker } = services;
  const car = await carForSaleById(services, dealer, carId ?? null).catch(() => undefined);
  const price = car && currentPrice(pricingOf(car, dealer.stock.defaultPriceType));
  const amount = values.purchasePrice || amountOfPrice(price);
  const loan = readLoan({ ...values, purchasePrice: amount });
  const typed = amount === undefined ? undefined : wholeDigits(amount);
  const isClamped = amount !== undefined && Number(typed) !== loan.purchasePrice;
  const vehicle = car
    ? { year: car.year, vin: car.vin, nvic: car.nvic }
    : {
        year: Number(values.year) || undefined,
        vin: values.vin || undefined,
        nvic: values.nvic || undefined,
      };
  const hasQuotes = quotesLoans(services, dealer);
  const quoted =
    asksForEstimate && hasQuotes
      ? await quoteLoan(
          services,
          dealer,
          { ...loan, ...vehicle, whoIsHelping: values.whoIsHelping },
          { clientAddress, signal },
        )
      : null;
  const ownRate = comparisonRate({
    ...siteFees(dealer.finance),
    interestRate: QUOTE_START_RATE,
    balloon: QUICK_FORM_BALLOON,
  });
  const texts = { ...loan, purchasePrice: String(loan.purchasePrice), loanTerm: String(loan.loanTerm) };
  return {
    broker: hasQuotes && broker ? { name: broker.name, origins: broker.origins } : null,
    start: ownRate === null ? null : startRates(ownRate),
    estimate: quoted && (quoted.kind === 'quoted' ? quoteDisplay(quoted.quote, loan) : QUOTE_FAILED_MESSAGE),
    notice: isClamped ? AMOUNT_RANGE_MESSAGE : null,
    refusal: car && isBelowQuotes(price) ? belowQuotesMessage(itemNoun(car.item_type).one) : null,
    advertised:
      car && broker && hasQuotes ? advertisedBeside(car, dealer, broker.name, services.clock) : null,
    vehicle,
    values: isSent ? values : { ...values, ...texts },
  };
}
