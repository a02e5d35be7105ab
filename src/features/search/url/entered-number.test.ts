import { expect, it } from 'vitest';
import { enteredDigits } from './url-codec.ts';

it.each([
  ['', ''],
  ['lots', ''],
  ['25000', '25000'],
  ['$25,000', '25000'],
  ['25,000.00', '25000'],
  ['25 000.5', '25000'],
  ['1.234.567', '1234567'],
  ['30k', '30000'],
  ['$ 25.5 K', '25500'],
  ['under 30k', '30000'],
  ['12.75k', '12750'],
  ['80,000 km', '80000'],
  ['80km', '80'],
  ['2018', '2018'],
])('SRCH-32 "%s" is entered as "%s"', (text, digits) => {
  expect(enteredDigits(text)).toBe(digits);
});
