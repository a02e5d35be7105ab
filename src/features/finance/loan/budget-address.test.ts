import { expect, it } from 'vitest';
import { budgetAddress, maxPriceFor } from './own-loan.ts';

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
