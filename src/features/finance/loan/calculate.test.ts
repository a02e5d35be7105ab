import * as v from 'valibot';
import { expect, it } from 'vitest';
import { FinanceSchema } from '#src/config/sections/finance/finance-section.ts';
import { calculatorOf } from './calculator.ts';
import { calculate, loanOf, ownComparisonRate, readInputs, type Typed } from './calculator-inputs.ts';
import { repayment } from './repayment.ts';

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
function figure(typed: Typed, finance: object = {}) {
  const calculator = of(finance);
  const { inputs } = readInputs(calculator, typed);
  if (!inputs) throw new Error('No inputs');
  return { calculator, inputs, figure: calculate(calculator, inputs) };
}

it('FIN-06 states the terms in words, and the comparison rate of the own loan beside the advertised one', () => {
  const fees = { establishmentFee: 395, monthlyFee: 8 };
  const { figure: own } = figure({ interest_rate: '7.99' }, fees);
  expect(own).toEqual({
    kind: 'amount',
    terms: 'Your own loan of $30,000: 5 years, no deposit',
    texts: [
      '$144 / week',
      '7.99% p.a. interest rate',
      '9.11% p.a. comparison rate of your own loan',
      'Advertised: 7.49% p.a. interest rate, 9.86% p.a. comparison rate',
    ],
  });
  expect(figure({ deposit: '3000', residual: '9000', loan_term: '1' }).figure).toMatchObject({
    terms: 'Your own loan of $27,000: 1 year, $3,000 deposit, $9,000 final payment',
  });
});

it('FIN-08 the statutory loan has one comparison rate, the advertised one, at any frequency', () => {
  const fees = { establishmentFee: 395, dealerAgencyFee: 912.25, securityRegistrationFee: 6, monthlyFee: 8 };
  for (const frequency of ['weekly', 'fortnightly', 'monthly']) {
    const { figure: own } = figure({ purchase_price: '35000', deposit: '5000', frequency }, fees);
    expect(own).toMatchObject({
      texts: expect.arrayContaining(['9.86% p.a. comparison rate of your own loan']),
    });
  }
  const other = figure({ purchase_price: '30001' }, fees).figure;
  expect(JSON.stringify(other)).toContain('9.88% p.a. comparison rate of your own loan');
});

it('FIN-07 the amount is that of 52, 26 or 12 repayments a year', () => {
  for (const [frequency, period] of [
    ['weekly', 'week'],
    ['fortnightly', 'fortnight'],
    ['monthly', 'month'],
  ] as const) {
    const { figure: own, calculator, inputs } = figure({ frequency, deposit: '1' });
    const cents = repayment(loanOf(calculator.fees, inputs), frequency) ?? 0;
    expect(own).toMatchObject({ texts: expect.arrayContaining([`$${Math.round(cents / 100)} / ${period}`]) });
  }
});

it('FIN-08 all fees at the start are part of the own comparison rate', () => {
  const { calculator, inputs } = figure({ deposit: '1' }, { establishmentFee: 395, dealerAgencyFee: 912.25 });
  const loan = loanOf(calculator.fees, inputs);
  const without = { ...loan, otherFees: [] };
  const rateOf = (terms: typeof loan) => ownComparisonRate(terms, 'monthly', calculator.advertised) ?? 0;
  expect(rateOf(loan)).toBeGreaterThan(rateOf(without) + 1);
});

it('FIN-06 ERR-04 at or below $25 a week it is Enquire for Finance, at any frequency', () => {
  const atLimit = { purchase_price: '6500', loan_term: '5', interest_rate: '0' };
  const free = { interestRate: 0, comparisonRate: 0, calculator: { lowestRate: 0 } };
  for (const frequency of ['weekly', 'fortnightly', 'monthly'])
    expect(figure({ ...atLimit, frequency }, free).figure).toEqual({
      kind: 'enquire',
      text: 'Enquire for Finance',
    });
  expect(figure({ ...atLimit, purchase_price: '6505' }, free).figure.kind).toBe('amount');
});
