import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEventQueue, dataLayerSink, FLUSH_AFTER_MS, type Sink } from './event-queue.ts';
import type { PageEvent } from './page-event.ts';

const recorder = () => {
  const batches: (readonly PageEvent[])[] = [];
  const sink: Sink = { name: 'recorder', send: (events) => void batches.push(events) };
  return { batches, sink };
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, 'dataLayer');
});

it('ANL-07 events are sent together after a second, in order and once', () => {
  const { batches, sink } = recorder();
  const queue = createEventQueue([sink]);
  queue.push({ eventId: 4 });
  queue.push({ eventId: 39, label: 'HiLux' });
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(FLUSH_AFTER_MS);
  queue.flush();
  expect(batches).toEqual([[{ eventId: 4 }, { eventId: 39, label: 'HiLux' }]]);
});

it('ANL-07 a sink that throws or rejects causes a warning, and the others still get events', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { batches, sink } = recorder();
  const queue = createEventQueue([
    {
      name: 'throwing',
      send: () => {
        throw new Error('blocked');
      },
    },
    { name: 'offline', send: () => Promise.reject(new Error('offline')) },
    sink,
  ]);
  queue.push({ eventId: 4 });
  expect(() => queue.flush()).not.toThrow();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2));
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    'Analytics "throwing" failed:',
    'Analytics "offline" failed:',
  ]);
  expect(batches).toHaveLength(1);
});

it('ANL-07 a flood is sent early instead of accumulating', () => {
  const { batches, sink } = recorder();
  const queue = createEventQueue([sink]);
  for (let n = 0; n < 120; n++) queue.push({ eventId: n });
  expect(batches.map((batch) => batch.length)).toEqual([50, 50]);
});

it("ANL-07 events reach a tag manager's queue if there is one", () => {
  expect(() => dataLayerSink.send([{ eventId: 4 }])).not.toThrow();
  const layer: unknown[] = [];
  Reflect.set(globalThis, 'dataLayer', layer);
  dataLayerSink.send([{ eventId: 4, label: 'x' }]);
  expect(layer).toEqual([{ event: 'forecourt', eventId: 4, label: 'x' }]);
});
