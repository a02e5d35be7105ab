import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FLUSH_AFTER_MS, flushEvents, queueEvent } from './page-events.ts';

let layer: unknown[];
beforeEach(() => {
  vi.useFakeTimers();
  layer = [];
  Reflect.set(globalThis, 'dataLayer', layer);
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, 'dataLayer');
});

it("ANL-07 events reach a tag manager's queue after a second, in order and once", () => {
  queueEvent({ eventId: 4 });
  queueEvent({ eventId: 39, label: 'HiLux' });
  expect(layer).toEqual([]);
  vi.advanceTimersByTime(FLUSH_AFTER_MS);
  flushEvents();
  expect(layer).toEqual([
    { event: 'forecourt', eventId: 4 },
    { event: 'forecourt', eventId: 39, label: 'HiLux' },
  ]);
});

it('ANL-07 a queue that throws causes a warning, and a page without one has none', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  layer.push = () => {
    throw new Error('blocked');
  };
  queueEvent({ eventId: 4 });
  expect(flushEvents).not.toThrow();
  expect(warn).toHaveBeenCalledWith('Analytics "dataLayer" failed:', expect.any(Error));
  Reflect.deleteProperty(globalThis, 'dataLayer');
  queueEvent({ eventId: 4 });
  expect(flushEvents).not.toThrow();
  expect(warn).toHaveBeenCalledTimes(1);
});

it('ANL-07 a flood is sent early instead of accumulating', () => {
  for (let n = 0; n < 120; n++) queueEvent({ eventId: n });
  expect(layer).toHaveLength(100);
  flushEvents();
});
