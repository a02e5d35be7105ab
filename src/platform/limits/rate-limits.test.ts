import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { secondsUntilWithin, slidingWindow, type WindowPart } from './rate-limits.ts';

const LENGTH_MS = 10 * MINUTE_MS;
const MOST = 5;

/** Uses at these times, of which each is refused that would be one too many; the times of the others. */
function allowed(times: readonly number[]): number[] {
  const parts = new Map<number, WindowPart>();
  return times.filter((time) => {
    const now = new Date(time);
    const { part, oldest } = slidingWindow(now, LENGTH_MS);
    const counting = [...parts.values()].filter(({ start }) => start >= oldest);
    const asked = [...counting, { start: part, count: 1 }];
    if (secondsUntilWithin(asked, { max: MOST, lengthMs: LENGTH_MS, now }) !== undefined) return false;
    const count = (parts.get(part.getTime())?.count ?? 0) + 1;
    parts.set(part.getTime(), { start: part, count });
    return true;
  });
}

it('AUTH-01 whenever uses come, no window of that length has more than the limit, also across its boundaries', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: LENGTH_MS }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(gaps, (waits) => {
      let time = 0;
      const times = allowed(waits.map((wait) => (time += wait)));
      for (const from of times)
        expect(times.filter((at) => at >= from && at < from + LENGTH_MS).length).toBeLessThanOrEqual(MOST);
    }),
  );
});

it('AUTH-01 five just before the hour leave none for just after it', () => {
  const hour = 6 * LENGTH_MS;
  const times = [...Array<number>(5).fill(hour - 1), ...Array<number>(5).fill(hour), hour + LENGTH_MS];
  expect(allowed(times)).toEqual([...Array<number>(5).fill(hour - 1), hour + LENGTH_MS]);
});

it('AUTH-01 a use is allowed again as soon as the stated seconds are over, and not a second before', () => {
  const now = new Date(7 * MINUTE_MS);
  const parts = [
    { start: new Date(0), count: 3 },
    { start: slidingWindow(now, LENGTH_MS).part, count: 3 },
  ];
  const seconds = secondsUntilWithin(parts, { max: MOST, lengthMs: LENGTH_MS, now }) ?? 0;
  const oldestAt = (after: number) =>
    slidingWindow(new Date(now.getTime() + after * 1000), LENGTH_MS).oldest.getTime();
  expect(oldestAt(seconds)).toBeGreaterThan(0);
  expect(oldestAt(seconds - 1)).toBeLessThanOrEqual(0);
  expect(secondsUntilWithin(parts, { max: 6, lengthMs: LENGTH_MS, now })).toBeUndefined();
});

it('AUTH-01 a limit of none states when the last part is over', () => {
  const now = new Date(0);
  expect(secondsUntilWithin([{ start: now, count: 1 }], { max: 0, lengthMs: LENGTH_MS, now })).toBe(650);
});
