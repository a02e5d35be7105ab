import { expect, it } from 'vitest';
import { modelLine } from './vehicle-families.ts';

it.each([
  ['BMW', '320i', '3 Series'],
  ['BMW', 'M340I', '3 Series'],
  ['BMW', '3', '3 Series'],
  ['BMW', 'M3', null],
  ['BMW', 'X3', null],
  ['BMW', 'i4', null],
  ['Mercedes-Benz', 'C200', 'C-Class'],
  ['Mercedes-Benz', 'C63 S', 'C-Class'],
  ['Mercedes-Benz', 'GLE300d', 'GLE-Class'],
  ['Mercedes-Benz', 'Sprinter', null],
  ['Mazda', 'Mazda3', 'Mazda3 Mazda 3'],
  ['Mazda', '3', 'Mazda3 Mazda 3'],
  ['Mazda', 'CX-3', null],
  ['Audi', 'A4 Avant', 'A4'],
  ['Toyota', '86', null],
])('SRCH-02 the %s %s is called together %s', (make, model, line) => {
  expect(modelLine({ make, model })).toBe(line);
});
