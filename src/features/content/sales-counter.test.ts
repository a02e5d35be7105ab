import { expect, it } from 'vitest';
import { SALES_PER_DAY, SALES_RECOUNT_MS, SECONDS_PER_SALE, salesToday } from './sales-counter.ts';

it.each([
  ['midnight in Brisbane', '2026-06-17T14:00:00Z', 0],
  ['449 seconds later', '2026-06-17T14:07:29Z', 0],
  ['450 seconds later', '2026-06-17T14:07:30Z', 1],
  ['noon', '2026-06-18T02:00:00Z', 96],
  ['noon in summer, when Sydney is an hour ahead', '2026-12-18T02:00:00Z', 96],
  ['the last second of the day', '2026-06-18T13:59:59Z', 191],
])('CONT-05 at %s the sales of the day are counted', (_, instant, sales) => {
  expect(salesToday(new Date(instant))).toBe(sales);
});

it('CONT-05 192 sales a day are one each 450 seconds, counted again each 150 seconds', () => {
  expect(SALES_PER_DAY * SECONDS_PER_SALE).toBe(24 * 60 * 60);
  expect(SALES_RECOUNT_MS).toBe(150_000);
});
