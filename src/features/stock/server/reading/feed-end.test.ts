import { expect, it } from 'vitest';
import { cutRowOf, isTrailer } from './read-vehicles.ts';

it.each([
  'Total 123',
  'Total: 8',
  'TOTAL VEHICLES 8',
  '8 vehicles',
  '# exported by the DMS of Yard & Sons',
  'EOF',
  'End of file',
  'Records 8 Exported 2026-03-01T09:00:00Z',
])('PLAT-03 a last row %j closes a feed', (text) => {
  expect(isTrailer(text)).toBe(true);
});

it.each([
  'B9 Kia Ri',
  'B9',
  '1234',
  'Car 1234',
  'Cars 1234',
  'Row-12 Kia',
  'TOTAL1 Kia',
  'End Kia',
  '',
  '{"count": 8',
])('PLAT-03 a last row %j may be a vehicle that was cut off', (text) => {
  expect(isTrailer(text)).toBe(false);
});

it('PLAT-03 only a row that is too short was cut off', () => {
  expect(cutRowOf({ row: 3, cells: { stocknum: 'B9' } })).toBeUndefined();
  expect(cutRowOf({ row: 3, broken: '9 cells where the header has 7' })).toBeUndefined();
  expect(cutRowOf({ row: 3, broken: '2 cells where the header has 7', short: 'B9 Ki' })).toMatchObject({
    row: 3,
  });
});
