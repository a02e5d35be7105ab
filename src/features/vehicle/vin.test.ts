import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  hasValidCheckDigit,
  isPlaceholderVin,
  isVin,
  isVinShaped,
  vinCheckDigit,
} from './vehicle-identity.ts';

it.each(['1M8GDM9AXKP042788', '11111111111111111', '5GZCZ43D13S812715'])(
  'PLAT-03 %s has its check digit',
  (vin) => {
    expect(hasValidCheckDigit(vin)).toBe(true);
  },
);

it.each(['1M8GDM9A1KP042788', '5GZCZ43D13S812716', '1M8GDM9AXKP04278', 'IM8GDM9AXKP042788', ''])(
  'PLAT-03 %j does not',
  (vin) => {
    expect(hasValidCheckDigit(vin)).toBe(false);
  },
);

it.each(['00000000000000000', '11111111111111111', 'XXXXXXXXXXXXXXXXX', '12345678901234567'])(
  'PLAT-22 %s is no VIN, whatever its check digit',
  (vin) => {
    expect([isPlaceholderVin(vin), isVin(vin)]).toEqual([true, false]);
  },
);

it('PLAT-22 a text of another shape is no VIN and no placeholder of one', () => {
  expect([isPlaceholderVin('CHASSIS-7'), isVin('CHASSIS-7')]).toEqual([false, false]);
  expect([isPlaceholderVin('1M8GDM9AXKP042788'), isVin('1M8GDM9AXKP042788')]).toEqual([false, true]);
});

const character = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789');
const vins = fc.array(character, { minLength: 17, maxLength: 17 }).map((all) => all.join(''));
const withDigit = (vin: string, digit: string) => `${vin.slice(0, 8)}${digit}${vin.slice(9)}`;

it('PLAT-03 exactly one digit in ninth place is the right one, and no other digit of the VIN hides an error', () => {
  fc.assert(
    fc.property(vins, fc.nat(16), fc.integer({ min: 1, max: 9 }), (vin, at, step) => {
      expect(isVinShaped(vin)).toBe(true);
      const right = withDigit(vin, vinCheckDigit(vin));
      const fitting = [...'0123456789X'].filter((digit) => hasValidCheckDigit(withDigit(vin, digit)));
      expect(fitting).toEqual([vinCheckDigit(vin)]);
      const old = right[at] ?? '';
      if (at === 8 || !/\d/.test(old)) return;
      const mistyped = `${right.slice(0, at)}${(Number(old) + step) % 10}${right.slice(at + 1)}`;
      expect(hasValidCheckDigit(mistyped)).toBe(false);
    }),
  );
});
