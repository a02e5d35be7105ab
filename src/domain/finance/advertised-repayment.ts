import type { FinanceConfig } from '#src/config/sections/finance.ts';
import type { StockRules } from '#src/config/sections/stock.ts';
import { calendarYear } from '../calendar-year.ts';
import type { Clock } from '../clock.ts';
import { type Cents, centsToDollars } from '../money.ts';
import { isAvailable } from '../vehicle/availability.ts';
import { entryTermYears, type LenderEntry, statedWeek } from '../vehicle/lender-entry.ts';
import { currentPrice, priceTypeLabel, pricingOf } from '../vehicle/price-display.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';
import { hasRates, isEligible, isPayment, showsFinance } from './lender-eligibility.ts';
import { LENDERS } from './lenders.data.ts';
import { QUOTE_TERM, quotedRepayment } from './quoted-repayment.ts';
import { type LoanTerms, monthlyRepayment, weeklyFromMonthly, weeklyRepayment } from './repayment.ts';
import { siteFees } from './site-lender.ts';

/** The loan a site advertises for a price: its own rate, term, deposit, residual and fees, fees borrowed too. */
export function siteLoan(price: Cents, finance: FinanceConfig): LoanTerms {
  const share = (percent: number) => Math.round((price * percent) / 100);
  return {
    price,
    deposit: share(finance.depositPercent),
    balloon: share(finance.balloonPercent),
    interestRate: finance.interestRate,
    termYears: finance.termYears,
    ...siteFees(finance),
  };
}

/** The repayment a vehicle is advertised with; never without its comparison rate. Rates in per cent a year. */
export type AdvertisedRepayment = {
  weeklyCents: Cents;
  interestRate: number;
  comparisonRate: number;
  termYears: number;
  /** Paid before the first repayment and owing after the last; absent in search documents of an earlier version. */
  depositCents?: Cents;
  balloonCents?: Cents;
  /** The final payment is stated even where it is $0 (FIN-05). */
  statesFinalPayment?: boolean;
  /** The source of the figure (decision 20). */
  source: 'broker' | 'lender' | 'computed';
};

/** The settings that decide a repayment; a `DealerConfig` has them. */
export type FinanceSite = {
  finance: FinanceConfig;
  timeZone: string;
  manufacturer?: string | undefined;
  /** Whether vehicles show their price a week, where they have one. */
  subscription?: boolean;
  stock: Pick<StockRules, 'defaultPriceType'>;
};

/** A repayment with its inputs. */
export type RepaymentBasis = {
  repayment: AdvertisedRepayment;
  /** The loan it is worked out for, and the type of the price in it, in words; null where others state the repayment. */
  loan: (LoanTerms & { priceType: string }) | null;
  /** Cents a month, where a lender states that and the week follows from it. */
  monthlyCents: Cents | null;
  /** What the lender says of the vehicle, where the figures are the lender's. */
  entry: LenderEntry | null;
};

/**
 * Broker quote where the site shows them and one is present, else the lender's entry, else computed from the
 * site's rate (decision 20). An entry that fails its lender's rule hides the repayment; it is not replaced.
 * @returns null where no repayment may be shown (FIN-09, decision 20)
 */
export const advertisedRepayment = (
  vehicle: Vehicle,
  site: FinanceSite,
  clock: Clock,
): AdvertisedRepayment | null => repaymentBasis(vehicle, site, clock)?.repayment ?? null;

