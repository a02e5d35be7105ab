import { expect, it } from 'vitest';
import type { Dealership } from '#src/config/sections/locations.ts';
import { depositText } from './deposit.ts';
import { canBeReserved } from './reservable.ts';
import { VEHICLE_STATUSES } from './vehicle.ts';

const at = (checkout: boolean) => ({ switches: { checkout } }) as Dealership;

it('BUY-01 a car is reserved while it is for sale, once, and only where reservations are taken', () => {
  const statuses = (reserved: boolean, checkout: boolean) =>
    VEHICLE_STATUSES.filter((status) => canBeReserved({ status, reserved }, at(checkout)));
  expect(statuses(false, true)).toEqual(['in_stock', 'coming_soon']);
  expect(statuses(true, true)).toEqual([]);
  expect(statuses(false, false)).toEqual([]);
});

it('VDP-26 the deposit is named in dollars, and not at all for none', () => {
  expect(depositText({ reserveAmount: 200 })).toBe('$200');
  expect(depositText({ reserveAmount: 99.5 })).toBe('$99.50');
  expect([0, '' as const].map((reserveAmount) => depositText({ reserveAmount }))).toEqual([
    undefined,
    undefined,
  ]);
});
