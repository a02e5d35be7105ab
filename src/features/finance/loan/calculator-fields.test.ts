import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FINANCE_PROVIDERS, FinanceSchema } from '#src/config/sections/finance/finance-section.ts';
import { calculatorOf } from './calculator.ts';
import {
  CALCULATOR_FIELDS,
  calculate,
  committedText,
  readInputs,
  type Typed,
  withLoan,
} from './calculator-inputs.ts';
import { FREQUENCIES } from './repayment.ts';

const of = (finance: object = {}) => {
  const parsed = v.parse(FinanceSchema, {
    provider: 'Manual',
    interestRate: 7.49,
    comparisonRate: 9.86,
    disclaimer: 'Basis and warning.',
    ...finance,
  });
  const calculator = calculatorOf({ finance: parsed }, null);
  if (!calculator) throw new Error('No calculator');
  return calculator;
};
const manual = of();
const read = (typed: Typed, calculator = manual) => readInputs(calculator, typed);

describe('readInputs', () => {
  it('FIN-06 ERR-04 a price outside its limits is refused with them', () => {
    for (const purchase_price of ['999', '$250,000.01', '0', '-1', '', 'abc', '1e309', '9'.repeat(400)])
      expect(read({ purchase_price }), purchase_price).toEqual({
        inputs: null,
        messages: { purchase_price: 'Cannot be less than $1,000 or more than $250,000' },
      });
    expect(read({ purchase_price: '4,999' }, of({ provider: 'Powertorque' })).messages).toEqual({
      purchase_price: 'Cannot be less than $5,000 or more than $250,000',
    });
    for (const [purchase_price, dollars] of [
      ['1000', 1_000],
      ['$ 250,000', 250_000],
      ['31490.5', 31_490.5],
    ] as const)
      expect(read({ purchase_price })).toMatchObject({ inputs: { purchase_price: dollars }, messages: {} });
  });

  it('FIN-06 other fields are moved to the nearest limit, and say their limits', () => {
    for (const [field, text, value, message] of [
      ['interest_rate', '0.4', 0.5, 'Cannot be less than 0.5% or more than 15%'],
      ['interest_rate', '99%', 15, 'Cannot be less than 0.5% or more than 15%'],
      ['loan_term', '0', 1, 'Cannot be less than 1 or more than 7'],
      ['loan_term', '7.1', 7, 'Cannot be less than 1 or more than 7'],
      ['deposit', '-5', 0, 'Cannot be less than $0 or more than $250,000'],
      ['residual', '-5', 0, 'Cannot be less than $0 or more than $250,000'],
    ] as const)
      expect(read({ [field]: text }), `${field} ${text}`).toMatchObject({
        inputs: { [field]: value },
        messages: { [field]: message },
      });
  });

  it('FIN-06 deposit and residual are optional', () => {
    const { inputs, messages } = read({ deposit: '', residual: ' ' });
    expect(inputs).toMatchObject({ deposit: 0, residual: 0 });
    expect(messages).toEqual({});
  });

  it('FIN-06 letters give no figure, and the field says what it takes', () => {
    for (const field of ['deposit', 'loan_term', 'interest_rate', 'residual'] as const)
      for (const text of ['two', '1e309', 'NaN', 'Infinity', '--1', '1.2.3'])
        expect(read({ [field]: text }), `${field} ${text}`).toMatchObject({
          inputs: null,
          messages: { [field]: expect.stringMatching(/^Cannot be less than .+ or more than .+$/) },
        });
  });

  it('FIN-06 a deposit that leaves less than the smallest loan, and a residual above the loan, move to the nearest limit', () => {
    expect(read({ deposit: '300000' })).toMatchObject({
      inputs: { deposit: 29_000 },
      messages: { deposit: 'Cannot be less than $0 or more than $29,000' },
    });
    expect(read({ deposit: '29000' }).inputs).toMatchObject({ deposit: 29_000 });
    expect(read({ deposit: '10000', residual: '20000.01' })).toMatchObject({
      inputs: { residual: 20_000 },
      messages: { residual: 'Cannot be less than $0 or more than $20,000' },
    });
    expect(read({ deposit: '10000', residual: '20000' }).inputs).toMatchObject({ residual: 20_000 });
  });

  it('FIN-14 a term goes by half years, or is one of the list', () => {
    const term = (loan_term: string, more: object = {}) => read({ loan_term }, of(more)).inputs?.loan_term;
    expect(term('4.3')).toBe(4.5);
    expect(term('4.5')).toBe(4.5);
    expect(term('4.5', { termYearsList: [1, 4, 7] })).toBe(4);
    expect(term('6', { termYearsList: [1, 4, 7] })).toBe(7);
  });

  it('FIN-07 only a frequency of the lender is taken', () => {
    const angle = of({ provider: 'Angle', interestRate: 10 });
    expect(read({ frequency: 'monthly' }).inputs?.frequency).toBe('monthly');
    expect(read({ frequency: 'monthly' }, angle).inputs?.frequency).toBe('weekly');
    expect(read({ frequency: 'daily' }).inputs?.frequency).toBe('weekly');
  });

  it('FIN-06 a fixed rate stays that of the site', () => {
    const fixed = of({ calculator: { rateIsFixed: true } });
    expect(read({ interest_rate: '1' }, fixed).inputs?.interest_rate).toBe(7.49);
  });

  it('FIN-14 a loan amount that was changed decides, one that was not changed does not', () => {
    const changed = read({ loan_amount: '$20,000', loan_amount_was: '$30,000' });
    expect(changed.inputs).toMatchObject({ purchase_price: 30_000, deposit: 10_000 });
    const unchanged = read({ loan_amount: '$30,000', loan_amount_was: '$30,000', deposit: '5000' });
    expect(unchanged.inputs).toMatchObject({ purchase_price: 30_000, deposit: 5_000 });
    expect(read({ loan_amount: '$200,000', loan_amount_was: '$30,000' })).toMatchObject({
      inputs: { purchase_price: 100_000, deposit: 0 },
      messages: { loan_amount: 'Cannot be less than $1,000 or more than $100,000' },
    });
    expect(withLoan({ purchase_price: 30_000, deposit: 500 }, 31_500)).toEqual({
      purchase_price: 31_500,
      deposit: 0,
    });
  });

  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.integer({ min: -10, max: 300_000 }).map(String),
    fc.double({ min: 0, max: 60, noNaN: true }).map((value) => value.toFixed(2)),
    fc.constantFrom('', '1e309', 'NaN', '-0', '$1,000', '0.5', '250000'),
  );
  const typed = fc.record(
    Object.fromEntries(CALCULATOR_FIELDS.map((field) => [field, text])) as Record<keyof Typed, typeof text>,
    { requiredKeys: [] },
  );

  it('FIN-06 whatever is typed gives a right figure or a message, and no figure is without a comparison rate', () => {
    fc.assert(
      fc.property(typed, fc.constantFrom(...FINANCE_PROVIDERS), (fields, provider) => {
        const calculator = of({ provider });
        const { inputs, messages } = readInputs(calculator, fields);
        if (!inputs) return Object.keys(messages).length > 0;
        for (const field of ['loan_term', 'interest_rate', 'deposit', 'residual'] as const) {
          if (inputs[field] === calculator.first[field]) continue;
          const { min, max } = calculator.limits[field];
          expect(inputs[field]).toBeGreaterThanOrEqual(min);
          expect(inputs[field]).toBeLessThanOrEqual(max);
        }
        expect(FREQUENCIES).toContain(inputs.frequency);
        const figure = calculate(calculator, inputs);
        expect(JSON.stringify(figure)).not.toMatch(/NaN|Infinity|null/);
        if (figure.kind === 'amount') expect(figure.texts.join()).toMatch(/comparison rate/);
        return true;
      }),
      { numRuns: 2_000 },
    );
  });
});

it('FIN-06 a field that is left shows the value it counts with; a negative price becomes 0', () => {
  expect(committedText(manual, 'purchase_price', '-5')).toBe('$0');
  expect(committedText(manual, 'purchase_price', '31490')).toBe('$31,490');
  expect(committedText(manual, 'purchase_price', '500')).toBeNull();
  expect(committedText(manual, 'purchase_price', 'abc')).toBeNull();
  expect(committedText(manual, 'deposit', '-5')).toBe('$0');
  expect(committedText(manual, 'interest_rate', '99')).toBe('15');
  expect(committedText(manual, 'loan_term', '4.3')).toBe('4.5');
});
