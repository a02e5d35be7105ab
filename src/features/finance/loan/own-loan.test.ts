import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FINANCE_PROVIDERS, FinanceSchema } from '#src/config/sections/finance/finance-section.ts';
import { ownLoanRules } from './calculator.ts';
import {
  maxPriceFor,
  type OwnLoanRules,
  ownFigure,
  ownTermsText,
  ownWeekly,
  readOwnTerms,
} from './own-loan.ts';
import { CREDIT_SCORES } from './repayment.ts';

const rulesOf = (more: object = {}): OwnLoanRules => {
  const finance = v.parse(FinanceSchema, {
    provider: 'Manual',
    interestRate: 7.5,
    comparisonRate: 9.86,
    establishmentFee: 395,
    monthlyFee: 8,
    disclaimer: 'Basis and warning.',
    ...more,
  });
  const rules = ownLoanRules({ finance });
  if (!rules) throw new Error('No rules');
  return rules;
};
const rules = rulesOf();
const great = { deposit: 2_000, termYears: 5, band: 'GREAT' } as const;

describe('a shopper’s own terms', () => {
  it('FIN-06 great credit has the rate of the site, poor credit the highest, decent credit the middle', () => {
    expect(rules.rates).toEqual({ GREAT: 7.5, DECENT: 11.25, POOR: 15 });
    expect(rulesOf({ calculator: { rateIsFixed: true } }).rates).toEqual({
      GREAT: 7.5,
      DECENT: 7.5,
      POOR: 7.5,
    });
    expect(rulesOf({ interestRate: 16, comparisonRate: 18 }).rates.POOR).toBe(16);
  });

  it('FIN-14 terms are those of the site', () => {
    expect(rulesOf({ termYearsList: [2, 4] }).terms).toEqual([2, 4]);
    expect(rulesOf({ calculator: { longestTermYears: 5 } }).terms.at(-1)).toBe(5);
  });

  it('FIN-06 fees beside the establishment fee count, and a page carries one sum of them', () => {
    const inOne = rulesOf({ establishmentFee: 1_313.25 });
    const apart = rulesOf({ securityRegistrationFee: 6, dealerAgencyFee: 912.25 });
    expect(apart).toEqual(inOne);
    expect(ownWeekly(apart, great, 40_000)).toBeGreaterThan(ownWeekly(rules, great, 40_000) ?? 0);
  });

  it('FIN-06 terms that no one could choose are none', () => {
    expect(readOwnTerms({ ...great, more: 1 }, rules)).toEqual(great);
    for (const wrong of [
      null,
      'x',
      [],
      {},
      { ...great, deposit: -1 },
      { ...great, deposit: Number.NaN },
      { ...great, deposit: 1e9 },
      { ...great, termYears: 5.25 },
      { ...great, band: 'BEST' },
    ])
      expect(readOwnTerms(wrong, rules), JSON.stringify(wrong)).toBeNull();
  });

  it('FIN-06 a figure has its terms, its rate and its own comparison rate', () => {
    expect(ownTermsText(great)).toBe('5 years, $2,000 deposit, great credit');
    expect(ownFigure(rules, great, 32_010)).toEqual({
      kind: 'amount',
      amountText: '$142 / week',
      termText: 'over 5 years, $2,000 deposit',
      rateText: '7.50% p.a. interest rate',
      comparisonText: '8.62% p.a. your comparison rate',
    });
    expect(ownFigure(rules, great, 32_000)).toMatchObject({
      comparisonText: '9.86% p.a. your comparison rate',
    });
    expect(ownFigure(rules, { ...great, band: 'POOR' }, 32_000)).toMatchObject({
      comparisonText: expect.stringMatching(/^16\./),
    });
    expect(ownFigure(rules, great, 2_500)).toEqual({ kind: 'enquire', text: 'Enquire for Finance' });
    expect(ownFigure(rules, great, 1_500)).toEqual({ kind: 'enquire', text: 'Enquire for Finance' });
  });

  const terms = fc.record({
    deposit: fc.integer({ min: 0, max: 60_000 }),
    termYears: fc.constantFrom(...rules.terms),
    band: fc.constantFrom(...CREDIT_SCORES),
  });

  it('FIN-06 SRCH-04 filter and card agree at the boundary: a price is within the budget exactly if its figure is', () => {
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 26, max: 2_000 }),
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom(...FINANCE_PROVIDERS),
        (own, budget, beside, provider) => {
          const site = rulesOf({ provider });
          const termYears = site.terms.includes(own.termYears) ? own.termYears : 5;
          const limit = maxPriceFor(site, { ...own, termYears }, budget);
          const price = Math.max(0, limit + beside);
          expect((ownWeekly(site, { ...own, termYears }, price) ?? 0) <= budget).toBe(price <= limit);
        },
      ),
    );
  });

  it('FIN-06 a cheaper vehicle never costs more a week', () => {
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 0, max: 300_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        (own, price, less) => {
          const cheaper = Math.max(0, price - less);
          expect(ownWeekly(rules, own, cheaper) ?? 0).toBeLessThanOrEqual(ownWeekly(rules, own, price) ?? 0);
        },
      ),
    );
  });
});
