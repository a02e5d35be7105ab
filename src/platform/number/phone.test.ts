import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatPhone, isAustralianPhone, normalisePhone } from './typed-number.ts';

it.each([
  ['+61 412 345 678', '0412345678', '04 1234 5678'],
  ['61412345678', '0412345678', '04 1234 5678'],
  ['+61 (0) 412 345 678', '0412345678', '04 1234 5678'],
  ['0412-345-678', '0412345678', '04 1234 5678'],
  ['(07) 5550 1234', '0755501234', '07 5550 1234'],
  ['1300 555 123', '1300555123', '1300 555 123'],
  ['+61 1300 555 123', '1300555123', '+61 1300 555 123'],
  ['+61 13 12 13', '131213', '+61 13 12 13'],
  ['0011 61 412 345 678', '0412345678', '04 1234 5678'],
  ['0061 7 5550 1234', '0755501234', '07 5550 1234'],
  ['412 345 678', '0412345678', '04 1234 5678'],
  ['7 5550 1234', '0755501234', '07 5550 1234'],
  ['0412.345.678', '0412345678', '04 1234 5678'],
  ['07/55501234', '0755501234', '07 5550 1234'],
])('FORM-07 %s is normalised and shown 2-4-4', (typed, normalised, shown) => {
  expect(normalisePhone(typed)).toBe(normalised);
  expect(formatPhone(typed)).toBe(shown);
  expect(isAustralianPhone(normalised)).toBe(true);
});

it.each([
  '',
  '12345',
  '612 345 678',
  '41 234 567',
  '0112345678',
  '0612345678',
  '04123456789',
  '+1 202 555 0123',
  '0412 345 67x',
])('FORM-07 "%s" is no Australian number', (typed) =>
  expect(isAustralianPhone(normalisePhone(typed))).toBe(false),
);

it('FORM-07 normalising twice changes nothing, and a displayed number normalises to the same one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-46+ ]{0,14}$/)), (typed) => {
      const once = normalisePhone(typed);
      expect(normalisePhone(once)).toBe(once);
      expect(normalisePhone(formatPhone(typed))).toBe(once);
    }),
  );
});
