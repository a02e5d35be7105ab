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
import { type RepaymentDisplay, repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { rightValues } from '#src/features/leads/fields/check-lead.ts';
import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { FINANCE_SEEN } from '#src/features/leads/forms/finance-forms.ts';
import { formAccess, isOffered } from '#src/features/leads/forms/form-access.ts';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import {
  type PriceDisplay,
  priceDisplay,
  pricedDollars,
  pricingOf,
} from '#src/features/vehicle/price/price-display.ts';
import { carForSaleById } from '#src/features/vehicle/server/enquired-vehicle.ts';
import type { StockedVehicle, Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { Services } from '#src/server/services.ts';
import { storeFinanceWording } from './queries/finance-wording-queries.ts';
import { quotesLoans } from './quote-loan.ts';

/** FIN-01: what a link to the finance page may say; the fields of the finance form have the same names. */
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

/** The repayment of a car as pages show it, with the disclaimer beside it. */
export type CarFinance = {
  repayment: AdvertisedRepayment;
  disclaimer: FinanceDisclaimer;
  wording: Wording;
  /** Null where the page shows no figure. */
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

/** The figures as a form carries them, so that the lead records what was on the page, not what is by then. */
export function sealFigures(shown: FinanceShown, sealed: Sealed): string {
  const data = Buffer.from(JSON.stringify(shown)).toString('base64url');
  return `${data}.${sealOf(sealed, data)}`;
}

/** @returns undefined for a text this server did not seal for this car */
export function openFigures(text: string, sealed: Sealed): FinanceShown | undefined {
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
 * What a lead about a car records: the figures of its form, else those of the car's page now, and those for the
 * shopper's own terms.
 */
export function financeOfLead(
  { env }: Pick<Services, 'env'>,
  dealer: DealerConfig,
  car: Vehicle & { id: string },
  { seen, ownTerms, now }: { seen: string | undefined; ownTerms: string | undefined; now: Date },
): { shown: FinanceShown | undefined; wording: Wording | undefined } {
  const current = carFinance(dealer, car, now);
  const sealed = { secret: env.SITE_SECRET, dealer: dealer.slug, carId: car.id };
  const shown = (seen && openFigures(seen, sealed)) || (current?.shown ?? undefined);
  const words = { noPriceText: '', subscriptionSite: dealer.subscription };
  const price = pricedDollars(priceDisplay(pricingOf(car, dealer.stock.defaultPriceType), words));
  const own = shown && ownTerms ? ownFigureShown(ownTerms, ownLoanRules(dealer), price) : undefined;
  return {
    shown: shown && own ? { ...shown, own } : shown,
    wording: current?.shown ? current.wording : undefined,
  };
}

/** A car beside a finance form. */
export type FinancedCar = {
  car: StockedVehicle;
  /** As the car's own page shows it. */
  price: PriceDisplay;
  /** Null where the site shows none for this car. */
  repayment: RepaymentDisplay | null;
  disclaimer: FinanceDisclaimer | undefined;
  /** The figures, sealed for the form; undefined where none is shown. */
  seal: string | undefined;
};

type Keeper = Pick<Services, 'db' | 'clock' | 'log'>;

const stored = new WeakMap<Services['db'], Set<string>>();

/**
 * Stores the wording of a page with a finance form, once per process. A database that cannot write does not hold up
 * the page: the lead stores its wording too.
 */
async function rememberWording({ db, clock, log }: Keeper, { version, text }: Wording): Promise<void> {
  const known = stored.get(db) ?? new Set();
  stored.set(db, known);
  if (known.has(version)) return;
  known.add(version);
  try {
    await storeFinanceWording(db, { version, text, first_shown_at: clock.now().toISOString() });
  } catch (error) {
    known.delete(version);
    log.warn({ version, reason: error instanceof Error ? error.message : 'unknown' }, 'wording not stored');
  }
}

export async function financedCar(
  services: Keeper & Pick<Services, 'env'>,
  dealer: DealerConfig,
  car: StockedVehicle,
): Promise<FinancedCar> {
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
    seal: finance?.shown ? sealFigures(finance.shown, sealed) : undefined,
  };
}

/** What a finance page shows beside its form, and what the form starts with. */
export type FinancePage = {
  /** Absent for none, and for any that cannot be bought here; which of them is not disclosed. */
  financed: FinancedCar | undefined;
  /** Of that car, else of the site; null where no repayment is shown. */
  priced: PricedCalculator | null;
  values: LeadValues;
  /** What is right of the query; a calculator sends it again. */
  passedOn: Record<string, string>;
};

/**
 * FIN-01: the car of the query and the values of its other parameters, as far as they are right.
 * @param form the finance form, or another where the site has that instead
 */
export async function financePage(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'env'>,
  dealer: DealerConfig,
  form: FormName,
  query: URLSearchParams,
): Promise<FinancePage> {
  // If the database cannot be read, the form stays, without a car.
  const car = await carForSaleById(services, dealer, query.get('car_id')).catch(() => undefined);
  const financed = car && (await financedCar(services, dealer, car));
  const calculator = car ? null : calculatorOf(dealer, null);
  const priced = car
    ? calculatorOfVehicle(car, repaymentBasis(car, dealer, services.clock), dealer)
    : calculator && { calculator, priceType: null, note: null };
  const linked = Object.fromEntries(FINANCE_PARAMETERS.map((name) => [name, query.get(name) ?? '']));
  const fields = LEAD_FORMS[form].fields(dealer, car ? { carId: car.id } : {});
  const { car_id: _, ...values } = rightValues(fields, linked);
  return {
    financed,
    priced,
    passedOn: { ...(car && { car_id: car.id }), ...values },
    values: { ...values, ...(financed?.seal && { [FINANCE_SEEN]: financed.seal }) },
  };
}

/** What the page of a vehicle says about finance; without a vehicle, what holds for any. */
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
    // With a quote on its way, the first figure of a calculator would say something else.
    priced:
      forSale && basis && !quoteFor && dealer.vehiclePage.financeCalculator
        ? calculatorOfVehicle(forSale, basis, dealer)
        : null,
    /** The loan the page asks the broker about; undefined if it asks for none. */
    quoteFor,
    hasQuickQuote: forSale !== null && isOffered(formAccess('quick-quote', dealer)),
    /** Hidden once a quote of the broker says something else. */
    summary: basis && financeSummary(basis, dealer.finance.provider),
    disclaimer: stated ?? (quoteFor ? quotedDisclaimer(dealer.finance) : siteDisclaimer(dealer.finance)),
  };
}
