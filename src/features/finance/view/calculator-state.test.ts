import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FinanceSchema } from '#src/config/sections/finance/finance-section.ts';
import { calculatorOf, ownLoanRules } from '#src/features/finance/loan/calculator.ts';
import { changedState, committedState, firstState, withOwnTerms } from './calculator-state.ts';

const finance = v.parse(FinanceSchema, {
  ...{ provider: 'Manual', interestRate: 7.99, comparisonRate: 9.14, establishmentFee: 395, monthlyFee: 8 },
  disclaimer: 'Basis and warning.',
  showRepayments: true,
});
const site = { finance, manufacturer: null } as unknown as Parameters<typeof calculatorOf>[0];
const calculator = calculatorOf(site, null);
const rules = ownLoanRules(site);
if (!calculator || !rules) throw new Error('The site shows no repayments');

const first = firstState(calculator, {});
const changed = (...changes: [Parameters<typeof changedState>[2], string][]) =>
  changes.reduce((state, [field, text]) => changedState(calculator, state, field, text), first);
const amountOf = ({ figure }: typeof first) => (figure.kind === 'amount' ? figure.texts[0] : figure.text);

describe('FIN-06 the calculator', () => {
  it('begins with the values of the address, and keeps what it cannot read', () => {
    expect(firstState(calculator, { deposit: '1500', loan_term: '7' }).texts).toMatchObject({
      deposit: '$1,500',
      loan_amount: '$28,500',
    });
    const wrong = firstState(calculator, { purchase_price: 'abc', deposit: '7' });
    expect(wrong.texts).toMatchObject({ purchase_price: 'abc', deposit: '$7' });
    expect(wrong.messages.purchase_price).toContain('Cannot be less than');
  });

  it('FIN-14 price, deposit and loan amount are one sum, and the field in hand keeps its text', () => {
    expect(changed(['deposit', '5,000']).texts).toMatchObject({ deposit: '5,000', loan_amount: '$25,000' });
    expect(changed(['loan_amount', '20000']).texts).toMatchObject({
      loan_amount: '20000',
      deposit: '$10,000',
    });
  });

  it('keeps the last right figure while a field says what it takes', () => {
    const right = changed(['loan_term', '7']);
    const wrong = changedState(calculator, right, 'purchase_price', '');
    expect(wrong.figure).toBe(right.figure);
    expect(wrong.messages.purchase_price).toContain('$250,000');
  });

  it('moves a deposit beyond its limit to the limit once the field is left', () => {
    const beyond = changed(['deposit', '300000']);
    expect(beyond.messages.deposit).toBe('Cannot be less than $0 or more than $29,000');
    expect(beyond.inputs.deposit).toBe(29_000);
    expect(committedState(calculator, beyond, 'deposit').texts.deposit).toBe('$29,000');
  });

  it('takes the shopper’s own terms, but for the fields already typed in', () => {
    const terms = { deposit: 2_000, termYears: 7, band: 'POOR' } as const;
    const own = withOwnTerms(calculator, first, terms, rules, new Set());
    expect(own.texts).toMatchObject({ deposit: '$2,000', loan_term: '7', loan_amount: '$28,000' });
    expect(own.figure.kind === 'amount' && own.figure.texts[1]).toBe('15.00% p.a. interest rate');
    const typed = withOwnTerms(calculator, changed(['loan_term', '3']), terms, rules, new Set(['loan_term']));
    expect(typed.texts.loan_term).toBe('3');
    expect(amountOf(typed)).not.toBe(amountOf(own));
  });
});