/** The same with its inputs. */
export function repaymentBasis(vehicle: Vehicle, site: FinanceSite, clock: Clock): RepaymentBasis | null {
  if (!isAvailable(vehicle) || !showsFinance(site, vehicle.dealership_slug)) return null;
  const { finance } = site;
  // The price to buy it is not on the page, so nothing is worked out from it.
  if (site.subscription && vehicle.subscription_price) return null;
  const shown = shownPrice(vehicle, site);
  const price = shown?.cents ?? null;
  const broker = finance.showBrokerQuote ? brokerRepayment(vehicle, price) : null;
  if (broker) return { repayment: broker, loan: null, monthlyCents: null, entry: null };

  const given = lenderEntry(vehicle, finance);
  const ownLoan = given || price === null ? null : siteLoan(price, finance);
  const entry = given ?? siteEntry(ownLoan, finance);
  const financed = { available: true, year: vehicle.year, price, dealership: vehicle.dealership_slug };
  const year = calendarYear(clock.now(), site.timeZone);
  if (!isEligible(finance.provider, entry, financed, year) || !hasRates(entry)) return null;
  const loan = ownLoan ?? (statesRepayment(entry) ? null : entryLoan(entry, price, finance));
  const weeklyCents = weeklyOf(entry, loan);
  if (weeklyCents === null || weeklyCents <= 0) return null;
  const { interestRate, comparisonRate } = entry;
  const termYears = entryTermYears(entry) ?? finance.termYears;
  const repayment: AdvertisedRepayment = {
    weeklyCents,
    interestRate,
    comparisonRate,
    termYears,
    depositCents: entry.deposit ?? 0,
    balloonCents: entry.balloon ?? 0,
    ...(LENDERS[finance.provider].summary.statesNoFinalPayment ? { statesFinalPayment: true } : {}),
    source: given ? 'lender' : 'computed',
  };
  return {
    repayment,
    loan: loan && shown && { ...loan, priceType: shown.type },
    monthlyCents: loan || isPayment(entry.paymentWeek) ? null : (entry.paymentMonth ?? null),
    entry: given ?? null,
  };
}

function brokerRepayment({ youxQuote }: Vehicle, price: Cents | null): AdvertisedRepayment | null {
  if (!youxQuote || !isPayment(youxQuote.weeklyRepaymentAmount)) return null;
  const { weeklyRepaymentAmount, ...rates } = youxQuote;
  if (!hasRates({ interestRate: rates.advertisedRate, comparisonRate: rates.comparisonRate })) return null;
  const quote = { ...rates, weeklyRepaymentAmount: centsToDollars(weeklyRepaymentAmount) };
  return quotedRepayment(quote, price, QUOTE_TERM.start);
}

/** An amount without a price type is never shown, so nothing is computed from it. */
function shownPrice(vehicle: Vehicle, { stock }: FinanceSite): { cents: Cents; type: string } | null {
  const pricing = pricingOf(vehicle, stock.defaultPriceType);
  const cents = currentPrice(pricing);
  return pricing.price_type === null || cents === null
    ? null
    : { cents, type: priceTypeLabel(pricing.price_type, pricing.item_type) };
}

/** The site's lender's entry for the vehicle; an entry without figures counts as none. */
function lenderEntry(
  { finance_lenders }: Vehicle,
  { provider, termYears }: FinanceConfig,
): LenderEntry | undefined {
  const entry = finance_lenders[provider];
  if (!entry || Object.values(entry).every((value) => value == null)) return undefined;
  const paymentWeek = statedWeek(entry, termYears);
  return paymentWeek === undefined ? entry : { ...entry, paymentWeek };
}

function siteEntry(loan: LoanTerms | null, finance: FinanceConfig): LenderEntry {
  return {
    interestRate: finance.interestRate,
    comparisonRate: finance.comparisonRate,
    paymentWeek: (loan && weeklyRepayment(loan)) ?? undefined,
    paymentMonth: (loan && monthlyRepayment(loan)) ?? undefined,
    termYears: finance.termYears,
    deposit: loan?.deposit,
    balloon: loan?.balloon,
  };
}

const statesRepayment = ({ paymentWeek, paymentMonth }: LenderEntry) =>
  isPayment(paymentWeek) || isPayment(paymentMonth);

/** The lender's weekly figure, else its monthly one by the week, else its terms worked out on the price. */
function weeklyOf({ paymentWeek, paymentMonth }: LenderEntry, loan: LoanTerms | null): Cents | null {
  if (isPayment(paymentWeek)) return paymentWeek;
  if (isPayment(paymentMonth)) return weeklyFromMonthly(paymentMonth);
  return loan && weeklyRepayment(loan);
}

/** A lender's terms on the price shown. */
function entryLoan(entry: LenderEntry, price: Cents | null, finance: FinanceConfig): LoanTerms | null {
  if (price === null || entry.interestRate == null) return null;
  return {
    price,
    deposit: entry.deposit ?? 0,
    balloon: entry.balloon ?? 0,
    interestRate: entry.interestRate,
    termYears: entryTermYears(entry) ?? finance.termYears,
    ...siteFees(finance),
    ...(entry.establishmentFees === undefined ? {} : { establishmentFee: entry.establishmentFees }),
  };
}
