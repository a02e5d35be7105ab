import type { FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
import type { StockRules } from '#src/config/sections/stock/stock-section.ts';
import { currentPrice, priceTypeLabel, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import {
  entryTermYears,
  isAvailable,
  type LenderEntry,
  statedWeek,
  type Vehicle,
} from '#src/features/vehicle/vehicle.ts';
import {
  type Cents,
  centsToDollars,
  dollarsToCents,
  wholeDollars,
} from '#src/platform/number/number-format.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';
import { QUOTE_TERM, quotedRepayment } from './broker-quote.ts';
import { LENDERS, type LenderCalculator } from './lenders.data.ts';
import {
  LOAN_TERMS_YEARS,
  type LoanFee,
  type LoanTerms,
  monthlyRepayment,
  weeklyFromMonthly,
  weeklyRepayment,
} from './loan/repayment.ts';

/** FIN-09: makes whose franchise sites display no finance. */
const MAKES_WITHOUT_FINANCE = ['suzuki'];

export type FinancedVehicle = {
  available: boolean;
  year: number;
  price: Cents | null;
  dealership: string | undefined;
};

/** Whether a site displays repayments for this dealership's vehicles. */
export function showsFinance(
  site: { finance: FinanceConfig; manufacturer?: string | undefined },
  dealership: string | undefined,
): boolean {
  const { showRepayments, hiddenDealerships, provider, carClarityRule } = site.finance;
  if (!showRepayments || MAKES_WITHOUT_FINANCE.includes(site.manufacturer?.toLowerCase() ?? '')) return false;
  if (provider === 'Car Clarity' && carClarityRule === 'hidden') return false;
  return dealership === undefined || !hiddenDealerships.includes(dealership);
}

/**
 * FIN-09: whether this lender's figures may be displayed for this vehicle.
 * @param currentYear in the dealer's time zone
 */
export function isEligible(
  provider: FinanceConfig['provider'],
  entry: LenderEntry,
  vehicle: FinancedVehicle,
  currentYear: number,
): boolean {
  const { priceAbove, yearsOld, needsPayment } = LENDERS[provider].eligibility;
  if (!vehicle.available || entry.isUnreadable || !hasRates(entry)) return false;
  if (priceAbove !== null && (vehicle.price === null || vehicle.price <= priceAbove)) return false;
  if (yearsOld !== null && vehicle.year <= currentYear - yearsOld) return false;
  if (needsPayment === 'week') return isPayment(entry.paymentWeek);
  if (needsPayment === 'month') return isPayment(entry.paymentMonth);
  return true;
}

type Rates = { interestRate: number; comparisonRate: number };

/** A feed's comparison rate of 0 with a real interest rate is missing data. */
const hasRates = <E extends Partial<Record<keyof Rates, number | null | undefined>>>(
  entry: E,
): entry is E & Rates =>
  entry.interestRate != null &&
  entry.comparisonRate != null &&
  (entry.comparisonRate > 0 || entry.interestRate === 0);

export const isPayment = (payment: Cents | undefined): payment is Cents =>
  payment !== undefined && payment > 0;

/** Limits of a site's calculator: its lender's, overridden by the dealer file. */
export type SiteCalculator = LenderCalculator & {
  /** Available terms in years; null allows any half year. */
  termYearsList: readonly number[] | null;
  /** FIN-14: a loan may be up to 105% of a price above the slider's maximum. */
  loanUpTo105Percent: boolean;
};

export function siteCalculator({
  provider,
  calculator = {},
  termYearsList,
}: Pick<FinanceConfig, 'provider' | 'calculator' | 'termYearsList'>): SiteCalculator {
  const lender = LENDERS[provider].calculator;
  const { min, max, step } = lender.rate;
  const list = termYearsList ?? null;
  return {
    ...lender,
    rate: {
      min: calculator.lowestRate ?? min,
      max: calculator.highestRate ?? max,
      step: calculator.rateStep ?? step,
    },
    isRateFixed: calculator.rateIsFixed ?? lender.isRateFixed,
    smallestAmount:
      calculator.smallestAmount === undefined
        ? lender.smallestAmount
        : dollarsToCents(calculator.smallestAmount),
    longestTermYears: list ? Math.max(...list) : (calculator.longestTermYears ?? lender.longestTermYears),
    termYearsList: list,
    loanUpTo105Percent: calculator.loanUpTo105Percent ?? false,
  };
}

/** FIN-14: in years. */
export function siteTerms(finance: Parameters<typeof siteCalculator>[0]): readonly number[] {
  const { termYearsList, longestTermYears } = siteCalculator(finance);
  return termYearsList ?? LOAN_TERMS_YEARS.filter((years) => years <= longestTermYears);
}

/** FIN-08: the site's fee, else its lender's. */
export const siteEstablishmentFee = ({ establishmentFee, provider }: FinanceConfig): Cents =>
  establishmentFee === undefined ? LENDERS[provider].establishmentFee : dollarsToCents(establishmentFee);

const feesOf = (finance: FinanceConfig): LoanFee[] =>
  [
    { label: 'Security registration fee', cents: dollarsToCents(finance.securityRegistrationFee) },
    { label: 'Dealer agency fee', cents: dollarsToCents(finance.dealerAgencyFee) },
  ].filter(({ cents }) => cents > 0);

export const siteFees = (
  finance: FinanceConfig,
): Pick<LoanTerms, 'establishmentFee' | 'otherFees' | 'capitaliseFee' | 'monthlyFee'> => ({
  establishmentFee: siteEstablishmentFee(finance),
  otherFees: feesOf(finance),
  capitaliseFee: finance.feesBorrowed,
  monthlyFee: dollarsToCents(finance.monthlyFee),
});

/** The loan a site advertises for a price. */
export function siteLoan(price: Cents, finance: FinanceConfig): LoanTerms {
  /** Nearest whole dollar, as it is displayed. */
  const share = (percent: number) => dollarsToCents(wholeDollars((price * percent) / 100));
  return {
    price,
    deposit: share(finance.depositPercent),
    balloon: share(finance.balloonPercent),
    interestRate: finance.interestRate,
    termYears: finance.termYears,
    ...siteFees(finance),
  };
}

/** Never displayed without its comparison rate. Rates in per cent per year. */
export type AdvertisedRepayment = {
  weeklyCents: Cents;
  interestRate: number;
  comparisonRate: number;
  termYears: number;
  /** Optional, because search documents of an earlier release lack both. */
  depositCents?: Cents;
  balloonCents?: Cents;
  /** FIN-05: displays the final payment even if it is $0. */
  statesFinalPayment?: boolean;
  /** Decision 20. */
  source: 'broker' | 'lender' | 'computed';
};

/** The relevant part of a `DealerConfig`. */
export type FinanceSite = {
  finance: FinanceConfig;
  timeZone: string;
  manufacturer?: string | undefined;
  /** Whether vehicles display their weekly price, if they have one. */
  subscription?: boolean;
  stock: Pick<StockRules, 'defaultPriceType'>;
};

/** A repayment with its inputs. */
export type RepaymentBasis = {
  repayment: AdvertisedRepayment;
  /** The loan and its price type; null if a lender or broker states the repayment. */
  loan: (LoanTerms & { priceType: string }) | null;
  /** Cents per month, if the lender states that and the weekly figure is derived from it. */
  monthlyCents: Cents | null;
  /** The lender's entry for the vehicle, if its figures are used. */
  entry: LenderEntry | null;
};

/**
 * Decision 20: the broker's quote if the site displays quotes, else the lender's entry, else computed from the site's
 * rate. An entry that fails its lender's rule hides the repayment; it is not replaced.
 * @returns null if no repayment may be displayed (FIN-09, decision 20)
 */
export const advertisedRepayment = (
  vehicle: Vehicle,
  site: FinanceSite,
  clock: Clock,
): AdvertisedRepayment | null => repaymentBasis(vehicle, site, clock)?.repayment ?? null;

/** `advertisedRepayment` with its inputs. */
export function repaymentBasis(vehicle: Vehicle, site: FinanceSite, clock: Clock): RepaymentBasis | null {
  if (!isAvailable(vehicle) || !showsFinance(site, vehicle.dealership_slug)) return null;
  const { finance } = site;
  // The page does not display the purchase price, so nothing is calculated from it.
  if (site.subscription && vehicle.subscription_price) return null;
  const shown = shownPrice(vehicle, site);
  const price = shown?.cents ?? null;
  const broker = finance.showBrokerQuote ? brokerRepayment(vehicle, price) : null;
  if (broker) return { repayment: broker, loan: null, monthlyCents: null, entry: null };

  const own = lenderEntry(vehicle, finance);
  const ownLoan = own || price === null ? null : siteLoan(price, finance);
  const entry = own ?? siteEntry(ownLoan, finance);
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
    source: own ? 'lender' : 'computed',
  };
  return {
    repayment,
    loan: loan && shown && { ...loan, priceType: shown.type },
    monthlyCents: loan || isPayment(entry.paymentWeek) ? null : (entry.paymentMonth ?? null),
    entry: own ?? null,
  };
}

function brokerRepayment({ youxQuote }: Vehicle, price: Cents | null): AdvertisedRepayment | null {
  if (!youxQuote || !isPayment(youxQuote.weeklyRepaymentAmount)) return null;
  const { weeklyRepaymentAmount, ...rates } = youxQuote;
  if (!hasRates({ interestRate: rates.advertisedRate, comparisonRate: rates.comparisonRate })) return null;
  const quote = { ...rates, weeklyRepaymentAmount: centsToDollars(weeklyRepaymentAmount) };
  return quotedRepayment(quote, price, QUOTE_TERM.start);
}

/** An amount without a price type is never displayed, so nothing is calculated from it. */
function shownPrice(vehicle: Vehicle, { stock }: FinanceSite): { cents: Cents; type: string } | null {
  const pricing = pricingOf(vehicle, stock.defaultPriceType);
  const cents = currentPrice(pricing);
  return pricing.price_type === null || cents === null
    ? null
    : { cents, type: priceTypeLabel(pricing.price_type, pricing.item_type) };
}

/** The entry of the site's lender; undefined if it has no figures. */
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

/** The lender's weekly figure, else derived from its monthly one, else calculated from its terms. */
function weeklyOf({ paymentWeek, paymentMonth }: LenderEntry, loan: LoanTerms | null): Cents | null {
  if (isPayment(paymentWeek)) return paymentWeek;
  if (isPayment(paymentMonth)) return weeklyFromMonthly(paymentMonth);
  return loan && weeklyRepayment(loan);
}

/** A loan on the lender's terms for the displayed price. */
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
