import {
  type Calculator,
  type CalculatorFigure,
  type CalculatorInputs,
  calculate,
  committedText,
  fieldText,
  loanAmount,
  NUMBER_FIELDS,
  type NumberField,
  type ReadInputs,
  readInputs,
  type Typed,
} from '#src/features/finance/loan/calculator-inputs.ts';
import type { OwnLoanRules, OwnTerms } from '#src/features/finance/loan/own-loan.ts';
import { clamp } from '#src/platform/number/number-format.ts';

export type CalculatorState = {
  texts: Readonly<Record<NumberField, string>>;
  frequency: string;
  messages: ReadInputs['messages'];
  /** The last valid inputs, those of the figure. */
  inputs: CalculatorInputs;
  figure: CalculatorFigure;
};

export type CalculatorControl = NumberField | 'frequency';

const amountOf = (inputs: CalculatorInputs, field: NumberField): number =>
  field === 'loan_amount' ? loanAmount(inputs) : inputs[field];

/** The nearest step of a slider, so that browsers do not adjust it. */
export function sliderValue({ limits }: Calculator, inputs: CalculatorInputs, field: NumberField): number {
  const { min, max, step } = limits[field];
  const steps = Math.round((clamp(amountOf(inputs, field), { min, max }) - min) / step);
  return Number(Math.min(max, min + steps * step).toFixed(2));
}

const textsOf = (text: (field: NumberField) => string) =>
  Object.fromEntries(NUMBER_FIELDS.map((field) => [field, text(field)])) as Record<NumberField, string>;

/** @param typed values of the URL */
export function firstState(calculator: Calculator, typed: Typed): CalculatorState {
  const { inputs: valid, messages } = readInputs(calculator, typed);
  const inputs = valid ?? calculator.first;
  const textOf = (field: NumberField): string => {
    const text = typed[field];
    return valid || text === undefined
      ? fieldText(field, amountOf(inputs, field))
      : (committedText(calculator, field, text) ?? text);
  };
  const { frequency } = inputs;
  return { texts: textsOf(textOf), frequency, messages, inputs, figure: calculate(calculator, inputs) };
}

function readState(
  calculator: Calculator,
  { texts, frequency }: CalculatorState,
  changed?: string,
): ReadInputs {
  const { loan_amount, ...others } = texts;
  return readInputs(calculator, { ...others, frequency, ...(changed === 'loan_amount' && { loan_amount }) });
}

/** Price, deposit and loan amount depend on each other: the field being edited keeps its text. */
export function changedState(
  calculator: Calculator,
  previous: CalculatorState,
  field: CalculatorControl,
  text: string,
): CalculatorState {
  const state =
    field === 'frequency'
      ? { ...previous, frequency: text }
      : { ...previous, texts: { ...previous.texts, [field]: text } };
  const { inputs, messages } = readState(calculator, state, field);
  if (!inputs) return { ...state, messages };
  const derived: readonly NumberField[] =
    field === 'loan_amount' ? ['purchase_price', 'deposit'] : ['loan_amount'];
  const texts = textsOf((each) =>
    derived.includes(each) ? fieldText(each, amountOf(inputs, each)) : state.texts[each],
  );
  return { ...state, texts, messages, inputs, figure: calculate(calculator, inputs) };
}

/** On blur a field displays the value used in the calculation. */
export function committedState(
  calculator: Calculator,
  state: CalculatorState,
  field: NumberField,
): CalculatorState {
  const { inputs } = readState(calculator, state, field);
  const text = inputs
    ? fieldText(field, amountOf(inputs, field))
    : committedText(calculator, field, state.texts[field]);
  return text === null ? state : { ...state, texts: { ...state.texts, [field]: text } };
}

/**
 * Applies the shopper's own terms.
 * @param except fields the shopper has edited
 */
export function withOwnTerms(
  calculator: Calculator,
  previous: CalculatorState,
  terms: OwnTerms,
  rules: OwnLoanRules,
  except: ReadonlySet<string>,
): CalculatorState {
  const own = {
    deposit: terms.deposit,
    loan_term: terms.termYears,
    interest_rate: rules.rates[terms.band],
    residual: 0,
  };
  return Object.entries(own).reduce((state, [name, value]) => {
    const field = name as keyof typeof own;
    const isFixed = isFixedField(calculator, field);
    return isFixed || except.has(field)
      ? state
      : changedState(calculator, state, field, fieldText(field, value));
  }, previous);
}

export const isFixedField = ({ limits }: Calculator, field: NumberField): boolean =>
  limits[field].min === limits[field].max;
