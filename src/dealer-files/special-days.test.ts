import { expect, it } from 'vitest';
import { demoDealers } from '../../tests/fixtures/demo-dealers.ts';
import { moveSpecialDays } from './derive-settings.ts';

it('LOC-14 a special day counts for its location, wherever it is listed', () => {
  const dealer = demoDealers().find(({ locations }) => locations.length > 1);
  const [first, second] = dealer?.locations ?? [];
  if (!dealer || !first || !second) throw new Error('No demo dealer has several locations.');
  const closed = { date: '2026-12-25', status: 'Closed' } as const;
  const open = { date: '2026-12-26', status: 'Open', location_id: second.id } as const;
  const locations = [
    { ...first, special_hours: [closed, open] },
    { ...second, special_hours: [] },
  ];
  const placed = moveSpecialDays({ ...dealer, locations });
  expect(placed.locations.map(({ special_hours }) => special_hours)).toEqual([[closed], [open]]);
  expect(moveSpecialDays(placed)).toEqual(placed);
});
