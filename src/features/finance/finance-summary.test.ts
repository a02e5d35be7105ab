import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  FINANCE_PROVIDERS,
  type FinanceProvider,
  FinanceSchema,
} from '#src/config/sections/finance/finance-section.ts';
import { type LenderEntry, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { repaymentBasis } from './advertised-repayment.ts';
import { type FinanceSummary, financeSummary, repaymentSum } from './finance-summary.ts';

const ENTRY: LenderEntry = {
  interestRate: 9.95,
  comparisonRate: 10.9,
  paymentWeek: 14_000,
  paymentMonth: 60_500,
  termYears: 5,
};

function basisOf(provider: FinanceProvider, entry?: LenderEntry, site: object = {}, car: object = {}) {
  const given = { make: 'Nissan', model: 'Navara', year: 2022, car_type: 'used', status: 'in_stock' };
  const finance = v.parse(FinanceSchema, {
    ...{ provider, interestRate: 9.95, comparisonRate: 13, disclaimer: 'Basis and warning.' },
    ...site,
  });
  const entries = entry ? { finance_lenders: { [provider]: entry } } : {};
  const vehicle = v.parse(VehicleSchema, { ...given, price: 3_000_000, ...entries, ...car });
  const stock = { defaultPriceType: { used: 'drive_away' as const } };
  const basis = repaymentBasis(
    vehicle,
    { finance, timeZone: 'Australia/Brisbane', stock },
    fixedClock('2026-06-15T02:00:00Z'),
  );
  if (!basis) throw new Error('No repayment is advertised');
  return basis;
}

const summaryOf = (...of: Parameters<typeof basisOf>): FinanceSummary | null =>
  financeSummary(basisOf(...of), of[0]);
const factsOf = (summary: FinanceSummary | null) =>
  summary?.facts.map(({ label, text }) => `${label}: ${text}`);

describe('FIN-11 the card of each lender', () => {
  it.each(FINANCE_PROVIDERS)('FIN-11 %s: both rates are beside the first figure', (provider) => {
    expect(summaryOf(provider, ENTRY)).toMatchObject({
      rateText: '9.95% p.a. interest rate',
      comparisonText: '10.90% p.a. comparison rate',
    });
  });

  it('FIN-11 Taurus: a week, term, deposit, fees and total payable', () => {
    const entry = { ...ENTRY, deposit: 300_000, establishmentFees: 45_000, totalPayable: 4_000_000 };
    const card = summaryOf('Taurus', entry);
    expect(card?.figures).toEqual(['$140 / week']);
    expect(factsOf(card)).toEqual([
      'Term: 5 years',
      'Deposit: $3,000',
      'Establishment fee: $450',
      'Total payable: $40,000',
    ]);
  });

  it('FIN-11 Powertorque: a week, for business', () => {
    const card = summaryOf('Powertorque', { ...ENTRY, balloon: 900_000 });
    expect(card?.heading).toContain('Business');
    expect(card?.note).toContain('business');
    expect(factsOf(card)).toEqual(['Term: 5 years', 'Deposit: $0', 'Final payment: $9,000']);
    expect(factsOf(summaryOf('Powertorque', ENTRY))).not.toContain('Final payment: $0');
  });

  it('FIN-11 AusLoans: a week and a month, and its fee', () => {
    const card = summaryOf('AusLoans', { ...ENTRY, establishmentFees: 136_050 });
    expect(card?.figures).toEqual(['$140 / week', '$605 / month']);
    expect(factsOf(card)).toEqual(['Term: 5 years', 'Establishment fee: $1,360.50']);
    const { paymentMonth: _, ...weekOnly } = ENTRY;
    // 140 × 52 / 12, not × 4.33
    expect(summaryOf('AusLoans', weekOnly)?.figures[1]).toBe('$607 / month');
  });

  it('FIN-05 Angle: a week and a final payment, of $0 where its entry says none', () => {
    expect(factsOf(summaryOf('Angle', ENTRY))).toEqual(['Term: 5 years', 'Final payment: $0']);
    expect(factsOf(summaryOf('Angle', { ...ENTRY, balloon: 750_000 }))).toContain('Final payment: $7,500');
  });

  it.each(['360 Finance', 'Car Clarity'] as const)(
    'FIN-11 %s: comparison rates from 8.38% to 19.42% beside its own',
    (provider) => {
      expect(summaryOf(provider, ENTRY)).toMatchObject({
        rangeText: 'Comparison rates from 8.38% to 19.42% p.a.',
        comparisonText: '10.90% p.a. comparison rate',
      });
    },
  );

  it('FIN-11 Nissan Finance: the month first', () => {
    const card = summaryOf('Nissan Finance', ENTRY);
    expect(card?.figures).toEqual(['$605 / month', '$140 / week']);
    expect(factsOf(card)).toEqual(['Term: 5 years', 'Deposit: $0', 'Total payable: $36,400']);
  });

  it('FIN-11 Manual: a week, its term and deposit, and the terms the entry has besides', () => {
    const card = summaryOf('Manual', { ...ENTRY, term3: 21_500, term5: 14_000, term7: 11_450 });
    expect(factsOf(card)).toEqual(['Term: 5 years', 'Deposit: $0']);
    expect(card?.otherTerms).toEqual([
      { termText: '3 years', amountText: '$215 / week' },
      { termText: '7 years', amountText: '$115 / week' },
    ]);
  });

  it('FIN-11 Car Clarity: who of its panel lends', () => {
    const card = summaryOf('Car Clarity', { ...ENTRY, financeProvider: 'Harbourlight Lending' });
    expect(factsOf(card)).toEqual(['Term: 5 years', 'Lender: Harbourlight Lending']);
    expect(factsOf(summaryOf('Car Clarity', ENTRY))).toEqual(['Term: 5 years']);
  });
});

it('FIN-11 a computed card has the fee and the total of the sum below it', () => {
  for (const provider of ['Taurus', '360 Finance'] as const) {
    const basis = basisOf(provider);
    const total = repaymentSum(basis)[2]?.total?.text;
    const facts = factsOf(financeSummary(basis, provider));
    expect(facts).toContain(`Establishment fee: ${provider === 'Taurus' ? '$0' : '$1,300'}`);
    expect(facts).toContain(`Total payable: ${total}`);
  }
});

it('FIN-11 a broker’s quote is on a card of its own, without the words of the lender', () => {
  const youxQuote = { weeklyRepaymentAmount: 15_500, advertisedRate: 6.9, comparisonRate: 7.7 };
  const card = summaryOf('Car Clarity', ENTRY, { showBrokerQuote: true }, { youxQuote });
  expect(card).toMatchObject({
    heading: 'Quote from our finance broker',
    figures: ['$155 / week'],
    comparisonText: '7.70% p.a. comparison rate',
    rangeText: null,
    otherTerms: [],
    note: null,
  });
});

it('FIN-06 a repayment too small to be shown has no card', () => {
  expect(summaryOf('Manual', { ...ENTRY, paymentWeek: 2_500 })).toBeNull();
});
