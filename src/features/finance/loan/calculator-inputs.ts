import type { Range } from '#src/features/finance/lenders.data.ts';
import {
  depositText,
  ENQUIRE,
  MIN_DISPLAYED_WEEKLY,
  percent,
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
} from './repayment.ts';

/** FIN-06: number fields of the calculator by form name, in dollars, years and per cent per year. */
export const NUMBER_FIELDS = [
  'purchase_price',
  'deposit',
  'loan_amount',
  'loan_term',
  'interest_rate',
  'residual',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** The loan amount as rendered; without JavaScript it reveals which field the shopper changed. */
export const PREVIOUS_LOAN = 'loan_amount_was';

/** All form fields of a calculator; a page with any of them is personal and is not cached. */
export const CALCULATOR_FIELDS = [...NUMBER_FIELDS, PREVIOUS_LOAN, 'frequency'] as const;
type CalculatorField = (typeof CALCULATOR_FIELDS)[number];

/** The loan amount is derived from price and deposit. */
export type CalculatorInputs = Record<Exclude<NumberField, 'loan_amount'>, number> & { frequency: Frequency };

/** Limits and initial values. */
export type FieldRules = {
  limits: Readonly<Record<NumberField, Range>>;
  /** FIN-14: available terms in years; null allows each step between the limits. */
  terms: readonly number[] | null;
  frequencies: readonly Frequency[];
  first: CalculatorInputs;
};

export type Typed = Readonly<Partial<Record<CalculatorField, string>>>;

const PLAIN_FIELDS = { loan_term: '', interest_rate: '%' } as const;
const isMoney = (field: NumberField) => !(field in PLAIN_FIELDS);

const toCent = (dollars: number) => Math.round(dollars * 100) / 100;

/** Formats a value for its field: `$30,000`, `7.49`, `5`. */
export const fieldText = (field: NumberField, value: number): string =>
  isMoney(field) ? formatCents(Math.round(value * 100)) : String(Number(value.toFixed(2)));

/** FIN-06. */
export function rangeMessage(field: NumberField, { min, max }: Pick<Range, 'min' | 'max'>): string {
  const unit = field === 'interest_rate' ? '%' : '';
  const text = (value: number) => `${fieldText(field, value)}${unit}`;
  return `Cannot be less than ${text(min)} or more than ${text(max)}`;
}

/** Parses a number with optional dollar or per cent sign; null if invalid. */
function readNumber(text: string): number | null {
  const digits = text.replaceAll(/[\s,$%]/g, '');
  const value = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

const OPTIONAL: readonly NumberField[] = ['deposit', 'residual'];

type ReadField = { value: number | null; message: string | null };

/** The nearest available term. */
export function nearestTerm({ limits, terms }: Pick<FieldRules, 'limits' | 'terms'>, years: number): number {
  const { min, step } = limits.loan_term;
  if (!terms) return min + Math.round((years - min) / step) * step;
  return terms.reduce((best, term) => (Math.abs(term - years) < Math.abs(best - years) ? term : best));
}

/**
 * FIN-06: a price outside its limits is rejected; any other number is clamped.
 * @returns the value, null if invalid, and the field's message
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

/** The text of a field after blur; null to leave it unchanged. */
export function committedText(rules: FieldRules, field: NumberField, text: string): string | null {
  const { value } = readField(rules, field, text);
  if (value !== null) return fieldText(field, value);
  return field === 'purchase_price' && (readNumber(text) ?? 0) < 0 ? fieldText(field, 0) : null;
}

export const loanAmount = (inputs: Pick<CalculatorInputs, 'purchase_price' | 'deposit'>): number =>
  toCent(inputs.purchase_price - inputs.deposit);

/** FIN-14: a smaller loan means a larger deposit; a loan above the price raises the price. */
export const withLoan = <I extends Pick<CalculatorInputs, 'purchase_price' | 'deposit'>>(
  inputs: I,
  loan: number,
): I => ({
  ...inputs,
  purchase_price: Math.max(inputs.purchase_price, loan),
  deposit: toCent(Math.max(0, inputs.purchase_price - loan)),
});

/** Clamps deposit and residual to what the price leaves. */
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
  /** Null if a field is invalid. */
  inputs: CalculatorInputs | null;
  messages: Partial<Record<NumberField, string>>;
};

const isFrequency = (text: string | undefined): text is Frequency =>
  (FREQUENCIES as readonly (string | undefined)[]).includes(text);

/** Parses typed values; a missing field has its initial value. */
export function readInputs(rules: FieldRules, typed: Typed): ReadInputs {
  const messages: ReadInputs['messages'] = {};
  let isValid = true;
  const read = (field: NumberField, first: number): number => {
    const text = typed[field];
    if (text === undefined || text === fieldText(field, first)) return first;
    const { value, message } = readField(rules, field, text);
    if (message !== null) messages[field] = message;
    if (value === null) isValid = false;
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
  return { inputs: isValid ? withinPrice(rules, inputs, messages) : null, messages };
}

export type CalculatorFigure =
  | { kind: 'enquire'; text: string }
  | {
      kind: 'amount';
      /** `Your own loan of $30,000: 5 years, no deposit`. */
      terms: string;
      /** Amount, interest rate and comparison rates, displayed in the same size. */
      texts: readonly string[];
    };

export type LoanFees = Pick<LoanTerms, 'establishmentFee' | 'otherFees' | 'capitaliseFee' | 'monthlyFee'>;

export type Calculator = FieldRules & {
  fees: LoanFees;
  advertised: AdvertisedRates;
  /** The vehicle's advertised figure; null without a vehicle, or if `first` is not its own loan. */
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

/** Decision 21: the comparison rate of this loan; for the statutory loan, the advertised one. */
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

/** `5 years, no deposit`; the rates are beside the amount. */
const loanTermsText = ({ termYears, deposit, balloon }: LoanTerms): string =>
  [years(termYears), depositText(deposit), balloon > 0 ? `${formatCents(balloon)} final payment` : '']
    .filter(Boolean)
    .join(', ');

const isSame = (inputs: CalculatorInputs, first: CalculatorInputs) =>
  (Object.keys(first) as (keyof CalculatorInputs)[]).every((field) => inputs[field] === first[field]);

const ENQUIRY: CalculatorFigure = { kind: 'enquire', text: ENQUIRE };

/** The figure for valid inputs; the advertised one while they match the vehicle's loan. */
export function calculate(calculator: Calculator, inputs: CalculatorInputs): CalculatorFigure {
  if (calculator.firstFigure && isSame(inputs, calculator.first)) return calculator.firstFigure;
  const loan = loanOf(calculator.fees, inputs);
  const weekly = repayment(loan, 'weekly');
  const cents = repayment(loan, inputs.frequency);
  const comparison = ownComparisonRate(loan, inputs.frequency, calculator.advertised);
  if (weekly === null || cents === null || comparison === null || weekly <= MIN_DISPLAYED_WEEKLY)
    return ENQUIRY;
  const { advertised } = calculator;
  return {
    kind: 'amount',
    terms: `Your own loan of ${formatCents(dollarsToCents(loanAmount(inputs)))}: ${loanTermsText(loan)}`,
    texts: [
      `${formatWholeDollars(cents)} / ${PERIODS[inputs.frequency]}`,
      `${percent(loan.interestRate)} interest rate`,
      `${percent(comparison)} comparison rate of your own loan`,
      `Advertised: ${percent(advertised.interestRate)} interest rate, ${percent(advertised.comparisonRate)} comparison rate`,
    ],
  };
}
