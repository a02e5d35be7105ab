import * as v from 'valibot';
import { expect, it } from 'vitest';
import { DealsSchema } from '#src/config/sections/leads/deals-section.ts';
import { extrasFor, handoverDays, offersDeal } from './deal-offers.ts';

const car = { item_type: 'car', make: 'Toyota', model: 'HiLux', car_type: 'used' } as const;
const extra = (id: string, more: object = {}) => ({ id, name: id, description: id, price: 100, ...more });
const idsFor = (extras: object[], vehicle: Parameters<typeof extrasFor>[1] = car) =>
  extrasFor(v.parse(DealsSchema, { extras }), vehicle).map(({ id }) => id);

it('VDP-234 an extra is offered for the kinds, makes, models and conditions it fits', () => {
  const extras = [
    extra('any'),
    extra('cars', { verticals: ['cars'] }),
    extra('bikes', { verticals: ['motorcycles'] }),
    extra('toyota', { makes: ['TOYOTA'] }),
    extra('mazda', { makes: ['Mazda'] }),
    extra('hilux', { models: ['hilux', 'Prado'] }),
    extra('prado', { models: ['Prado'] }),
    extra('new', { carTypes: ['new'] }),
  ];
  expect(idsFor(extras)).toEqual(['any', 'cars', 'toyota', 'hilux']);
  expect(
    idsFor(extras, { ...car, item_type: 'motorcycle', make: 'Honda', model: 'CB', car_type: 'new' }),
  ).toEqual(['any', 'bikes', 'new']);
});

it('VDP-234 accessories come first, each group in the dealer’s order', () => {
  const extras = [extra('film', { kind: 'protection' }), extra('mats'), extra('tint')];
  expect(idsFor(extras)).toEqual(['mats', 'tint', 'film']);
});

it('VDP-234 extras without a name of their own, or at part of a dollar, are refused', () => {
  for (const extras of [[extra('a'), extra('a')], [extra('a', { price: 9.5 })], [extra('A b')]])
    expect(v.safeParse(DealsSchema, { extras }).success).toBe(false);
});

it('VDP-235 days are those on which the location is open, from the first possible one', () => {
  const open = { status: 'Open', open: '09:00', close: '17:00' } as const;
  const hours = {
    opening_hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, ...open })),
    special_hours: [{ date: '2026-07-03', status: 'Closed' as const }],
  };
  const days = handoverDays(hours, { readyDays: 1, daysAhead: 6 }, '2026-07-01');
  expect(days).toEqual([
    { date: '2026-07-02', text: 'Thursday 2 July' },
    { date: '2026-07-06', text: 'Monday 6 July' },
    { date: '2026-07-07', text: 'Tuesday 7 July' },
  ]);
  expect(
    handoverDays({ opening_hours: [], special_hours: [] }, { readyDays: 0, daysAhead: 9 }, '2026-07-01'),
  ).toEqual([]);
});

it('VDP-230 a deal needs the setting, and a vehicle with a price to buy it for', () => {
  const deals = { enabled: true };
  const price = { kind: 'price', cents: 100_000 } as const;
  expect(offersDeal({ deals }, car, price)).toBe(true);
  expect(offersDeal({ deals: { enabled: false } }, car, price)).toBe(false);
  expect(offersDeal({ deals }, { item_type: 'part' }, price)).toBe(false);
  for (const kind of ['subscription', 'preorder', 'none'] as const)
    expect(offersDeal({ deals }, car, { kind, cents: kind === 'subscription' ? 20_000 : null })).toBe(false);
});
