import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { textVersion } from '#src/config/public/public-config.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import {
  type AdvertisedRepayment,
  advertisedRepayment,
  repaymentBasis,
} from '#src/features/finance/advertised-repayment.ts';
import { loanToQuote } from '#src/features/finance/broker-endpoints.ts';
import {
  type FinanceDisclaimer,
  type FinanceShown,
  FinanceShownSchema,
  financeDisclaimer,
  financeShown,
  financeWording,
  ownFigureShown,
  quotedDisclaimer,
  siteDisclaimer,
} from '#src/features/finance/finance-disclosure.ts';
import { financeSummary } from '#src/features/finance/finance-summary.ts';
import {
  calculatorOf,
  calculatorOfVehicle,
  ownLoanRules,
  type PricedCalculator,
} from '#src/features/finance/loan/calculator.ts';
import { isBelowQuotes } from '#src/features/finance/quote-estimate.ts';
import { type RepaymentDisplay, repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { validValues } from '#src/features/leads/fields/check-lead.ts';
import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { FINANCE_SEEN } from '#src/features/leads/forms/finance-forms.ts';
import { formAccess, isOffered } from '#src/features/leads/forms/form-access.ts';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import {
  currentPrice,
  displayedDollars,
  type PriceDisplay,
  priceDisplay,
  pricingOf,
} from '#src/features/vehicle/price/price-display.ts';
import { carForSaleById } from '#src/features/vehicle/server/vehicle-access.ts';
import type { StockedVehicle, Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { Services } from '#src/server/services.ts';
import { storeFinanceWording } from './queries/finance-wording-queries.ts';
import { quotesLoans } from './quote-loan.ts';

/** FIN-01: parameters of a link to the finance page; the finance form's fields have the same names. */
export const FINANCE_PARAMETERS = [
  'car_id',
  'vin',
  'nvic',
  'year',
  'preferredDealership',
  'car_type',
  'vehiclePriceBudget',
  'price',
  'loanTerm',
  'selfAssessedCreditScore',
  'credit_score',
  'whoIsHelping',
] as const;

type Wording = { version: string; text: string };

/** The displayed repayment of a car, with its disclaimer. */
export type CarFinance = {
  repayment: AdvertisedRepayment;
  disclaimer: FinanceDisclaimer;
  wording: Wording;
  /** Null if no figure is displayed. */
  shown: FinanceShown | null;
};

function carFinance(dealer: DealerConfig, car: Vehicle, now: Date): CarFinance | null {
  const repayment = advertisedRepayment(car, dealer, { now: () => now });
  if (!repayment) return null;
  const disclaimer = financeDisclaimer(repayment, car, dealer.finance);
  const paragraphs = financeWording(disclaimer);
  const wording = { version: textVersion(paragraphs), text: paragraphs.join('\n\n') };
  return { repayment, disclaimer, wording, shown: financeShown(repayment, wording.version) };
}

type Sealed = { secret: string; dealer: string; carId: string };

const sealOf = ({ secret, dealer, carId }: Sealed, data: string): string =>
  createHmac('sha256', secret).update(`finance-seen\n${dealer}\n${carId}\n${data}`).digest('base64url');

/**
 * Signs the displayed figures for a hidden form field, so that the lead records what the page displayed, even if
 * figures change.
 */
export function signFigures(shown: FinanceShown, sealed: Sealed): string {
  const data = Buffer.from(JSON.stringify(shown)).toString('base64url');
  return `${data}.${sealOf(sealed, data)}`;
}

/** @returns undefined unless this server has signed the text for this car */
export function verifyFigures(text: string, sealed: Sealed): FinanceShown | undefined {
  const [data = '', seal = ''] = text.split('.');
  const expected = Buffer.from(sealOf(sealed, data));
  const given = Buffer.from(seal);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), FinanceShownSchema),
    Buffer.from(data, 'base64url').toString(),
  );
  return parsed.success ? parsed.output : undefined;
}

/**
 * The finance data of a lead: the signed figures of its form, else the current ones, and those for the shopper's own
 * terms.
 */
export function financeOfLead(
  { env }: Pick<Services, 'env'>,
  dealer: DealerConfig,
  car: Vehicle & { id: string },
  { seen, ownTerms, now }: { seen: string | undefined; ownTerms: string | undefined; now: Date },
): { shown: FinanceShown | undefined; wording: Wording | undefined } {
  const current = carFinance(dealer, car, now);
  const sealed = { secret: env.SITE_SECRET, dealer: dealer.slug, carId: car.id };
  const shown = (seen && verifyFigures(seen, sealed)) || (current?.shown ?? undefined);
  const options = { noPriceText: '', subscriptionSite: dealer.subscription };
  const price = displayedDollars(priceDisplay(pricingOf(car, dealer.stock.defaultPriceType), options));
  const own = shown && ownTerms ? ownFigureShown(ownTerms, ownLoanRules(dealer), price) : undefined;
  return {
    shown: shown && own ? { ...shown, own } : shown,
    wording: current?.shown ? current.wording : undefined,
  };
}

