import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  belowQuotesMessage,
  clampedAmount,
  clampedTerm,
  isBelowQuotes,
  monthOfQuote,
  QUOTE_BASIS,
  QUOTE_START_RATE,
  QUOTE_WORDING,
  quoteDisplay,
  quoteSummary,
  readLoan,
  startRates,
} from './quote-estimate.ts';

const quote = { weeklyRepaymentAmount: 131.27, advertisedRate: 7.49, comparisonRate: 8.6 };

const LOAN = readLoan({});

describe('readLoan', () => {
  it('FIN-02 starts with 30000, 5 years and GREAT', () => {
    expect(readLoan({})).toEqual({
      purchasePrice: 30_000,
      loanTerm: 5,
      selfAssessedCreditScore: 'GREAT',
    });
  });

  it.each([
    ['9999', 10_000],
    ['10,000', 10_000],
    ['$45,500', 45_500],
    ['200001', 200_000],
    ['1e309', 10_000],
    ['-45000', 45_000],
    ['45000.50', 45_000],
    ['9'.repeat(400), 200_000],
    ['abc', undefined],
    ['', undefined],
  ])('FIN-02 an amount of %s is %s: digits only, 10000 to 200000', (text, amount) => {
    expect(clampedAmount(text)).toBe(amount);
  });

  it.each([
    ['0', 1],
    ['1', 1],
    ['7', 7],
    ['8', 7],
    ['4.6', 5],
    ['-3', 1],
    ['1e309', undefined],
    ['five', undefined],
    [' ', undefined],
  ])('FIN-02 a term of %s is %s: whole years, 1 to 7', (text, term) => {
    expect(clampedTerm(text)).toBe(term);
  });

  it('FIN-02 any texts give a loan within the ranges', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        (purchasePrice, loanTerm, selfAssessedCreditScore) => {
          const loan = readLoan({ purchasePrice, loanTerm, selfAssessedCreditScore });
          expect(loan.purchasePrice >= 10_000 && loan.purchasePrice <= 200_000).toBe(true);
          expect(Number.isInteger(loan.loanTerm) && loan.loanTerm >= 1 && loan.loanTerm <= 7).toBe(true);
          expect(['GREAT', 'DECENT', 'POOR']).toContain(loan.selfAssessedCreditScore);
        },
      ),
    );
  });
});

describe('quoteDisplay', () => {
  it('FIN-05 a week in whole dollars, a month of 4.33 weeks, both rates, the deposit', () => {
    const display = quoteDisplay(quote, LOAN);
    expect(display).toEqual({
      kind: 'amount',
      amountText: '$131 / week',
      monthText: '$568 / month',
      rateText: '7.49% p.a. interest rate',
      comparisonText: '8.60% p.a. comparison rate',
      termText: 'over 5 years, after $3,000 deposit',
    });
    expect(quoteSummary(display)).toBe(
      '$131 / week, $568 / month, 7.49% p.a. interest rate, 8.60% p.a. comparison rate, over 5 years, after $3,000 deposit',
    );
  });

  it('FIN-05 a month follows from the cents of a week, not from its whole dollars', () => {
    expect(monthOfQuote(13_149)).toBe(56_935);
  });

  it('FIN-06 at or below $25 a week it says Enquire for Finance, without figures', () => {
    expect(quoteDisplay({ ...quote, weeklyRepaymentAmount: 25 }, LOAN)).toEqual({
      kind: 'enquire',
      text: 'Enquire for Finance',
    });
  });

  it('FIN-17 starts from the deposit note 10.0% and an interest rate of 10, beside a comparison rate', () => {
    expect(QUOTE_START_RATE).toBe(10);
    expect(startRates(11.123)).toEqual({
      rateText: '10.00% p.a. interest rate',
      comparisonText: '11.12% p.a. comparison rate',
    });
  });

  it('FIN-10 another wording beside an estimate is another version', () => {
    const WORDINGS = {
      'quick-quote-2':
        'The estimate assumes a 10.0% deposit. Comparison rate based on a secured consumer loan of $30,000 over 5 years, with a 10% deposit and a 30% final payment. WARNING: This comparison rate is true only for the example given and may not include all fees and charges. Different terms, fees or other loan amounts might result in a different comparison rate.',
    };
    expect(WORDINGS).toHaveProperty([QUOTE_WORDING], QUOTE_BASIS);
  });
});

it('FIN-235 a price below the least amount of the service has no quick quote, and a sentence says why', () => {
  expect([999_999, 1_000_000, null, undefined].map(isBelowQuotes)).toEqual([true, false, false, false]);
  expect(belowQuotesMessage('car')).toBe(
    'A quick quote is for $10,000 to $200,000, and this car costs less, so there is none for it. Ask us about finance instead.',
  );
});
