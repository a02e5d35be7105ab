import { expect, it } from 'vitest';
import { budgetAddress, feesText, maxPriceFor, withVehicleRates } from './own-loan.ts';

const rules = {
  rates: { GREAT: 7.5, DECENT: 11.25, POOR: 15 },
  comparisonRate: 8.6,
  terms: [5],
  largestDeposit: 250_000,
  smallestLoan: 1_000,
  fees: { establishmentFee: 39_500, capitaliseFee: true, monthlyFee: 800 },
};
const terms = { deposit: 2_000, termYears: 5, band: 'GREAT' } as const;
const of = (query: string, budget?: number) =>
  budgetAddress(new URL(`https://dealer.example/search/used-cars${query}`), rules, terms, budget);

it('VDP-293 at a vehicle’s own rate, other credit is as far above it as on the site', () => {
  expect(withVehicleRates(rules, { interestRate: 8.49, comparisonRate: 10.87 })).toMatchObject({
    rates: { GREAT: 8.49, DECENT: 12.24, POOR: 15.99 },
    comparisonRate: 10.87,
  });
  expect(feesText(rules.fees)).toBe('$395 at the start and $8 a month');
  expect(feesText({ ...rules.fees, establishmentFee: 0, monthlyFee: 0 })).toBe('');
});

it('SRCH-04 a weekly budget becomes the highest price whose repayment fits, and other filters stay', () => {
  const highest = maxPriceFor(rules, terms, 140);
  const price = encodeURIComponent(`:${highest}`);
  expect(of('?make=Toyota&weekly_price=%3A140&page=3')).toBe(
    `https://dealer.example/search/used-cars?make=Toyota&price=${price}`,
  );
  expect(of('?price=10000%3A90000', 140)).toContain(`price=10000%3A${highest}`);
  expect(of('?price=90000%3A', 140)).toContain(`price=${price}`);
});

it('SRCH-270 a weekly budget never raises the highest price that a shopper has set', () => {
  const lower = maxPriceFor(rules, terms, 140) - 1000;
  expect(of(`?price=%3A${lower}`, 140)).toContain(`price=%3A${lower}`);
});

it('SRCH-04 without a budget the address stays', () => {
  for (const query of ['', '?weekly_price=100%3A', '?weekly_price=x', '?price=%3A100'])
    expect(of(query), query).toBeUndefined();
});
