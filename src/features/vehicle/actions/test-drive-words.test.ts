import { expect, it } from 'vitest';
import { mainKind } from '#src/config/sections/stock/stock-terms.ts';
import { testDriveLabel } from './vehicle-actions.ts';

const copy = {
  testDrive: 'Book a Test Drive',
  testRide: 'Book a Test Ride',
  inspection: 'Arrange an inspection',
};

it('CFG-13 a car is driven, a motorcycle ridden, a caravan inspected', () => {
  expect(testDriveLabel(copy, 'car')).toBe('Book a Test Drive');
  expect(testDriveLabel(copy, 'truck')).toBe('Book a Test Drive');
  expect(testDriveLabel(copy, 'motorcycle')).toBe('Book a Test Ride');
  expect(testDriveLabel(copy, 'caravan')).toBe('Arrange an inspection');
});

it('CFG-13 a site’s main vertical is its first that is not parts', () => {
  expect(mainKind(['parts', 'caravans', 'cars'])).toBe('caravan');
  expect(mainKind(['parts'])).toBe('car');
});
