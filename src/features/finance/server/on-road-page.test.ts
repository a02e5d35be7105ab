import * as v from 'valibot';
import { expect, it } from 'vitest';
import { OnRoadResponseSchema } from '#src/features/finance/on-road/on-road-endpoint.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { configured } from '../../../../tests/fixtures/configured.ts';
import { onRoadPart } from './on-road-page.ts';

const dealer = configured({ state: 'qld' });
const NOW = new Date('2026-11-30T00:00:00Z');

const part = (typed: string | undefined, fields: object = {}) =>
  onRoadPart(
    dealer,
    v.parse(VehicleSchema, {
      ...{ make: 'Mazda', model: 'CX-5', year: 2022, car_type: 'used', status: 'in_stock', cylinders: 4 },
      ...{ price: 3_000_000, price_type: 'excluding_government_charges' },
      ...fields,
    }),
    typed,
    NOW,
  );

it('VDP-210 a page estimates for the typed postcode, and for the dealer’s state until one is', () => {
  expect(part(undefined)).toMatchObject({ estimate: { state: 'qld' }, typed: '', message: '' });
  expect(part(' 3000 ')).toMatchObject({ estimate: { state: 'vic' }, typed: '3000', message: '' });
});

it('VDP-210 a postcode that no state has is said to be invalid, beside the dealer’s state', () => {
  expect(part('0000')).toMatchObject({
    estimate: { state: 'qld' },
    typed: '0000',
    message: 'Invalid postcode',
  });
});

it('VDP-210 the page of a drive-away price has no estimate', () => {
  expect(part(undefined, { price_type: 'drive_away' })).toBeUndefined();
});

it('VDP-210 the response is in dollars that add up, with the day in words', () => {
  const { estimate } = part('4000') ?? {};
  const { lines, total, as_of_text } = v.parse(OnRoadResponseSchema, estimate);
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(total, 2);
  expect(lines.slice(0, 2).map(({ amount }) => amount)).toEqual([30_000, 900]);
  expect(as_of_text).toBe('30 November 2026');
});
