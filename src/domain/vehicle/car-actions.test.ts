import * as v from 'valibot';
import { expect, it } from 'vitest';
import { DealershipSchema } from '#src/config/sections/locations.ts';
import { financeQuery, isReservable, offersReserve, offersTestDrive, reserveLabel } from './car-actions.ts';
import { belowMarket } from './market-price.ts';

const { switches } = v.parse(DealershipSchema, { id: '1', slug: 'a', name: 'A', licenceNumber: '1' });
const car = { status: 'in_stock', reserved: false, payment_processors: ['card'] };

it('VDP-26 a car can be reserved while it is in stock, free and has a payment processor', () => {
  expect(isReservable(car)).toBe(true);
  for (const change of [
    { status: 'coming_soon' },
    { status: 'sold' },
    { reserved: true },
    { payment_processors: [] },
  ]) {
    expect(isReservable({ ...car, ...change })).toBe(false);
  }
});

it('CFG-08 reserving needs both switches of the dealership', () => {
  const reservable = { reservable: true };
  expect(offersReserve(reservable, { ...switches, reserve: true, checkout: true })).toBe(true);
  expect(offersReserve(reservable, { ...switches, reserve: true })).toBe(false);
  expect(offersReserve(reservable, { ...switches, checkout: true })).toBe(false);
  expect(offersReserve({ reservable: false }, { ...switches, reserve: true, checkout: true })).toBe(false);
  expect(offersReserve(reservable, undefined)).toBe(false);
});

it('VDP-27 test drives of coming cars end with their own switch', () => {
  expect(offersTestDrive(car, switches, false)).toBe(true);
  expect(offersTestDrive({ status: 'coming_soon' }, switches, false)).toBe(false);
  expect(offersTestDrive({ status: 'coming_soon' }, switches, true)).toBe(true);
  expect(offersTestDrive(car, { ...switches, testDrive: false }, true)).toBe(false);
});

it('VDP-26 the amount stands behind the words unless it is empty or 0', () => {
  expect(reserveLabel('Reserve Now', 200)).toBe('Reserve Now $200');
  expect(reserveLabel('Reserve Now', 1500)).toBe('Reserve Now $1,500');
  expect(reserveLabel('Reserve Now', '')).toBe('Reserve Now');
  expect(reserveLabel('Reserve Now', 0)).toBe('Reserve Now');
});

it('FIN-01 a finance link carries what the car is, and no price that is not shown', () => {
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
