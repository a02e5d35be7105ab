import type { Range } from '#src/features/finance/lenders.data.ts';
import {
  depositText,
  ENQUIRE,
  percent,
  SMALLEST_SHOWN_WEEKLY,
  years,
} from '#src/features/finance/repayment-display.ts';
import {
  clamp,
  dollarsToCents,
  formatCents,
  formatWholeDollars,
} from '#src/platform/number/number-format.ts';
import {
  COMPARISON_LOAN,
  COMPARISON_TERM_YEARS,
  comparisonRate,
  FREQUENCIES,
  type Frequency,
  type LoanTerms,
  repayment,
} from './loan.ts';

/** Number fields of the finance calculator, by their names in a form: dollars, years and per cent a year (FIN-06). */
export const NUMBER_FIELDS = [
  'purchase_price',
  'deposit',
  'loan_amount',
  'loan_term',
  'interest_rate',
  'residual',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** The loan amount as the page was sent; without scripts it shows which field the shopper changed. */
export const PREVIOUS_LOAN = 'loan_amount_was';

/** All that a calculator sends; a page with one of them is the shopper's own and is not cached. */
export const CALCULATOR_FIELDS = [...NUMBER_FIELDS, PREVIOUS_LOAN, 'frequency'] as const;
type CalculatorField = (typeof CALCULATOR_FIELDS)[number];

/** What is calculated with. The loan amount follows from price and deposit. */
export type CalculatorInputs = Record<Exclude<NumberField, 'loan_amount'>, number> & { frequency: Frequency };

/** What the fields take and begin with. */
export type FieldRules = {
  limits: Readonly<Record<NumberField, Range>>;
  /** The terms to choose from, years; null allows each step between the limits (FIN-14). */
  terms: readonly number[] | null;
  frequencies: readonly Frequency[];
  first: CalculatorInputs;
};

export type Typed = Readonly<Partial<Record<CalculatorField, string>>>;

const PLAIN_FIELDS = { loan_term: '', interest_rate: '%' } as const;
const isMoney = (field: NumberField) => !(field in PLAIN_FIELDS);

const toCent = (dollars: number) => Math.round(dollars * 100) / 100;

/** How a value is written in its field: `$30,000`, `7.49`, `5`. */
export const fieldText = (field: NumberField, value: number): string =>
  isMoney(field) ? formatCents(Math.round(value * 100)) : String(Number(value.toFixed(2)));

/** FIN-06, in the words of the document. */
export function rangeMessage(field: NumberField, { min, max }: Pick<Range, 'min' | 'max'>): string {
  const unit = field === 'interest_rate' ? '%' : '';
  const text = (value: number) => `${fieldText(field, value)}${unit}`;
  return `Cannot be less than ${text(min)} or more than ${text(max)}`;
}

/** A number as people write it, with its sign, dollar or per cent; null for any other text. */
function readNumber(text: string): number | null {
  const digits = text.replaceAll(/[\s,$%]/g, '');
  const value = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

const OPTIONAL: readonly NumberField[] = ['deposit', 'residual'];

type ReadField = { value: number | null; message: string | null };

/** The nearest value a field with steps takes. */
export function nearestTerm({ limits, terms }: Pick<FieldRules, 'limits' | 'terms'>, years: number): number {
  const { min, step } = limits.loan_term;
  if (!terms) return min + Math.round((years - min) / step) * step;
  return terms.reduce((best, term) => (Math.abs(term - years) < Math.abs(best - years) ? term : best));
}

/**
 * FIN-06: a price outside its limits is refused, below 0 it is 0; any other number is moved to the nearest limit.
 * @returns the value to calculate with, null where there is none, and what the field says
 */
export function readField(
  rules: Pick<FieldRules, 'limits' | 'terms'>,
  field: NumberField,
  text: string,
): ReadField {
  const range = rules.limits[field];
  const number = text.trim() === '' && OPTIONAL.includes(field) ? 0 : readNumber(text);
  const message = rangeMessage(field, range);
  if (number === null) return { value: null, message };
  const isInside = number >= range.min && number <= range.max;
  if (field === 'purchase_price' && !isInside) return { value: null, message };
  const clamped = clamp(number, range);
  const value =
    field === 'loan_term' ? nearestTerm(rules, clamped) : isMoney(field) ? toCent(clamped) : clamped;
  return { value, message: isInside ? null : message };
}

/** The text a field shows once the shopper has left it; null leaves it as it is. */
export function committedText(rules: FieldRules, field: NumberField, text: string): string | null {
  const { value } = readField(rules, field, text);
  if (value !== null) return fieldText(field, value);
  return field === 'purchase_price' && (readNumber(text) ?? 0) < 0 ? fieldText(field, 0) : null;
}

export const loanAmount = (inputs: Pick<CalculatorInputs, 'purchase_price' | 'deposit'>): number =>
  toCent(inputs.purchase_price - inputs.deposit);

/** FIN-14: a smaller loan leaves a larger deposit; a loan above the price is the price of a dearer purchase. */
export const withLoan = <I extends Pick<CalculatorInputs, 'purchase_price' | 'deposit'>>(
  inputs: I,
  loan: number,
): I => ({
  ...inputs,
  purchase_price: Math.max(inputs.purchase_price, loan),
  deposit: toCent(Math.max(0, inputs.purchase_price - loan)),
});

/** Deposit and residual, each within its own limits, are moved to what the price leaves for them. */
function withinPrice(
  { limits }: FieldRules,
  inputs: CalculatorInputs,
  messages: ReadInputs['messages'],
): CalculatorInputs {
  const limited = (field: 'deposit' | 'residual', max: number): number => {
    if (inputs[field] > max) messages[field] = rangeMessage(field, { min: 0, max });
    return Math.min(inputs[field], max);
  };
  const deposit = limited('deposit', Math.max(0, toCent(inputs.purchase_price - limits.loan_amount.min)));
  const residual = limited('residual', toCent(inputs.purchase_price - deposit));
  return { ...inputs, deposit, residual };
}

export type ReadInputs = {
  /** Null where a field must be corrected first. */
  inputs: CalculatorInputs | null;
  messages: Partial<Record<NumberField, string>>;
};

const isFrequency = (text: string | undefined): text is Frequency =>
  (FREQUENCIES as readonly (string | undefined)[]).includes(text);

/** What a shopper has typed; a field left out has its first value. */
export function readInputs(rules: FieldRules, typed: Typed): ReadInputs {
  const messages: ReadInputs['messages'] = {};
  let isWhole = true;
  const read = (field: NumberField, first: number): number => {
    const text = typed[field];
    if (text === undefined || text === fieldText(field, first)) return first;
    const { value, message } = readField(rules, field, text);
    if (message !== null) messages[field] = message;
    if (value === null) isWhole = false;
    return value ?? first;
  };
  const { first } = rules;
  const { frequency = first.frequency } = typed;
  const stated: CalculatorInputs = {
    purchase_price: read('purchase_price', first.purchase_price),
    deposit: read('deposit', first.deposit),
    loan_term: read('loan_term', first.loan_term),
    interest_rate: read('interest_rate', first.interest_rate),
    residual: read('residual', first.residual),
    frequency: isFrequency(frequency) && rules.frequencies.includes(frequency) ? frequency : first.frequency,
  };
  const hasNewLoan = typed.loan_amount !== undefined && typed.loan_amount !== typed[PREVIOUS_LOAN];
  const inputs = hasNewLoan ? withLoan(stated, read('loan_amount', loanAmount(stated))) : stated;
  return { inputs: isWhole ? withinPrice(rules, inputs, messages) : null, messages };
}

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
