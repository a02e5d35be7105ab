import { expect, it } from 'vitest';
import { alertReason, type StockEvent } from './alert-message.ts';

const day = (number: number) => `2026-07-0${number}T00:00:00.000Z`;
const SINCE = day(3);
const LONG_AGO = '2026-01-01T00:00:00.000Z';

const price = (
  dollars: number,
  since: string,
  before?: { dollars: number; since: string; type?: 'drive_away' },
) => ({
  ...{ cents: dollars * 100, type: null, since },
  ...(before && { before: { cents: before.dollars * 100, type: before.type ?? null, since: before.since } }),
});
const car = (advertised: ReturnType<typeof price> | null, firstSeenAt = LONG_AGO) => ({
  firstSeenAt,
  advertised,
  ...(advertised && { price: advertised.cents }),
});
const event = (kind: string, at: string, before: string | null = null): StockEvent => ({ kind, at, before });

it('SRCH-33 a vehicle is new that came after the last look', () => {
  expect(alertReason(car(null, day(4)), [], SINCE)).toEqual({ kind: 'new' });
  expect(alertReason(car(null, day(3)), [], SINCE)).toBeUndefined();
  expect(alertReason(car(null), [], SINCE)).toBeUndefined();
});

it('SRCH-33 a vehicle that came back is new if it was out of stock at the last look, not if a feed left it out since', () => {
  const back = [event('removed', day(2)), event('returned', day(4))];
  expect(alertReason(car(null), back, SINCE)).toEqual({ kind: 'new' });
  const flapping = [event('removed', day(4)), event('returned', day(5))];
  expect(alertReason(car(null), flapping, SINCE)).toBeUndefined();
  expect(alertReason(car(null), [event('sold', day(2)), event('returned', day(4))], SINCE)).toEqual({
    kind: 'new',
  });
});

it('SRCH-33 a vehicle that the feed kept off the website is new when it is shown', () => {
  expect(alertReason(car(null), [event('shown', day(4))], SINCE)).toEqual({ kind: 'new' });
  expect(alertReason(car(null), [event('hidden', day(4)), event('shown', day(5))], SINCE)).toBeUndefined();
  expect(alertReason(car(null), [event('shown', day(2))], SINCE)).toBeUndefined();
});

it('SRCH-33 a price drop is what the price is below that of the last look', () => {
  const dropped = price(28_000, day(4), { dollars: 30_000, since: LONG_AGO });
  expect(alertReason(car(dropped), [], SINCE)).toEqual({ kind: 'drop', cents: 200_000 });
  expect(alertReason(car(dropped), [], day(4))).toBeUndefined();
});

it.each([
  ['smaller than $100', price(29_901, day(4), { dollars: 30_000, since: LONG_AGO })],
  ['a rise', price(31_000, day(4), { dollars: 30_000, since: LONG_AGO })],
  [
    'of another type',
    price(28_000, day(4), { dollars: 30_000, since: LONG_AGO, type: 'drive_away' as const }),
  ],
  ['the first price', price(28_000, day(4))],
])('SRCH-33 no drop is mentioned that is %s', (_, advertised) => {
  expect(alertReason(car(advertised), [], SINCE)).toBeUndefined();
});

it('SRCH-33 of several changes since the last look, only the way from there counts', () => {
  const twice = [event('price_changed', day(4), '3000000'), event('price_changed', day(5), '2500000')];
  const upAgain = price(26_000, day(5), { dollars: 25_000, since: day(4) });
  expect(alertReason(car(upAgain), twice, SINCE)).toEqual({ kind: 'drop', cents: 400_000 });
  const risen = price(31_000, day(5), { dollars: 32_000, since: day(4) });
  expect(alertReason(car(risen), twice, SINCE)).toBeUndefined();
  // An offer in between is not in the history.
  expect(alertReason({ ...car(upAgain), price: 2_700_000 }, twice, SINCE)).toBeUndefined();
});

it('SRCH-33 a price that people set over the feed is a drop from the price shown at the last look', () => {
  const set = (dollars: number, over: ReturnType<typeof price> | null = price(20_000, day(1))) => ({
    ...{ firstSeenAt: LONG_AGO, advertised: null, price: dollars * 100, setOver: over },
  });
  const first = event('set_price', day(4));
  expect(alertReason(set(18_000), [first], SINCE)).toEqual({ kind: 'drop', cents: 200_000 });
  expect(alertReason(set(21_000), [first], SINCE)).toBeUndefined();
  // From another set price; or set before the last look.
  const second = event('set_price', day(4), '1900000');
  expect(alertReason(set(18_000), [second], SINCE)).toEqual({ kind: 'drop', cents: 100_000 });
  expect(alertReason(set(18_000), [event('set_price', day(2))], SINCE)).toBeUndefined();
  // The feed's own price changed in between, or nothing is known of it.
  const changed = price(19_000, day(4), { dollars: 20_000, since: day(1) });
  expect(alertReason(set(18_000, changed), [event('set_price', day(5))], SINCE)).toEqual({
    kind: 'drop',
    cents: 200_000,
  });
  expect(alertReason(set(18_000, null), [first], SINCE)).toBeUndefined();
});

it('SRCH-33 a vehicle that people hid and show again is new if it was hidden at the last look', () => {
  expect(alertReason(car(null), [event('set_shown', day(4))], SINCE)).toEqual({ kind: 'new' });
  const both = [event('set_hidden', day(4)), event('set_shown', day(5))];
  expect(alertReason(car(null), both, SINCE)).toBeUndefined();
});
