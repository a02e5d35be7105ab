import * as v from 'valibot';
import { expect, it } from 'vitest';
import { measuresOf, measureTexts } from './measures.ts';
import { VehicleSchema } from './vehicle.ts';

const vehicle = (more: object) =>
  v.parse(VehicleSchema, {
    ...{ make: 'Jayco', model: 'Journey', year: 2022, car_type: 'used', status: 'in_stock' },
    ...{ sleeps: 4, body_length: 20.5, tare_weight: 1900, grossvehiclemass: 4500, enginesize: 649 },
    ...more,
  });

it('CARD-01 CFG-13 a caravan has berths, length and tare, a truck its GVM, a motorcycle its engine', () => {
  expect(measureTexts(vehicle({ item_type: 'caravan' }))).toEqual(['4 berths', '20.5 ft', '1,900 kg tare']);
  expect(measureTexts(vehicle({ item_type: 'truck' }))).toEqual(['4,500 kg GVM']);
  expect(measureTexts(vehicle({ item_type: 'motorcycle' }))).toEqual(['649 cc']);
  expect(measuresOf(vehicle({ item_type: 'car' }))).toBeNull();
});

it('CARD-01 what a feed does not state is left out', () => {
  const bare = vehicle({ item_type: 'caravan', sleeps: 0, body_length: undefined });
  expect(measuresOf(bare)).toEqual({ tare: 1900 });
  expect(measureTexts(vehicle({ item_type: 'caravan', sleeps: 1 }))[0]).toBe('1 berth');
});
