import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupedNumber, wholeDigits } from './typed-number.ts';

it.each([
  ['25000', '25000', '25,000'],
  ['$25,000', '25000', '25,000'],
  [' $ 25 000.50 ', '25000', '25,000'],
  ['45,000 kms', '45000', '45,000'],
  ['45000KM', '45000', '45,000'],
  ['007', '7', '7'],
  ['0', '0', '0'],
])('FORM-09 "%s" is %s, shown as %s', (text, digits, shown) => {
  expect([wholeDigits(text), groupedNumber(text)]).toEqual([digits, shown]);
});

it.each(['', 'lots', '-5', '1e5', '25k', '$', '٣', '1.234.567', `1${'0'.repeat(40)}`])(
  'FORM-09 "%s" is no number and stays',
  (text) => {
    expect([wholeDigits(text), groupedNumber(text)]).toEqual([undefined, text]);
  },
);

it('FORM-09 a number shown is the number read', () => {
  fc.assert(
    fc.property(fc.nat(), (number) => {
      expect(wholeDigits(groupedNumber(String(number)))).toBe(String(number));
    }),
  );
});
