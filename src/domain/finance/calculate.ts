import { dollarsToCents, formatCents, formatWholeDollars } from '../money.ts';
import { type CalculatorInputs, type FieldRules, loanAmount } from './calculator-fields.ts';
import { COMPARISON_LOAN, COMPARISON_TERM_YEARS, comparisonRate } from './comparison-rate.ts';
import type { Frequency } from './frequency.ts';
import { type LoanTerms, repayment } from './repayment.ts';
import { depositText, ENQUIRE, percent, SMALLEST_SHOWN_WEEKLY, years } from './repayment-display.ts';

export type CalculatorFigure =
  | { kind: 'enquire'; text: string }
  | {
      kind: 'amount';
      /** Whose loan it is and its terms: `Your own loan: 5 years, no deposit, 7.99% p.a., comparison 8.74%`. */
      terms: string;
      /** Amount, interest rate and comparison rates, all in one size. */
      texts: readonly string[];
    };

export type LoanFees = Pick<LoanTerms, 'establishmentFee' | 'otherFees' | 'capitaliseFee' | 'monthlyFee'>;

/** All that a browser needs to calculate. */
export type Calculator = FieldRules & {
  fees: LoanFees;
  advertised: AdvertisedRates;
  /** The figure the vehicle is advertised with; null without a vehicle, or where `first` is not its own loan. */
  firstFigure: CalculatorFigure | null;
};

export const PERIODS: Readonly<Record<Frequency, string>> = {
  weekly: 'week',
  fortnightly: 'fortnight',
  monthly: 'month',
};

export function loanOf(fees: LoanFees, inputs: CalculatorInputs): LoanTerms {
  return {
    ...fees,
    price: dollarsToCents(inputs.purchase_price),
    deposit: dollarsToCents(inputs.deposit),
    balloon: dollarsToCents(inputs.residual),
    interestRate: inputs.interest_rate,
    termYears: inputs.loan_term,
  };
}

/** Per cent a year. */
export type AdvertisedRates = { interestRate: number; comparisonRate: number };

/** The comparison rate of this loan; that of the statutory loan is the advertised one (decision 21). */
export function ownComparisonRate(
  terms: LoanTerms,
  frequency: Frequency,
  advertised: AdvertisedRates,
): number | null {
  const loan = terms.price - terms.deposit;
  const { termYears, balloon, interestRate } = terms;
  const isStatutory = loan === COMPARISON_LOAN && termYears === COMPARISON_TERM_YEARS && balloon === 0;
  return isStatutory && interestRate === advertised.interestRate
    ? advertised.comparisonRate
    : comparisonRate({ ...terms, frequency, loan });
}

/** `5 years, no deposit, 7.99% p.a., comparison 8.74%` */
export function loanTermsText(
  {
    termYears,
    deposit,
    balloon,
    interestRate,
  }: Pick<LoanTerms, 'termYears' | 'deposit' | 'balloon' | 'interestRate'>,
  comparison: number,
): string {
  return [
    years(termYears),
    depositText(deposit),
    percent(interestRate),
    `comparison ${comparison.toFixed(2)}%`,
    balloon > 0 ? `${formatCents(balloon)} final payment` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const isSame = (inputs: CalculatorInputs, first: CalculatorInputs) =>
  (Object.keys(first) as (keyof CalculatorInputs)[]).every((field) => inputs[field] === first[field]);

const ENQUIRY: CalculatorFigure = { kind: 'enquire', text: ENQUIRE };

/** The figure for inputs that `readInputs` has passed; the vehicle's own while they match its advertised loan. */
export function calculate(calculator: Calculator, inputs: CalculatorInputs): CalculatorFigure {
  if (calculator.firstFigure && isSame(inputs, calculator.first)) return calculator.firstFigure;
  const loan = loanOf(calculator.fees, inputs);
  const weekly = repayment(loan, 'weekly');
  const cents = repayment(loan, inputs.frequency);
  const comparison = ownComparisonRate(loan, inputs.frequency, calculator.advertised);
  if (weekly === null || cents === null || comparison === null || weekly <= SMALLEST_SHOWN_WEEKLY)
    return ENQUIRY;
  const { advertised } = calculator;
  return {
    kind: 'amount',
    terms: `Your own loan of ${formatCents(dollarsToCents(loanAmount(inputs)))}: ${loanTermsText(loan, comparison)}`,
    texts: [
      `${formatWholeDollars(cents)} / ${PERIODS[inputs.frequency]}`,
      `${percent(loan.interestRate)} interest rate`,
      `${percent(comparison)} comparison rate of your own loan`,
      `Advertised: ${percent(advertised.interestRate)} interest rate, ${percent(advertised.comparisonRate)} comparison rate`,
    ],
  };
}
