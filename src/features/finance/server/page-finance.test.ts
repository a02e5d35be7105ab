import { describe, expect, it } from 'vitest';
import { type FinanceShown, financeShown, ownFigureShown } from '#src/features/finance/finance-disclosure.ts';
import { signFigures, verifyFigures } from './page-finance.ts';

const REPAYMENT = {
  weeklyCents: 12_831,
  interestRate: 7.49,
  comparisonRate: 8.6,
  termYears: 5,
  source: 'computed',
} as const;
const SHOWN = financeShown(REPAYMENT, 'sha256:0123456789ab') as FinanceShown;
const SEALED = { secret: 'x'.repeat(32), dealer: 'riverbend', carId: 'car-1' };

it('FIN-10 figures are recorded in the words of the page, with both rates', () => {
  expect(SHOWN.text).toBe('$128 / week over 5 years, 7.49% p.a. interest rate, 8.60% p.a. comparison rate');
});

it('FIN-06 nothing is recorded where the page says Enquire for Finance', () => {
  expect(financeShown({ ...REPAYMENT, weeklyCents: 2500 }, 'sha256:0123456789ab')).toBeNull();
});

describe('own terms', () => {
  const RULES = {
    rates: { GREAT: 7.49, DECENT: 11.25, POOR: 15 },
    comparisonRate: 7.49,
    terms: [3, 5, 7],
    largestDeposit: 250_000,
    smallestLoan: 1000,
    fees: { establishmentFee: 0, otherFees: [], capitaliseFee: true, monthlyFee: 0 },
  };
  const stored = (change: object = {}) =>
    JSON.stringify({ deposit: 2000, termYears: 3, band: 'DECENT', ...change });

  it('FIN-06 FIN-13 a lead records the figure the browser showed for them', () => {
    expect(ownFigureShown(stored(), RULES, 30_000)).toEqual({
      deposit_cents: 200_000,
      term_years: 3,
      credit: 'DECENT',
      text: expect.stringMatching(
        /^\$\d+ \/ week over 3 years, \$2,000 deposit, decent credit, 11\.25% p\.a\. interest rate, 11\.\d\d% p\.a\. your comparison rate$/,
      ),
    });
    expect(ownFigureShown(stored({ deposit: 30_000 }), RULES, 30_000)?.text).toMatch(
      'Enquire for Finance: 3 years, $30,000 deposit, decent credit',
    );
  });

  it.each([
    '',
    'null',
    '{',
    '[]',
    '"x"',
    stored({ deposit: -1 }),
    stored({ deposit: '2000' }),
    stored({ termYears: 4 }),
    stored({ band: 'constructor' }),
  ])('FIN-06 FIN-13 %s is left out', (text) => {
    expect(ownFigureShown(text, RULES, 30_000)).toBeUndefined();
  });

  it('FIN-06 FIN-13 without a price, or a site with repayments, there is nothing to record', () => {
    expect(ownFigureShown(stored(), RULES, undefined)).toBeUndefined();
    expect(ownFigureShown(stored(), null, 30_000)).toBeUndefined();
  });
});

describe('the seal', () => {
  const text = signFigures(SHOWN, SEALED);

  it('FIN-13 opens for the car it was made for', () => {
    expect(verifyFigures(text, SEALED)).toEqual(SHOWN);
    expect(signFigures(SHOWN, SEALED)).toBe(text);
  });

  it.each([
    ['another car', { ...SEALED, carId: 'car-2' }],
    ['another dealer', { ...SEALED, dealer: 'aldermoor' }],
    ['another installation', { ...SEALED, secret: 'y'.repeat(32) }],
  ])('FIN-13 does not open for %s', (_what, sealed) => {
    expect(verifyFigures(text, sealed)).toBeUndefined();
  });

  it('FIN-13 does not open for figures a shopper has changed', () => {
    const cheap = Buffer.from(JSON.stringify({ ...SHOWN, weekly_cents: 100 })).toString('base64url');
    const [, seal] = text.split('.');
    for (const forged of [`${cheap}.${seal}`, cheap, '', '.', `${text}x`]) {
      expect(verifyFigures(forged, SEALED), forged).toBeUndefined();
    }
  });
});
