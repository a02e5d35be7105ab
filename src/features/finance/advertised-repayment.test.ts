import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FINANCE_PROVIDERS, type FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
import { type Vehicle, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { advertisedRepayment, type FinanceSite, repaymentBasis, siteLoan } from './advertised-repayment.ts';
import { cardsWording, financeDisclaimer } from './finance-disclosure.ts';
import { FINANCE_PREVIEW_CHARACTERS, financePreview } from './finance-preview.ts';
import { LENDERS } from './lenders.data.ts';
import { weeklyRepayment } from './loan/repayment.ts';
import { QUOTE_BASIS } from './quote-estimate.ts';
import { repaymentDisplay } from './repayment-display.ts';

const clock = fixedClock('2026-06-15T02:00:00Z');

const finance: FinanceConfig = {
  provider: 'Manual',
  showRepayments: true,
  hiddenDealerships: [],
  getFinanceNow: [],
  showBrokerQuote: false,
  quickQuote: 'off',
  carClarityRule: 'manual',
  interestRate: 7.49,
  comparisonRate: 8.6,
  termYears: 5,
  depositPercent: 0,
  balloonPercent: 0,
  establishmentFee: 395,
  securityRegistrationFee: 0,
  dealerAgencyFee: 0,
  monthlyFee: 8,
  feesBorrowed: true,
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
      depositCents: 300_000,
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

  it('FIN-05 Angle shows a final payment of $0 where its entry has none, and one that is due as it is', () => {
    const angle = (balloonPercent: number) => site({ provider: 'Angle', balloonPercent });
    const termTextOf = (vehicle: Vehicle, balloonPercent = 0) => {
      const shown = advertisedRepayment(vehicle, angle(balloonPercent), clock);
      const display = shown && repaymentDisplay(shown);
      return display?.kind === 'amount' ? display.termText : null;
    };
    const given = (balloon?: number) => car({ finance_lenders: { Angle: { ...entry, balloon } } });
    expect(termTextOf(given())).toBe('over 4 years, $0 final payment');
    expect(termTextOf(given(0))).toBe('over 4 years, $0 final payment');
    expect(termTextOf(given(900_000))).toBe('over 4 years, $9,000 final payment');
    expect(termTextOf(car())).toBe('over 5 years, $0 final payment');
    expect(termTextOf(car(), 40)).toBe('over 5 years, $12,000 final payment');
    expect(advertisedRepayment(given(900_000), angle(0), clock)).toMatchObject({
      weeklyCents: entry.paymentWeek,
      source: 'lender',
    });
  });

  it('FIN-232 a deposit or final payment that is a share of the price is whole dollars, in the loan too', () => {
    const odd = car({ price: 14_088_850 });
    const basis = repaymentBasis(odd, site({ depositPercent: 10, balloonPercent: 30 }), clock);
    expect(basis?.loan).toMatchObject({ deposit: 1_408_900, balloon: 4_226_700 });
    expect(basis && repaymentDisplay(basis.repayment)).toMatchObject({
      termText: 'over 5 years, after $14,089 deposit, $42,267 final payment',
    });
    const quoted = advertisedRepayment({ ...odd, youxQuote: quote }, site({ showBrokerQuote: true }), clock);
    expect(quoted?.depositCents).toBe(1_408_900);
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

  it('FIN-15 an unreadable entry hides the repayment; it is never replaced by a computed one', () => {
    const unreadable = (more: object) =>
      car({ finance_lenders: { Manual: { ...more, isUnreadable: true } } });
    expect(advertisedRepayment(unreadable({}), site(), clock)).toBeNull();
    expect(advertisedRepayment(unreadable(entry), site(), clock)).toBeNull();
    expect(advertisedRepayment(unreadable(entry), site({ provider: 'Taurus' }), clock)?.source).toBe(
      'computed',
    );
  });

  it('FIN-15 an entry’s months or weeks are its term, and term{N} of its term its repayment', () => {
    const rates = { interestRate: 5, comparisonRate: 5.9, term5: 14_000, term3: 21_000 };
    const shown = (more: object) =>
      advertisedRepayment(car({ finance_lenders: { Manual: { ...rates, ...more } } }), site(), clock);
    expect(shown({})).toMatchObject({ weeklyCents: 14_000, termYears: 5, source: 'lender' });
    expect(shown({ termMonths: 36 })).toMatchObject({ weeklyCents: 21_000, termYears: 3 });
    expect(shown({ termWeeks: 260 })).toMatchObject({ weeklyCents: 14_000, termYears: 5 });
    expect(shown({ termMonths: 30, paymentWeek: 25_000 })).toMatchObject({
      weeklyCents: 25_000,
      termYears: 2.5,
    });
    expect(shown({ termMonths: 30 })).toBeNull();
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

  it('FIN-09 a vehicle priced by the week at a subscription dealer shows none, one sold outright does', () => {
    const weekly = car({ subscription_price: 19_900 });
    expect(advertisedRepayment(weekly, site({}, { subscription: true }), clock)).toBeNull();
    expect(advertisedRepayment(weekly, site({}, { subscription: false }), clock)).not.toBeNull();
    expect(advertisedRepayment(car(), site({}, { subscription: true }), clock)).not.toBeNull();
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

  const disclaimerOf = (source: 'lender' | 'computed' | 'broker', of: Vehicle, more: object = {}) =>
    financeDisclaimer({ ...shown, source }, of, { ...finance, ...more });

  it('FIN-10 the words of the entry come first, else those of the lender; a broker has none', () => {
    const warning = 'Basis and warning.';
    const ofLender = LENDERS.Manual.disclaimer;
    expect(disclaimerOf('lender', withWords)).toMatchObject({ lenderText: 'The lender says.', warning });
    expect(disclaimerOf('computed', withWords)).toMatchObject({ lenderText: ofLender, warning });
    expect(disclaimerOf('lender', car())).toMatchObject({ lenderText: ofLender, warning });
    expect(disclaimerOf('broker', withWords)).toMatchObject({ lenderText: null, warning });
  });

  it('FIN-10 the basis of the comparison rate is stated where the dealer’s words leave it out', () => {
    expect(disclaimerOf('computed', car(), { disclaimer: 'WARNING.' }).warning).toBe(
      'Comparison rate based on a 5-year secured consumer loan of $30,000. WARNING.',
    );
    expect(QUOTE_BASIS).toMatch(/5 years, with a 10% deposit and a 30% final payment/);
  });

  it('FIN-10 one site’s example for used vehicles: 6.29 and 8.19, 5 years, no deposit', () => {
    const more = { usedExample: { interestRate: 6.29, comparisonRate: 8.19 } };
    expect(disclaimerOf('computed', car(), more).example).toBe(
      'Example for used vehicles: 6.29% p.a. interest rate, 8.19% p.a. comparison rate, over 5 years with no deposit.',
    );
    expect(disclaimerOf('computed', car({ car_type: 'demo' }), more).example).toBeNull();
    expect(disclaimerOf('computed', car()).example).toBeNull();
  });

  it('FIN-227 the note below cards begins with what a rate depends on', () => {
    expect(cardsWording(finance)).toMatch(
      /^\* A rate depends on the vehicle’s age, on its lender and on your credit, so it can differ/,
    );
    expect(cardsWording(finance)).toContain(finance.disclaimer);
  });

  it('FIN-10 states the source of the figure, and 197 characters are shown before Show More', () => {
    expect(financeDisclaimer({ ...shown, source: 'computed' }, car(), finance).basis).toBe(
      'Estimate of $128 / week over 5 years, at 7.00% p.a. interest rate and 8.00% p.a. comparison rate, worked out from the price shown, fees included.',
    );
    const asked = { ...shown, depositCents: 600_000, balloonCents: 1_200_000, source: 'computed' as const };
    expect(financeDisclaimer(asked, car(), finance).basis).toBe(
      'Estimate of $128 / week over 5 years, after $6,000 deposit, $12,000 final payment, at 7.00% p.a. interest rate and 8.00% p.a. comparison rate, worked out from the price shown, fees included.',
    );
    const small = { ...shown, weeklyCents: 2_500, source: 'computed' as const };
    expect(financeDisclaimer(small, car(), finance).basis).toBeNull();
    expect(FINANCE_PREVIEW_CHARACTERS).toBe(197);
  });

  it('FIN-10 a disclaimer of 197 characters is whole, a longer one is cut after them', () => {
    const [first, second] = ['Basis.', 'w'.repeat(190)];
    const whole = `${first} ${second}`;
    expect(financePreview([first, second])).toEqual({ preview: whole, isCut: false });
    expect(financePreview([first, `${second}x`])).toEqual({ preview: `${whole}…`, isCut: true });
  });
});
