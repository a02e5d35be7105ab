import { describe, expect, it } from 'vitest';
import { FINANCE_PROVIDERS, type FinanceProvider } from '#src/config/sections/finance/finance-section.ts';
import type { LenderEntry } from '#src/features/vehicle/vehicle.ts';
import { type FinancedVehicle, isEligible } from './advertised-repayment.ts';

const YEAR = 2026;
const full: LenderEntry = { interestRate: 7, comparisonRate: 8, paymentWeek: 12_000, paymentMonth: 52_000 };
const car: FinancedVehicle = { available: true, year: 2024, price: 2_500_000, dealership: 'south' };

const CASES = {
  'a build year of this year less 12': [{ year: YEAR - 12 }, {}],
  'a price of $500': [{ price: 50_000 }, {}],
  'no price': [{ price: null }, {}],
  'no weekly payment': [{}, { paymentWeek: undefined }],
  'no monthly payment': [{}, { paymentMonth: undefined }],
} satisfies Record<
  string,
  [Partial<FinancedVehicle>, { [K in keyof LenderEntry]?: LenderEntry[K] | undefined }]
>;
type Case = keyof typeof CASES;

/** The document's line per lender, and which of the cases above it refuses. */
const LINES: Record<FinanceProvider, { line: string; refuses: Case[] }> = {
  Taurus: {
    line: 'vehicle year greater than current year minus 12, price above 500, available, comparison rate present',
    refuses: ['a build year of this year less 12', 'a price of $500', 'no price'],
  },
  '360 Finance': { line: 'available status', refuses: [] },
  AusLoans: { line: 'available status', refuses: [] },
  Manual: {
    line: 'price above 500, available, weekly payment present',
    refuses: ['a price of $500', 'no price', 'no weekly payment'],
  },
  Angle: {
    line: 'price above 500, available, weekly payment present',
    refuses: ['a price of $500', 'no price', 'no weekly payment'],
  },
  Powertorque: {
    line: 'price above 500, available, weekly payment present',
    refuses: ['a price of $500', 'no price', 'no weekly payment'],
  },
  'Nissan Finance': {
    line: 'price above 500, available, monthly payment present',
    refuses: ['a price of $500', 'no price', 'no monthly payment'],
  },
  'Car Clarity': {
    line: 'no rule given: the Manual rule, by switch',
    refuses: ['a price of $500', 'no price', 'no weekly payment'],
  },
};

describe.each(FINANCE_PROVIDERS.map((provider) => ({ provider, ...LINES[provider] })))(
  'FIN-09 $provider: "$line"',
  ({ provider, refuses }) => {
    const shows = (vehicle: Partial<FinancedVehicle>, entry: object) => {
      const merged = Object.entries({ ...full, ...entry }).filter(([, value]) => value !== undefined);
      return isEligible(provider, Object.fromEntries(merged), { ...car, ...vehicle }, YEAR);
    };

    it.each(Object.keys(CASES) as Case[])('FIN-09 decides %s', (name) => {
      const [vehicle, entry] = CASES[name];
      expect(shows(vehicle, entry)).toBe(!refuses.includes(name));
    });

    it('FIN-09 shows a car one year younger or one cent dearer', () => {
      expect(shows({ year: YEAR - 11, price: 50_001 }, {})).toBe(true);
    });

    it('FIN-09 never shows without availability, interest rate or comparison rate', () => {
      expect(shows({ available: false }, {})).toBe(false);
      expect(shows({}, { interestRate: null })).toBe(false);
      expect(shows({}, { comparisonRate: null })).toBe(false);
      expect(shows({}, { comparisonRate: undefined })).toBe(false);
    });
  },
);
