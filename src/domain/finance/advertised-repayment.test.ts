import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FINANCE_PROVIDERS, type FinanceConfig } from '#src/config/sections/finance.ts';
import { fixedClock } from '../clock.ts';
import { type Vehicle, VehicleSchema } from '../vehicle/vehicle.ts';
import { advertisedRepayment, type FinanceSite, siteLoan } from './advertised-repayment.ts';
import { FINANCE_PREVIEW_CHARACTERS, financeDisclaimer } from './finance-disclaimer.ts';
import { weeklyRepayment } from './repayment.ts';
import { repaymentDisplay } from './repayment-display.ts';

const clock = fixedClock('2026-06-15T02:00:00Z');

const finance: FinanceConfig = {
  provider: 'Manual',
  showRepayments: true,
  hiddenDealerships: [],
  showBrokerQuote: false,
  carClarityRule: 'manual',
  interestRate: 7.49,
  comparisonRate: 8.6,
  termYears: 5,
  depositPercent: 0,
  balloonPercent: 0,
  establishmentFee: 395,
  monthlyFee: 8,
  disclaimer: 'Basis and warning.',
};
const site = (more: Partial<FinanceConfig> = {}, rest: Partial<FinanceSite> = {}): FinanceSite => ({
  finance: { ...finance, ...more },
  timeZone: 'Australia/Brisbane',
  stock: { defaultPriceType: { used: 'drive_away' } },
  ...rest,
});
const car = (more: Partial<v.InferInput<typeof VehicleSchema>> = {}): Vehicle =>
  v.parse(VehicleSchema, {
    make: 'Toyota',
    model: 'HiLux',
    year: 2021,
    car_type: 'used',
    status: 'in_stock',
    price: 3_000_000,
    dealership_slug: 'south',
    ...more,
  });
const quote = { weeklyRepaymentAmount: 15_500, advertisedRate: 6.9, comparisonRate: 7.7 };
const entry = { interestRate: 5, comparisonRate: 5.9, paymentWeek: 14_000, termYears: 4 };

