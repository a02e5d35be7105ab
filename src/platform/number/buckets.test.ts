import { expect, it } from 'vitest';
import { bucketOf, percentileOf } from './buckets.ts';

const BOUNDS = [100, 200, 400];
const counted = (values: readonly number[]) =>
  [...Map.groupBy(values, (value) => bucketOf(BOUNDS, value))].map(([bucket, { length }]) => ({
    bucket,
    count: length,
  }));

it('PLAT-75 a percentile of counted values lies within the bucket of the true one', () => {
  const values = Array.from({ length: 100 }, (_, at) => (at + 1) * 3);
  const upper = percentileOf(BOUNDS, counted(values), 0.75) ?? 0;
  const lower = percentileOf(BOUNDS, counted(values), 0.25) ?? 0;
  expect([bucketOf(BOUNDS, upper), bucketOf(BOUNDS, 225)]).toEqual([400, 400]);
  expect(lower).toBeCloseTo(75, -1);
  expect(percentileOf(BOUNDS, counted([100, 100]), 1)).toBe(100);
});

it('PLAT-75 nothing counted has no percentile, and what exceeds all bounds counts as the last', () => {
  expect(percentileOf(BOUNDS, [], 0.75)).toBeUndefined();
  expect(percentileOf(BOUNDS, counted([50, 9999, 9999, 9999]), 0.75)).toBe(400);
});