/** The car of a finance form. */
export type CarWithFinance = {
  car: StockedVehicle;
  /** As on the car's page. */
  price: PriceDisplay;
  /** Null if none is displayed. */
  repayment: RepaymentDisplay | null;
  disclaimer: FinanceDisclaimer | undefined;
  /** The signed figures; undefined if none is displayed. */
  seal: string | undefined;
};

type WordingServices = Pick<Services, 'db' | 'clock' | 'log'>;

const storedVersions = new WeakMap<Services['db'], Set<string>>();

/**
 * Stores the wording of a page with a finance form, once per process. Errors are only logged, because the lead stores
 * its wording too.
 */
async function rememberWording(
  { db, clock, log }: WordingServices,
  { version, text }: Wording,
): Promise<void> {
  const versions = storedVersions.get(db) ?? new Set();
  storedVersions.set(db, versions);
  if (versions.has(version)) return;
  versions.add(version);
  try {
    await storeFinanceWording(db, { version, text, first_shown_at: clock.now().toISOString() });
  } catch (error) {
    versions.delete(version);
    log.warn({ version, reason: error instanceof Error ? error.message : 'unknown' }, 'wording not stored');
  }
}

export async function financedCar(
  services: WordingServices & Pick<Services, 'env'>,
  dealer: DealerConfig,
  car: StockedVehicle,
): Promise<CarWithFinance> {
  const finance = carFinance(dealer, car, services.clock.now());
  if (finance?.shown) await rememberWording(services, finance.wording);
  const sealed = { secret: services.env.SITE_SECRET, dealer: dealer.slug, carId: car.id };
  return {
    car,
    price: priceDisplay(pricingOf(car, dealer.stock.defaultPriceType), {
      noPriceText: dealer.vehiclePage.noPriceText,
      subscriptionSite: dealer.subscription,
    }),
    repayment: finance && repaymentDisplay(finance.repayment),
    disclaimer: finance?.disclaimer,
    seal: finance?.shown ? signFigures(finance.shown, sealed) : undefined,
  };
}

export type FinancePage = {
  /** Undefined without a car, and for a car not for sale; which of them is not disclosed. */
  financed: CarWithFinance | undefined;
  /** The car's calculator, else the site's; null if no repayment is displayed. */
  priced: PricedCalculator | null;
  values: LeadValues;
  /** The valid query parameters, which a calculator's form preserves. */
  passedOn: Record<string, string>;
};

/**
 * FIN-01: parses the query.
 * @param form the finance form, or another if the site has that instead
 */
export async function financePage(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'env'>,
  dealer: DealerConfig,
  form: FormName,
  query: URLSearchParams,
): Promise<FinancePage> {
  // If the database fails, the form is rendered without a car.
  const car = await carForSaleById(services, dealer, query.get('car_id')).catch(() => undefined);
  const financed = car && (await financedCar(services, dealer, car));
  const calculator = car ? null : calculatorOf(dealer, null);
  const priced = car
    ? calculatorOfVehicle(car, repaymentBasis(car, dealer, services.clock), dealer)
    : calculator && { calculator, priceType: null, note: null };
  const linked = Object.fromEntries(FINANCE_PARAMETERS.map((name) => [name, query.get(name) ?? '']));
  const fields = LEAD_FORMS[form].fields(dealer, car ? { carId: car.id } : {});
  const { car_id: _, ...values } = validValues(fields, linked);
  return {
    financed,
    priced,
    passedOn: { ...(car && { car_id: car.id }), ...values },
    values: { ...values, ...(financed?.seal && { [FINANCE_SEEN]: financed.seal }) },
  };
}

/** FIN-02, FIN-235: whether pages link the quick quote, for a vehicle or for any. */
export const offersQuickQuote = (vehicle: StockedVehicle | undefined, dealer: DealerConfig): boolean =>
  isOffered(formAccess('quick-quote', dealer)) &&
  !(vehicle && isBelowQuotes(currentPrice(pricingOf(vehicle, dealer.stock.defaultPriceType))));

/** The finance data of a vehicle's page; without a vehicle, what applies to any. */
export function vehicleFinance(
  services: Pick<Services, 'broker' | 'clock'>,
  dealer: DealerConfig,
  listed: { vehicle: StockedVehicle; isSold: boolean } | null,
) {
  const basis = listed && repaymentBasis(listed.vehicle, dealer, services.clock);
  const forSale = listed && !listed.isSold ? listed.vehicle : null;
  const quoteFor =
    forSale && quotesLoans(services, dealer)
      ? loanToQuote(forSale, dealer, basis?.repayment.source)
      : undefined;
  const stated = listed && basis && financeDisclaimer(basis.repayment, listed.vehicle, dealer.finance);
  return {
    basis,
    // A pending quote would contradict the initial figure of a calculator.
    priced:
      forSale && basis && !quoteFor && dealer.vehiclePage.financeCalculator
        ? calculatorOfVehicle(forSale, basis, dealer)
        : null,
    /** The loan the page requests a quote for, if any. */
    quoteFor,
    hasQuickQuote: forSale !== null && offersQuickQuote(forSale, dealer),
    /** Hidden once a quote replaces it. */
    summary: basis && financeSummary(basis, dealer.finance.provider),
    disclaimer: stated ?? (quoteFor ? quotedDisclaimer(dealer.finance) : siteDisclaimer(dealer.finance)),
  };
}