describe('advertisedRepayment', () => {
  it('FIN-09 prefers the broker quote, then the lender entry, then the computed figure, each labelled', () => {
    const quoted = car({ youxQuote: quote, finance_lenders: { Manual: entry } });
    expect(advertisedRepayment(quoted, site({ showBrokerQuote: true }), clock)).toEqual({
      weeklyCents: 15_500,
      interestRate: 6.9,
      comparisonRate: 7.7,
      termYears: 5,
      depositCents: 0,
      balloonCents: 0,
      source: 'broker',
    });
    expect(advertisedRepayment(quoted, site(), clock)).toEqual({
      weeklyCents: 14_000,
      interestRate: 5,
      comparisonRate: 5.9,
      termYears: 4,
      depositCents: 0,
      balloonCents: 0,
      source: 'lender',
    });
    expect(advertisedRepayment(car(), site(), clock)).toEqual({
      weeklyCents: weeklyRepayment(siteLoan(3_000_000, finance)),
      interestRate: 7.49,
      comparisonRate: 8.6,
      termYears: 5,
      depositCents: 0,
      balloonCents: 0,
      source: 'computed',
    });
  });

  it('FIN-09 computes $30,395 at 7.49 % over 260 weeks, plus $8 a month', () => {
    // 30395 × i / (1 - (1 + i)^-260) with i = 0.0749 / 52, plus 96 / 52
    const i = 0.0749 / 52;
    const dollars = (30_395 * i) / (1 - (1 + i) ** -260) + 96 / 52;
    expect(advertisedRepayment(car(), site(), clock)?.weeklyCents).toBe(Math.round(dollars * 100));
  });

  it('FIN-05 carries the deposit and the final payment of the site’s loan or the lender’s entry', () => {
    const asked = site({ depositPercent: 20, balloonPercent: 40 });
    expect(advertisedRepayment(car(), asked, clock)).toMatchObject({
      depositCents: 600_000,
      balloonCents: 1_200_000,
    });
    const lender = car({ finance_lenders: { Manual: { ...entry, deposit: 300_000, balloon: 900_000 } } });
    expect(advertisedRepayment(lender, asked, clock)).toMatchObject({
      depositCents: 300_000,
      balloonCents: 900_000,
    });
  });

  it('FIN-05 Angle shows a final payment of $0, and no repayment of a loan that has another', () => {
    const angle = site({ provider: 'Angle', balloonPercent: 40 });
    const computed = advertisedRepayment(car(), angle, clock);
    const plain = advertisedRepayment(car(), site({ balloonPercent: 0 }), clock);
    expect(computed).toMatchObject({ balloonCents: 0, weeklyCents: plain?.weeklyCents, source: 'computed' });
    expect(computed && repaymentDisplay(computed)).toMatchObject({
      termText: expect.stringContaining('$0 final payment'),
    });
    const own = { ...entry, balloon: 0 };
    const given = (balloon: number) => car({ finance_lenders: { Angle: { ...own, balloon } } });
    expect(advertisedRepayment(given(0), angle, clock)).toMatchObject({ balloonCents: 0, source: 'lender' });
    const withBalloon = advertisedRepayment(given(900_000), angle, clock);
    expect(withBalloon).toMatchObject({ balloonCents: 0, source: 'computed' });
    expect(withBalloon?.weeklyCents).toBeGreaterThan(own.paymentWeek);
  });

  it('FIN-09 a deposit and balloon that leave no loan leave no repayment', () => {
    expect(advertisedRepayment(car(), site({ depositPercent: 90, balloonPercent: 60 }), clock)).toBeNull();
  });

  it('FIN-09 another lender’s entry, or one without figures, does not count', () => {
    expect(advertisedRepayment(car({ finance_lenders: { Angle: entry } }), site(), clock)?.source).toBe(
      'computed',
    );
    expect(advertisedRepayment(car({ finance_lenders: { Manual: {} } }), site(), clock)?.source).toBe(
      'computed',
    );
  });

  it('FIN-09 an entry its lender’s rule refuses hides the repayment instead of being replaced', () => {
    const withoutWeek = { interestRate: 5, comparisonRate: 5.9 };
    expect(advertisedRepayment(car({ finance_lenders: { Manual: withoutWeek } }), site(), clock)).toBeNull();
    const nissan = car({ finance_lenders: { 'Nissan Finance': { ...withoutWeek, paymentMonth: 52_000 } } });
    expect(advertisedRepayment(nissan, site({ provider: 'Nissan Finance' }), clock)?.weeklyCents).toBe(
      12_000,
    );
  });

  it('FIN-09 no comparison rate, no repayment, wherever it is missing', () => {
    expect(advertisedRepayment(car(), site({ comparisonRate: null }), clock)).toBeNull();
    expect(advertisedRepayment(car(), site({ comparisonRate: 0 }), clock)).toBeNull();
    const zero = car({ youxQuote: { ...quote, comparisonRate: 0 } });
    expect(advertisedRepayment(zero, site({ showBrokerQuote: true }), clock)?.source).toBe('computed');
  });

  it('FIN-09 hidden for Suzuki dealers, flagged sites and listed dealerships', () => {
    const lender = car({ finance_lenders: { Manual: entry } });
    expect(advertisedRepayment(lender, site({}, { manufacturer: 'Suzuki' }), clock)).toBeNull();
    expect(advertisedRepayment(lender, site({}, { manufacturer: 'Toyota' }), clock)).not.toBeNull();
    expect(advertisedRepayment(lender, site({ showRepayments: false }), clock)).toBeNull();
    expect(advertisedRepayment(lender, site({ hiddenDealerships: ['south'] }), clock)).toBeNull();
    expect(advertisedRepayment(lender, site({ hiddenDealerships: ['north'] }), clock)).not.toBeNull();
    const clarity = { provider: 'Car Clarity' as const };
    expect(advertisedRepayment(car(), site(clarity), clock)).not.toBeNull();
    expect(advertisedRepayment(car(), site({ ...clarity, carClarityRule: 'hidden' }), clock)).toBeNull();
  });

  it('FIN-09 a sold car shows none, one coming soon does', () => {
    expect(advertisedRepayment(car({ status: 'sold' }), site(), clock)).toBeNull();
    expect(advertisedRepayment(car({ status: 'coming_soon' }), site(), clock)).not.toBeNull();
  });

  it('FIN-09 Taurus counts the year in the dealer’s time zone', () => {
    const old = car({ year: 2015 });
    // New Year's Eve 23:30 in Brisbane, half past midnight in Sydney.
    const newYear = fixedClock('2026-12-31T13:30:00Z');
    const taurus = { provider: 'Taurus' as const };
    expect(advertisedRepayment(old, site(taurus), newYear)).not.toBeNull();
    expect(advertisedRepayment(old, site(taurus, { timeZone: 'Australia/Sydney' }), newYear)).toBeNull();
  });

  it('FIN-09 nothing is computed from an amount without a price type', () => {
    expect(advertisedRepayment(car(), site({}, { stock: { defaultPriceType: {} } }), clock)).toBeNull();
  });

  it('FIN-05 the reduced price is the one financed', () => {
    const reduced = advertisedRepayment(car({ offer_price: 2_500_000 }), site(), clock);
    expect(reduced?.weeklyCents).toBe(weeklyRepayment(siteLoan(2_500_000, finance)));
  });

  it('FIN-09 any vehicle and site give null or a finite repayment with both rates', () => {
    const cents = fc.option(fc.integer({ min: 0, max: 1_000_000_000 }), { nil: undefined });
    const rate = fc.option(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1000, noNaN: true })), {
      nil: null,
    });
    const lender = fc.record({
      interestRate: rate,
      comparisonRate: rate,
      paymentWeek: cents,
      paymentMonth: cents,
      deposit: cents,
      balloon: cents,
      establishmentFees: cents,
      termYears: fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...FINANCE_PROVIDERS),
        fc.option(lender, { nil: undefined }),
        cents,
        fc.constantFrom('in_stock', 'coming_soon', 'sold' as const),
        fc.double({ min: 0, max: 48, noNaN: true }),
        fc.double({ min: 0, max: 90, noNaN: true }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        (provider, given, price, status, interestRate, depositPercent, balloonPercent) => {
          const vehicle: Vehicle = {
            ...car({ status }),
            price,
            finance_lenders: given ? { [provider]: given } : {},
          } as Vehicle;
          const config = site({ provider, interestRate, depositPercent, balloonPercent });
          const shown = advertisedRepayment(vehicle, config, clock);
          if (shown === null) return;
          expect(status).not.toBe('sold');
          expect(Number.isSafeInteger(shown.weeklyCents) && shown.weeklyCents > 0).toBe(true);
          for (const figure of [shown.interestRate, shown.comparisonRate, shown.termYears]) {
            expect(Number.isFinite(figure) && figure >= 0).toBe(true);
          }
          expect(JSON.stringify(repaymentDisplay(shown))).not.toMatch(/NaN|Infinity|undefined/);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('repaymentDisplay', () => {
  const shown = { interestRate: 7.49, comparisonRate: 8.3, termYears: 5, source: 'computed' as const };

  it('FIN-05 whole dollars a week, with both rates to two decimals', () => {
    expect(repaymentDisplay({ ...shown, weeklyCents: 12_849 })).toEqual({
      kind: 'amount',
      amountText: '$128 / week',
      rateText: '7.49% p.a. interest rate',
      comparisonText: '8.30% p.a. comparison rate',
      termText: 'over 5 years',
    });
  });

  it('FIN-05 states deposit and final payment, each only on request', () => {
    const textOf = (more: object) => {
      const display = repaymentDisplay({ ...shown, weeklyCents: 7_600, ...more });
      return display.kind === 'amount' && display.termText;
    };
    const balloonCents = 1_200_000;
    expect(textOf({ depositCents: 600_000, balloonCents })).toBe(
      'over 5 years, after $6,000 deposit, $12,000 final payment',
    );
    expect(textOf({ depositCents: 0, balloonCents })).toBe('over 5 years, $12,000 final payment');
    expect(textOf({ depositCents: 0, balloonCents: 0 })).toBe('over 5 years');
  });

  it('FIN-06 at or below $25 a week reads Enquire for Finance', () => {
    expect(repaymentDisplay({ ...shown, weeklyCents: 2_500 })).toEqual({
      kind: 'enquire',
      text: 'Enquire for Finance',
    });
    expect(repaymentDisplay({ ...shown, weeklyCents: 2_501 }).kind).toBe('amount');
  });
});

describe('financeDisclaimer', () => {
  const shown = { weeklyCents: 12_849, interestRate: 7, comparisonRate: 8, termYears: 5 };
  const withWords = car({ finance_lenders: { Manual: { ...entry, disclaimer: 'The lender says.' } } });

  it('FIN-10 the lender’s own words are shown with its figures, the comparison-rate warning with all', () => {
    const disclaimerOf = (source: 'lender' | 'computed', of = withWords) =>
      financeDisclaimer({ ...shown, source }, of, finance);
    const warning = 'Basis and warning.';
    expect(disclaimerOf('lender')).toMatchObject({ lenderWords: 'The lender says.', warning });
    expect(disclaimerOf('computed')).toMatchObject({ lenderWords: null, warning });
    expect(disclaimerOf('lender', car())).toMatchObject({ lenderWords: null, warning });
  });

  it('FIN-10 states the source of the figure, and 197 characters are shown before Show More', () => {
    expect(financeDisclaimer({ ...shown, source: 'computed' }, car(), finance).basis).toBe(
      'Estimate of $128 / week over 5 years, worked out from the price shown, fees included.',
    );
    const asked = { ...shown, depositCents: 600_000, balloonCents: 1_200_000, source: 'computed' as const };
    expect(financeDisclaimer(asked, car(), finance).basis).toBe(
      'Estimate of $128 / week over 5 years, after $6,000 deposit, $12,000 final payment, worked out from the price shown, fees included.',
    );
    const small = { ...shown, weeklyCents: 2_500, source: 'computed' as const };
    expect(financeDisclaimer(small, car(), finance).basis).toBeNull();
    expect(FINANCE_PREVIEW_CHARACTERS).toBe(197);
  });
});
