import { expect, it } from 'vitest';
import { isPlate, normalisePlate } from './trade-in-record.ts';

it.each([
  ['abc-123', 'ABC123'],
  [' 1ab 2cd ', '1AB2CD'],
  ['S·123·ABC', 'S123ABC'],
  ['ＡＢＣ１２３', 'ABC123'],
])('FORM-10 the plate %s is read as %s', (typed, plate) => {
  expect(normalisePlate(typed)).toBe(plate);
  expect(isPlate(plate)).toBe(true);
});

it.each(['', 'ABCD1234', 'ABC/12', 'ABC<1>'])('FORM-10 "%s" is no plate', (typed) =>
  expect(isPlate(normalisePlate(typed))).toBe(false),
);
