import { expect, it } from 'vitest';
import { createShiftScore } from './web-vitals.ts';

const scoreOf = (shifts: [startTime: number, value: number][]) => {
  const score = createShiftScore();
  for (const [startTime, value] of shifts) score.add({ startTime, value });
  return Number(score.worst().toFixed(3));
};

it('ANL-07 shifts less than a second apart add up', () => {
  expect(
    scoreOf([
      [100, 0.05],
      [900, 0.05],
    ]),
  ).toBe(0.1);
});

it('ANL-07 a pause of more than a second starts a new window, and the worst one counts', () => {
  expect(
    scoreOf([
      [100, 0.2],
      [1200, 0.05],
      [1300, 0.05],
    ]),
  ).toBe(0.2);
});

it('ANL-07 a window lasts at most five seconds', () => {
  expect(scoreOf(Array.from({ length: 12 }, (_, n) => [n * 600, 0.1]))).toBe(0.9);
});

it('ANL-07 a page that never shifts scores nothing', () => {
  expect(scoreOf([])).toBe(0);
});
