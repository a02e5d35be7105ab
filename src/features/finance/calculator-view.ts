import { clamp } from '#src/domain/clamp.ts';
import { type Calculator, calculate } from '#src/domain/finance/calculate.ts';
import {
  CALCULATOR_FIELDS,
  FORMER_LOAN,
  fieldText,
  loanAmount,
  NUMBER_FIELDS,
  type NumberField,
  readInputs,
  settledText,
  type Typed,
} from '#src/domain/finance/calculator-fields.ts';

const LABELS: Readonly<Record<NumberField, string>> = {
  purchase_price: 'Purchase price',
  deposit: 'Deposit or trade-in',
  loan_amount: 'Loan amount',
  loan_term: 'Loan term, years',
  interest_rate: 'Interest rate, % a year',
  residual: 'Residual, paid at the end',
};

/** The nearest value a slider can be at, so that only a shopper's hand moves it. */
function onSlider(value: number, { min, max, step }: Calculator['limits'][NumberField]): number {
  const steps = Math.round((clamp(value, { min, max }) - min) / step);
  return Number(Math.min(max, min + steps * step).toFixed(2));
}

/** Fields and figure of a calculator as the server sends them, for the values of the address. */
export function calculatorView(calculator: Calculator, query: URLSearchParams, hasLoanAmount: boolean) {
  const typed: Typed = Object.fromEntries(
    CALCULATOR_FIELDS.flatMap((field) => {
      const text = query.get(field);
      return text === null ? [] : [[field, text]];
    }),
  );
  const { inputs, messages } = readInputs(calculator, typed);
  const { first, limits, terms } = calculator;
  const amountOf = (field: NumberField) => {
    const from = inputs ?? first;
    return field === 'loan_amount' ? loanAmount(from) : from[field];
  };
  const textOf = (field: NumberField) => {
    const text = typed[field];
    return inputs || text === undefined
      ? fieldText(field, amountOf(field))
      : (settledText(calculator, field, text) ?? text);
  };
  const fields = NUMBER_FIELDS.filter((field) => hasLoanAmount || field !== 'loan_amount').map((name) => ({
    name,
    label: LABELS[name],
    text: textOf(name),
    message: messages[name],
    isFixed: limits[name].min === limits[name].max,
    slider: { ...limits[name], value: onSlider(amountOf(name), limits[name]) },
    choices: name === 'loan_term' && terms ? terms.map(String) : null,
  }));
  return {
    fields,
    frequency: (inputs ?? first).frequency,
    former: { name: FORMER_LOAN, text: fieldText('loan_amount', amountOf('loan_amount')) },
    figure: calculate(calculator, inputs ?? first),
  };
}
