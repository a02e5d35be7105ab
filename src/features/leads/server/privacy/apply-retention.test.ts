import { expect, it } from 'vitest';
import { monthsBefore } from './apply-retention.ts';

it.each([
  ['2026-07-15T10:00:00Z', 24, '2024-07-15T10:00:00.000Z'],
  ['2026-03-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2024-03-31T10:00:00Z', 1, '2024-02-29T10:00:00.000Z'],
  ['2026-01-31T23:59:00Z', 2, '2025-11-30T23:59:00.000Z'],
  ['2026-01-01T00:00:00Z', 12, '2025-01-01T00:00:00.000Z'],
])('FORM-11 %s less %i months is %s', (instant, months, expected) => {
  expect(monthsBefore(new Date(instant), months).toISOString()).toBe(expected);
});
