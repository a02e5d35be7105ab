import { expect, it } from 'vitest';
import { bufferEvents, drainBufferedEvents } from './event-buffer.ts';

const storage = () => {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
};
const happened = (eventId: number) => ({ event: 'forecourt', eventId });

it('ANL-06 ANL-07 events of pages without vendors are returned in order, once', () => {
  const kept = storage();
  bufferEvents(kept, [happened(22)]);
  bufferEvents(kept, [happened(18)]);
  expect(drainBufferedEvents(kept)).toEqual([happened(22), happened(18)]);
  expect(drainBufferedEvents(kept)).toEqual([]);
});

it('ANL-07 no more than 20 are held, the latest', () => {
  const kept = storage();
  for (let at = 0; at < 25; at += 1) bufferEvents(kept, [happened(at)]);
  const events = drainBufferedEvents(kept);
  expect(events).toHaveLength(20);
  expect(events.at(-1)).toEqual(happened(24));
});

it('ANL-07 broken or refused storage holds no events', () => {
  const kept = storage();
  kept.setItem('forecourt:held-events', '{');
  expect(drainBufferedEvents(kept)).toEqual([]);
});
