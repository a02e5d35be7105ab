import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedNumber, formatNumber } from './number-format.ts';

describe('CARD-01 numbers in Australian English', () => {
  it('has commas between thousands, and no decimals unless asked', () => {
    expect([0, 0.4, 7, 999, 1000, 45_210, 1_234_567.4].map((value) => formatNumber(value))).toEqual([
      ...['0', '0', '7', '999', '1,000', '45,210', '1,234,567'],
    ]);
    expect([
      formatNumber(20.5, 1),
      formatNumber(6, 2),
      formatNumber(100, 2),
      formatNumber(1234.567, 2),
    ]).toEqual([...['20.5', '6', '100', '1,234.57']]);
    expect([fixedNumber(5, 2), fixedNumber(1050.5, 2), fixedNumber(1.005, 2)]).toEqual([
      '5.00',
      '1,050.50',
      '1.01',
    ]);
  });

  it('writes every number as the platform does', () => {
    const value = fc.oneof(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.double({ min: 0, max: 10 ** 9, noNaN: true }),
      fc.integer({ min: 0, max: 10 ** 9 }).map((thousandths) => thousandths / 1000),
    );
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 3 }), (number, decimals) => {
        const most = { maximumFractionDigits: decimals };
        expect(formatNumber(number, decimals)).toBe(new Intl.NumberFormat('en-AU', most).format(number));
        const exactly = { ...most, minimumFractionDigits: decimals };
        expect(fixedNumber(number, decimals)).toBe(new Intl.NumberFormat('en-AU', exactly).format(number));
      }),
    );
  });
});
