import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPageEvent } from './page-events.ts';

it('ANL-07 an event has its id and its plain details', () => {
  expect(
    toPageEvent({ eventId: 25, label: 'header', deep: { name: 'Ann' }, list: [1], nothing: null }),
  ).toEqual({ eventId: 25, label: 'header' });
});

it.each([undefined, null, 'text', {}, { eventId: '' }, { eventId: Number.NaN }, { eventId: true }, []])(
  'ANL-07 %j is no event',
  (junk) => {
    expect(toPageEvent(junk)).toBeUndefined();
  },
);

it('ANL-07 no detail is ever an object, for any report', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), (detail) => {
      const event = toPageEvent({ ...detail, eventId: 1 });
      expect(Object.values(event ?? {}).some((value) => typeof value === 'object')).toBe(false);
      expect(event?.eventId).toBe(1);
    }),
  );
});
