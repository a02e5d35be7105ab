import { describe, expect, it } from 'vitest';
import { isAvailable, isReservable } from './availability.ts';
import { reserveAmountText } from './reserve.ts';

describe('availability', () => {
  it('VDP-16 in stock and coming soon are available, sold is not', () => {
    expect(isAvailable({ status: 'in_stock' })).toBe(true);
    expect(isAvailable({ status: 'coming_soon' })).toBe(true);
    expect(isAvailable({ status: 'sold' })).toBe(false);
  });

  it('VDP-26 reservable asks for a payment processor, a free car and a car on the lot', () => {
    const car = { status: 'in_stock' as const, reserved: false, payment_processors: ['card'] };
    expect(isReservable(car)).toBe(true);
    expect(isReservable({ ...car, payment_processors: [] })).toBe(false);
    expect(isReservable({ ...car, reserved: true })).toBe(false);
    expect(isReservable({ ...car, status: 'coming_soon' })).toBe(false);
    expect(isReservable({ ...car, status: 'sold' })).toBe(false);
  });

  it('VDP-26 the reserve amount is $200 where unset and none where empty or $0', () => {
    expect(reserveAmountText(undefined)).toBe('$200');
    expect(reserveAmountText('$500')).toBe('$500');
    for (const none of ['', '  ', '$0', '0', '$0.00']) expect(reserveAmountText(none)).toBeNull();
  });
});
