import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#src/platform/time/calendar-date.ts';
import { isRunning, offersOfMake, runningOffers, runningSlides } from './special-offers.ts';

const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-06-01', days));

it('CONT-03 an offer runs from its first to its last day, both counted', () => {
  const offer = { start: '2026-06-01', expiry: '2026-06-30' };
  const days = ['2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01'];
  expect(days.map((today) => isRunning(offer, today))).toEqual([false, true, true, false]);
});

it('CONT-03 an offer without days always runs', () => {
  fc.assert(fc.property(day, (today) => isRunning({}, today)));
});

it('CONT-03 an offer is not shown on any other day', () => {
  fc.assert(
    fc.property(day, fc.nat(60), fc.integer({ min: 1, max: 60 }), (start, length, beyond) => {
      const offer = { start, expiry: addDays(start, length) };
      expect(isRunning(offer, addDays(start, Math.floor(length / 2)))).toBe(true);
      expect(isRunning(offer, addDays(start, -beyond))).toBe(false);
      expect(isRunning(offer, addDays(offer.expiry, beyond))).toBe(false);
    }),
  );
});

it('CONT-03 running offers keep the dealer’s order', () => {
  const offers = [{ id: 'b' }, { id: 'over', expiry: '2026-01-01' }, { id: 'a' }];
  expect(runningOffers(offers, '2026-06-01').map(({ id }) => id)).toEqual(['b', 'a']);
});

it('CONT-11 a promotion that leads to an offer is shown while the offer is', () => {
  const slides = [{ url: '/offers/runout' }, { url: '/about-us' }, {}];
  const offerAt = (url: string) => (url === '/offers/runout' ? { expiry: '2026-06-30' } : undefined);
  expect(runningSlides(slides, offerAt, '2026-06-30')).toEqual(slides);
  expect(runningSlides(slides, offerAt, '2026-07-01')).toEqual([{ url: '/about-us' }, {}]);
});

it('CONT-03 an offer is of the make it names, of its model’s make, or of the site’s only one', () => {
  const offer = (id: string, more: object = {}) => ({ id, name: id, description: id, ...more });
  const models = [{ name: 'HiLux', slug: 'hilux', make: 'Toyota', features: [] }];
  const offers = [
    offer('named', { make: 'TOYOTA' }),
    offer('model', { model: 'hilux' }),
    offer('other', { make: 'Kia' }),
    offer('over', { make: 'Toyota', expiry: '2026-06-17' }),
    offer('any'),
  ];
  const of = (manufacturer?: string) =>
    offersOfMake({ offers, models, manufacturer }, 'Toyota', '2026-06-18').map(({ id }) => id);
  expect(of()).toEqual(['named', 'model']);
  expect(of('Toyota')).toEqual(['named', 'model', 'any']);
});
