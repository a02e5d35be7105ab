import type { FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
import {
  type FinanceSite,
  type RepaymentBasis,
  showsFinance,
  siteCalculator,
  siteFees,
  siteLoan,
  siteTerms,
} from '#src/features/finance/advertised-repayment.ts';
import type { Range } from '#src/features/finance/lenders.data.ts';
import { repaymentDisplay } from '#src/features/finance/repayment-display.ts';
import { currentPrice, priceTypeLabel, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import {
  type Cents,
  centsToDollars,
  clamp,
  dollarsToCents,
  formatCents,
  formatWholeDollars,
} from '#src/platform/number/number-format.ts';
import {
  type Calculator,
  type CalculatorFigure,
  type CalculatorInputs,
  type FieldRules,
  nearestTerm,
  PERIODS,
} from './calculator-inputs.ts';
import type { OwnLoanRules } from './own-loan.ts';
import { DEFAULT_TERM_YEARS, type Frequency, feesAtStart, repayment } from './repayment.ts';

/** FIN-06: dollars. */
const MAX_PRICE = 250_000;
/** FIN-14: dollars. */
export const MAX_LOAN = 100_000;
export const LOAN_STEP = 500;
/** FIN-17: without a vehicle, unless the site names another. */
const DEFAULT_PRICE: Cents = 3_000_000;

const MIN_TERM_YEARS = 1;
const TERM_STEP_YEARS = 0.5;
const MAX_LOAN_TO_PRICE = 1.05;

/** The displayed price of a vehicle, and its advertised repayment with the inputs. */
export type CalculatedVehicle = { price: Cents; basis: RepaymentBasis };

/** A loan above the price also covers fees and extras, but never exceeds the maximum price. */
function largestLoan(finance: FinanceConfig, price: number): number {
  if (!siteCalculator(finance).loanUpTo105Percent || price <= MAX_LOAN) return MAX_LOAN;
  return Math.min(Math.floor(price * MAX_LOAN_TO_PRICE), MAX_PRICE);
}

function limitsOf(finance: FinanceConfig, price: number, rate: number): FieldRules['limits'] {
  const site = siteCalculator(finance);
  const smallest = centsToDollars(site.smallestAmount);
  const money = (min: number, max: number): Range => ({ min, max, step: LOAN_STEP });
  return {
    purchase_price: money(smallest, MAX_PRICE),
    deposit: money(0, MAX_PRICE),
    loan_amount: money(smallest, largestLoan(finance, price)),
    loan_term: {
      min: site.termYearsList ? Math.min(...site.termYearsList) : MIN_TERM_YEARS,
      max: site.longestTermYears,
      step: TERM_STEP_YEARS,
    },
    interest_rate: site.isRateFixed ? { min: rate, max: rate, step: site.rate.step } : site.rate,
    residual: money(0, MAX_PRICE),
  };
}

type FirstLoan = { price: Cents; deposit: Cents; residual: Cents; termYears: number; rate: number };

function firstLoan(finance: FinanceConfig, vehicle: CalculatedVehicle | null): FirstLoan {
  if (!vehicle) {
    const { firstPrice } = finance.calculator ?? {};
    const price = firstPrice === undefined ? DEFAULT_PRICE : dollarsToCents(firstPrice);
    const { deposit } = siteLoan(price, finance);
    return {
      price,
      deposit,
      residual: 0,
      termYears: DEFAULT_TERM_YEARS,
      rate: finance.interestRate,
    };
  }
  const { depositCents = 0, balloonCents = 0, termYears, interestRate } = vehicle.basis.repayment;
  return {
    price: vehicle.price,
    deposit: depositCents,
    residual: balloonCents,
    termYears,
    rate: interestRate,
  };
}

/** The advertised repayment at a frequency; null if unknown. */
function advertisedAmount(basis: RepaymentBasis, frequency: Frequency): Cents | null {
  if (frequency === 'weekly') return basis.repayment.weeklyCents;
  if (frequency === 'monthly' && basis.monthlyCents !== null) return basis.monthlyCents;
  return basis.loan && repayment(basis.loan, frequency);
}

type FirstFigure = { frequency: Frequency; figure: CalculatorFigure };

/** The figure as on card and vehicle page, at the lender's first frequency if it states that. */
function advertisedFigure(basis: RepaymentBasis, first: Frequency): FirstFigure {
  const stated = advertisedAmount(basis, first);
  const frequency = stated === null ? 'weekly' : first;
  const display = repaymentDisplay(basis.repayment);
  if (display.kind === 'enquire') return { frequency, figure: display };
  const amount = formatWholeDollars(stated ?? basis.repayment.weeklyCents);
  const texts = [`${amount} / ${PERIODS[frequency]}`, display.rateText, display.comparisonText];
  return { frequency, figure: { kind: 'amount', terms: `Estimate ${display.termText}`, texts } };
}

/** Decision 8: whether a calculator starts with this loan, not with the nearest within its limits. */
const isOwnLoan = ({ price, deposit, residual }: FirstLoan, first: CalculatorInputs) =>
  first.purchase_price === centsToDollars(price) &&
  first.deposit === centsToDollars(deposit) &&
  first.residual === centsToDollars(residual);

/**
 * FIN-06, FIN-17: the limits and initial values of a site's calculator.
 * @param vehicle null without one; one without an advertised repayment has no calculator
 * @returns null if the site displays no repayments
 */
export function calculatorOf(
  site: Pick<FinanceSite, 'finance' | 'manufacturer'>,
  vehicle: CalculatedVehicle | null,
): Calculator | null {
  const { finance } = site;
  const advertised = vehicle?.basis.repayment ?? finance;
  const { interestRate, comparisonRate } = advertised;
  if (comparisonRate === null || !showsFinance(site, undefined)) return null;
  const { termYearsList, frequencies } = siteCalculator(finance);
  const loan = firstLoan(finance, vehicle);
  const limits = limitsOf(finance, centsToDollars(loan.price), loan.rate);
  const price = clamp(centsToDollars(loan.price), limits.purchase_price);
  const deposit = Math.min(centsToDollars(loan.deposit), price - limits.loan_amount.min);
  const { frequency, figure } = vehicle
    ? advertisedFigure(vehicle.basis, frequencies[0])
    : { frequency: frequencies[0], figure: null };
  // A vehicle's own rate and term may be outside the limits.
  const first: CalculatorInputs = {
    purchase_price: price,
    deposit,
    loan_term: vehicle
      ? loan.termYears
      : nearestTerm({ limits, terms: termYearsList }, clamp(loan.termYears, limits.loan_term)),
    interest_rate: loan.rate,
    residual: Math.min(centsToDollars(loan.residual), price - deposit),
    frequency,
  };
  return {
    limits,
    terms: termYearsList && [...new Set([...termYearsList, first.loan_term])].sort((a, b) => a - b),
    frequencies,
    first,
    fees: vehicle?.basis.loan ? feesOf(vehicle.basis.loan) : siteFees(finance),
    advertised: { interestRate, comparisonRate },
    firstFigure: isOwnLoan(loan, first) ? figure : null,
  };
}

const feesOf = ({ establishmentFee, otherFees, capitaliseFee, monthlyFee }: Calculator['fees']) => ({
  establishmentFee,
  ...(otherFees && { otherFees }),
  capitaliseFee,
  monthlyFee,
});

/** Decision 8: the notice if the calculator does not start with the vehicle's own loan. */
export function priceNote({ first, limits, firstFigure }: Calculator, price: Cents): string | null {
  if (first.purchase_price === centsToDollars(price)) {
    const smallest = formatCents(limits.loan_amount.min * 100);
    return firstFigure === null
      ? `The calculator covers loans from ${smallest}, so it starts with another amount.`
      : null;
  }
  const { min, max } = limits.purchase_price;
  const [from, to] = [min, max].map((dollars) => formatCents(dollars * 100));
  return `The calculator covers prices from ${from} to ${to}, so it can’t start at ${formatCents(price)}.`;
}

export type PricedCalculator = { calculator: Calculator; priceType: string | null; note: string | null };

/** @returns null without a price or an advertised repayment */
export function calculatorOfVehicle(
  vehicle: Vehicle,
  basis: RepaymentBasis | null,
  site: FinanceSite,
): PricedCalculator | null {
  const pricing = pricingOf(vehicle, site.stock.defaultPriceType);
  const price = currentPrice(pricing);
  if (!basis || price === null || pricing.price_type === null) return null;
  const calculator = calculatorOf(site, { price, basis });
  return (
    calculator && {
      calculator,
      priceType: priceTypeLabel(pricing.price_type, pricing.item_type),
      note: priceNote(calculator, price),
    }
  );
}

/** Great credit gets the site's rate, poor credit the calculator's maximum, decent credit the mean. */
function ratesOf(finance: FinanceConfig): OwnLoanRules['rates'] {
  const { rate, isRateFixed } = siteCalculator(finance);
  const lowest = finance.interestRate;
  const highest = isRateFixed ? lowest : Math.max(lowest, rate.max);
  return { GREAT: lowest, DECENT: Math.round((lowest + highest) * 50) / 100, POOR: highest };
}

/** @returns null if the site displays no repayments */
export function ownLoanRules(site: Pick<FinanceSite, 'finance' | 'manufacturer'>): OwnLoanRules | null {
  const { finance } = site;
  if (finance.comparisonRate === null || !showsFinance(site, undefined)) return null;
  const { smallestAmount } = siteCalculator(finance);
  const fees = siteFees(finance);
  const { capitaliseFee, monthlyFee } = fees;
  return {
    rates: ratesOf(finance),
    comparisonRate: finance.comparisonRate,
    terms: siteTerms(finance),
    largestDeposit: MAX_PRICE,
    smallestLoan: centsToDollars(smallestAmount),
    // A single sum, to keep pages small: none of these figures itemises fees.
    fees: { establishmentFee: feesAtStart(fees), capitaliseFee, monthlyFee },
  };
}
