import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { FinanceConfig } from '#src/config/sections/finance/finance-section.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { repaymentBasis } from './advertised-repayment.ts';
import { repaymentSum, type SumPart } from './finance-summary.ts';
import { repaymentDisplay } from './repayment-display.ts';

const FINANCE: FinanceConfig = {
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
  depositPercent: 10,
  balloonPercent: 20,
  securityRegistrationFee: 0,
  dealerAgencyFee: 0,
  establishmentFee: 395,
  monthlyFee: 8,
  feesBorrowed: true,
  disclaimer: 'Basis and warning.',
};

function basisOf(car: Partial<v.InferInput<typeof VehicleSchema>>, finance: Partial<FinanceConfig> = {}) {
  const given = { make: 'Toyota', model: 'HiLux', year: 2021, car_type: 'used', status: 'in_stock' };
  const site = {
    finance: { ...FINANCE, ...finance },
    timeZone: 'Australia/Brisbane',
    stock: { defaultPriceType: { used: 'drive_away' as const } },
  };
  return repaymentBasis(
    v.parse(VehicleSchema, { ...given, ...car }),
    site,
    fixedClock('2026-06-15T02:00:00Z'),
  );
}

function sumOf(...of: Parameters<typeof basisOf>): SumPart[] {
  const basis = basisOf(...of);
  if (!basis) throw new Error('No repayment is advertised');
  return repaymentSum(basis);
}

const textsOf = (parts: readonly SumPart[]) =>
  parts.map(({ rows, total }) =>
    [...rows, ...(total ? [total] : [])].map(({ label, text }) => `${label}: ${text}`),
  );

it('FIN-08 FIN-10 the sum names price, deposit, fees, rates, term, repayments, final payment and total', () => {
  expect(textsOf(sumOf({ price: 3_000_000 }))).toMatchInlineSnapshot(`
    [
      [
        "Price, drive away: $30,000",
        "Deposit: -$3,000",
        "Establishment fee: $395",
        "Amount financed: $27,395",
      ],
      [
        "Interest rate: 7.49% p.a.",
        "Comparison rate: 8.60% p.a.",
        "Term: 5 years",
      ],
      [
        "260 weekly repayments of $109.20: $28,392",
        "Final payment: $6,000",
        "Deposit: $3,000",
        "Total paid: $37,392",
      ],
      [
        "Price, drive away: $30,000",
        "Establishment fee: $395",
        "Account fees, $8 a month: $480",
        "Interest: $6,517",
        "Total paid: $37,392",
      ],
    ]
  `);
});

it('FIN-08 one dealer’s fixed fees are each listed, financed and paid for', () => {
  const fees = { securityRegistrationFee: 6, dealerAgencyFee: 912.25 };
  const parts = textsOf(sumOf({ price: 3_000_000 }, fees));
  const listed = ['Establishment fee: $395', 'Security registration fee: $6', 'Dealer agency fee: $912.25'];
  expect(parts[0]).toEqual(expect.arrayContaining([...listed, 'Amount financed: $28,313.25']));
  expect(parts[3]).toEqual(expect.arrayContaining(listed));
});

it('FIN-10 if a lender states the repayment, only derived figures are listed', () => {
  const entry = { interestRate: 5, comparisonRate: 5.9, termYears: 4, deposit: 100_000, balloon: 500_000 };
  const stated = (payment: object, provider: 'Manual' | 'Nissan Finance' = 'Manual') =>
    textsOf(
      sumOf({ price: 3_000_000, finance_lenders: { [provider]: { ...entry, ...payment } } }, { provider }),
    );
  const terms = ['Interest rate: 5.00% p.a.', 'Comparison rate: 5.90% p.a.', 'Term: 4 years'];
  expect(stated({ paymentWeek: 14_000 })).toEqual([
    terms,
    [
      '208 weekly repayments of $140: $29,120',
      'Final payment: $5,000',
      'Deposit: $1,000',
      'Total paid: $35,120',
    ],
  ]);
  expect(stated({ paymentMonth: 60_000 }, 'Nissan Finance')[1]).toEqual([
    '48 monthly repayments of $600: $28,800',
    'Final payment: $5,000',
    'Deposit: $1,000',
    'Total paid: $34,800',
  ]);
});

it('FIN-15 the total of a lender is the total shown, with what its repayments leave out', () => {
  const entry = { interestRate: 5, comparisonRate: 5.9, termYears: 4, paymentWeek: 14_000 };
  const paid = (totalPayable: number) =>
    textsOf(sumOf({ price: 3_000_000, finance_lenders: { Manual: { ...entry, totalPayable } } }))[1];
  const repayments = ['208 weekly repayments of $140: $29,120', 'Final payment: $0', 'Deposit: $0'];
  expect(paid(3_048_050)).toEqual([
    ...repayments,
    'Other charges of the lender: $1,360.50',
    'Total paid: $30,480.50',
  ]);
  expect(paid(2_911_950)).toEqual([
    ...repayments,
    'Rounding by the lender: -$0.50',
    'Total paid: $29,119.50',
  ]);
  expect(paid(2_912_000)).toEqual([...repayments, 'Total paid: $29,120']);
});

it('FIN-09 a broker’s quote is listed for the five years it is made for', () => {
  const youxQuote = { weeklyRepaymentAmount: 15_500, advertisedRate: 6.9, comparisonRate: 7.7 };
  const parts = textsOf(sumOf({ price: 3_000_000, youxQuote }, { showBrokerQuote: true }));
  expect(parts.at(-1)?.at(-1)).toBe('Total paid: $43,300');
});

it('FIN-08 for any price and terms, rows add up to their totals and to the repayment shown', () => {
  const cents = (least: number, most: number) => fc.integer({ min: least * 100, max: most * 100 });
  const terms = fc.record({
    interestRate: fc.constantFrom(0, 0.01, 7.49, 19.42),
    termYears: fc.constantFrom(1, 2.5, 5, 7),
    depositPercent: fc.integer({ min: 0, max: 50 }),
    balloonPercent: fc.integer({ min: 0, max: 40 }),
    establishmentFee: fc.integer({ min: 0, max: 2000 }),
    dealerAgencyFee: fc.constantFrom(0, 912.25),
    monthlyFee: fc.constantFrom(0, 5, 8, 9.95),
  });
  fc.assert(
    fc.property(cents(5000, 250_000), terms, (price, finance) => {
      const basis = basisOf({ price }, finance);
      fc.pre(basis !== null);
      const parts = repaymentSum(basis);
      expect(parts).toHaveLength(4);
      for (const { rows, total } of parts.filter((part) => part.total !== null))
        expect(rows.reduce((sum, row) => sum + (row.cents ?? Number.NaN), 0)).toBe(total?.cents);
      const [count = 0, each = ''] = (parts[2]?.rows[0]?.label ?? '').split(' weekly repayments of ');
      const display = repaymentDisplay(basis.repayment);
      if (display.kind === 'enquire') return;
      const eachDollars = Number(each.replaceAll(/[$,]/g, ''));
      expect(parts[2]?.rows[0]?.cents).toBe(Number(count) * Math.round(eachDollars * 100));
      expect(display.amountText).toBe(`$${Math.round(eachDollars).toLocaleString('en-AU')} / week`);
      expect(parts.flatMap(({ rows }) => rows).every(({ text }) => text !== '-$0')).toBe(true);
    }),
  );
});
