import { expect, it } from 'vitest';
import { FINANCE_PROVIDERS } from '#src/config/sections/finance/finance-section.ts';
import { LenderEntrySchema } from '#src/features/vehicle/vehicle.ts';
import { readLenderEntries } from './structured-cells.ts';

const read = (cell: object) => readLenderEntries(JSON.stringify(cell));

/** Every field of the document. */
const FULL = {
  interestRate: 7.49,
  comparisonRate: 8.6,
  paymentWeek: 142.5,
  paymentMonth: 617.5,
  term1: 600,
  term2: 310,
  term3: 215.25,
  term4: 170,
  term5: 142.5,
  term6: 126,
  term7: 114,
  termYears: 5,
  termMonths: 60,
  termWeeks: 260,
  balloon: 6000,
  deposit: 3000,
  establishmentFees: 1360.5,
  totalPayable: 46050,
  financeProvider: 'Example Bank',
  disclaimer: 'Approved applicants only.',
};

it('FIN-15 every field of the document is read, amounts in cents', () => {
  const { value, flaws } = read({ AusLoans: FULL });
  expect(flaws).toEqual([]);
  const { isUnreadable: _, ...fields } = LenderEntrySchema.entries;
  expect(Object.keys(value.AusLoans ?? {}).sort()).toEqual(Object.keys(fields).sort());
  expect(value.AusLoans).toMatchObject({
    interestRate: 7.49,
    paymentWeek: 14_250,
    term3: 21_525,
    termMonths: 60,
    termWeeks: 260,
    establishmentFees: 136_050,
    totalPayable: 4_605_000,
    financeProvider: 'Example Bank',
  });
});

it('FIN-15 numbers may be text, names of lenders may be spelt otherwise, and nothing is not stated', () => {
  const { value, flaws } = read({
    'nissan finance': {
      interestRate: '5.9 %',
      comparisonRate: '6.45',
      paymentMonth: '$1,520.40',
      balloon: '',
    },
    NISSAN_FINANCE_OLD: null,
  });
  expect(flaws).toEqual([]);
  expect(value).toEqual({
    'Nissan Finance': { interestRate: 5.9, comparisonRate: 6.45, paymentMonth: 152_040 },
  });
});

it.each([
  ['Angle.balloon', { balloon: 'ask us' }, 'an amount in dollars'],
  ['Angle.paymentMonth', { paymentMonth: '1.520' }, 'an amount in dollars'],
  ['Angle.paymentWeek', { paymentWeek: -5 }, 'an amount in dollars'],
  ['Angle.paymentWeek', { paymentWeek: 99_999_999 }, 'up to $10,000,000'],
  ['Angle.interestRate', { interestRate: 749 }, 'a rate of 0 to 48 per cent'],
  ['Angle.comparisonRate', { comparisonRate: 3 }, 'at least the interest rate of 7.49'],
  ['Angle.term5', { term5: [] }, 'an amount in dollars'],
  ['Angle.term84', { term84: 130 }, 'one of interestRate, comparisonRate'],
  ['Angle.rate', { rate: 7 }, 'one of interestRate, comparisonRate'],
  ['Angle.termMonths', { termMonths: 'sixty' }, 'a length of at most 30 years'],
  ['Angle.termYears', { termYears: 3 }, 'years, months and weeks of one length'],
  ['Angle.disclaimer', { disclaimer: 7 }, 'a text'],
])('FIN-15 an entry with an unreadable part is named and marked: %s %j', (at, part, expected) => {
  const { value, flaws } = read({ Angle: { ...FULL, ...part }, Manual: FULL });
  expect(flaws).toMatchObject([{ at, expected: expect.stringContaining(expected) }]);
  expect(flaws[0]?.remedy).toContain('no repayment of this lender');
  expect(value.Angle?.isUnreadable).toBe(true);
  expect(value.Manual?.isUnreadable).toBeUndefined();
});

it('FIN-15 an entry that is no object, and a cell that is no JSON, hide what they were meant for', () => {
  expect(read({ Angle: 'soon' })).toMatchObject({
    value: { Angle: { isUnreadable: true } },
    flaws: [{ at: 'Angle', written: '"soon"' }],
  });
  const { value, flaws } = readLenderEntries('{"Angle": {');
  expect(flaws).toHaveLength(1);
  for (const provider of FINANCE_PROVIDERS) expect(value[provider]).toEqual({ isUnreadable: true });
});

it('FIN-15 a lender that is none of ours is named, and changes nothing for the others', () => {
  const { value, flaws } = read({ Acme: FULL, Manual: FULL });
  expect(Object.keys(value)).toEqual(['Manual']);
  expect(flaws).toMatchObject([{ at: 'Acme', expected: expect.stringContaining('Taurus, Powertorque') }]);
});
