import { expect, it } from 'vitest';
import { createInteractionDelay, createShiftScore } from './web-vitals.ts';

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

const delayOf = (delays: [interaction: number, ms: number][], count = delays.length) => {
  const delay = createInteractionDelay(() => count);
  for (const [interaction, ms] of delays) delay.add(interaction, ms);
  return delay.worst();
};

it('ANL-07 of few interactions the slowest counts, each with its longest event', () => {
  expect(
    delayOf([
      [1, 80],
      [1, 120],
      [8, 90],
    ]),
  ).toBe(120);
});

it.each([
  [49, 200],
  [50, 190],
  [149, 180],
  [1000, 110],
])('ANL-07 of %i interactions the slowest is left out once for each fifty', (count, worst) => {
  const slow = Array.from({ length: 12 }, (_, n): [number, number] => [n, 200 - 10 * n]);
  expect(delayOf(slow, count)).toBe(worst);
});

it('ANL-07 without an interaction there is no delay', () => {
  expect(delayOf([])).toBeUndefined();
});
