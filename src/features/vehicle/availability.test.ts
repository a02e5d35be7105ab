import { describe, expect, it } from 'vitest';
import { isAvailable } from './vehicle.ts';

describe('availability', () => {
  it('VDP-16 in stock and coming soon are available, sold is not', () => {
    expect(isAvailable({ status: 'in_stock' })).toBe(true);
    expect(isAvailable({ status: 'coming_soon' })).toBe(true);
    expect(isAvailable({ status: 'sold' })).toBe(false);
  });
});
