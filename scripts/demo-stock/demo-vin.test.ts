import { expect, test } from 'vitest';
import { withCheckDigit } from './make-vehicle.ts';

test.each([
  ['1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
  ['11111111111111111', '11111111111111111'],
  ['5GZCZ43D03S812715', '5GZCZ43D13S812715'],
])('SRCH-28 the check digit of %s is that of the standard', (vin, right) => {
  expect(withCheckDigit(vin)).toBe(right);
});
