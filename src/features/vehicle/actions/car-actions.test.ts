import { expect, it } from 'vitest';
import { depositText, isReservable, reserveLabel } from '#src/features/reservations/reservable-vehicle.ts';
import { belowMarket } from '#src/features/vehicle/price/market-price.ts';
import { financeQuery } from './vehicle-actions.ts';

const car = {
  status: 'in_stock',
  reserved: false,
  payment_processors: ['card'],
  shownPrice: { kind: 'price', cents: 3_000_000 } as const,
};

it('VDP-26 a car can be reserved while it is in stock, priced, free and has a payment processor', () => {
  expect(isReservable(car)).toBe(true);
  for (const change of [
    { status: 'coming_soon' },
    { status: 'sold' },
    { reserved: true },
    { payment_processors: [] },
    { shownPrice: { kind: 'none', cents: null } as const },
    { shownPrice: { kind: 'preorder', cents: null } as const },
  ]) {
    expect(isReservable({ ...car, ...change })).toBe(false);
  }
  expect(isReservable({ ...car, shownPrice: { kind: 'subscription', cents: 28_900 } })).toBe(true);
});

it('VDP-26 the amount follows the text unless it is empty or 0', () => {
  const labelFor = (amount: number | '') => reserveLabel('Reserve Now', { amount });
  expect(labelFor(200)).toBe('Reserve Now $200');
  expect(labelFor(1500)).toBe('Reserve Now $1,500');
  expect(labelFor(99.5)).toBe('Reserve Now $99.50');
  expect(labelFor('')).toBe('Reserve Now');
  expect(labelFor(0)).toBe('Reserve Now');
});

it('FIN-01 a finance link contains the car’s details, and no hidden price', () => {
  const asked = { id: 'a', car_type: 'used', vin: null, dealership: 'north', cents: 3_299_000 };
  expect(financeQuery(asked)).toEqual({
    preferredDealership: 'north',
    vehiclePriceBudget: '32990',
    car_id: 'a',
    car_type: 'used',
    vin: undefined,
  });
  expect(financeQuery({ ...asked, cents: null }).vehiclePriceBudget).toBeUndefined();
});

it('VDP-11 the market shows from $500 below, by the average of the state first', () => {
  const averages = { average_market_price: 5_000_000, state_average_market_price: 4_800_000 };
  expect(belowMarket(4_750_000, averages)).toBe('$500 below the average market price');
  expect(belowMarket(4_750_001, averages)).toBeNull();
  expect(belowMarket(4_900_000, { average_market_price: 5_000_000 })).toContain('$1,000');
  expect(belowMarket(null, averages)).toBeNull();
  expect(belowMarket(4_000_000, undefined)).toBeNull();
});

it('VDP-26 the deposit is shown in dollars, or not at all', () => {
  expect(depositText({ amount: 200 })).toBe('$200');
  expect(depositText({ amount: 99.5 })).toBe('$99.50');
  expect([0, '' as const].map((amount) => depositText({ amount }))).toEqual([undefined, undefined]);
});
