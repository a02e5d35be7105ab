import { expect, it } from 'vitest';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { conditionFields, vehicleFields } from './trade-in-journey.ts';

const KNOWN = ['year', 'make', 'model', 'badge'];
const namesOf = (fields: ReturnType<typeof vehicleFields>) => fields.map(({ name }) => name);

it.each([
  ['car', ['simple_body', 'simple_transmission', 'simple_fuel']],
  ['truck', ['simple_body', 'simple_transmission', 'simple_fuel']],
  ['motorcycle', []],
  ['caravan', ['sleeps', 'length', 'axle_type']],
] as const)('FORM-10 CFG-13 a %s is described by %j', (kind, names) => {
  expect(namesOf(vehicleFields(2026, kind))).toEqual([...KNOWN, ...names]);
});

it('FORM-10 CFG-13 no truck is a convertible', () => {
  const labels = vehicleFields(2026, 'truck')
    .find(({ name }) => name === 'simple_body')
    ?.options?.map(({ label }) => label);
  expect(labels).toEqual(['Not sure', 'Cab chassis', 'Light truck', 'Bus', 'Van', 'Ute']);
});

it('FORM-10 CFG-13 berths, length and axles may be left out; berths are a number', () => {
  const fields = vehicleFields(2026, 'caravan');
  const known = { year: '2016', make: 'Jayco', model: 'Journey' };
  expect(checkLead(fields, known)).toHaveProperty('values');
  expect(
    checkLead(fields, { ...known, sleeps: '4', length: '21 ft 6 in', axle_type: 'Tandem' }),
  ).toHaveProperty('values');
  expect(checkLead(fields, { ...known, sleeps: 'many' })).toHaveProperty('errors.sleeps');
});

it('FORM-10 CFG-13 kilometres are required of what has an odometer', () => {
  const asked = (...kind: ['caravan'?]) => namesOf(conditionFields({ questions: ['condition'] }, ...kind));
  expect(asked()).toEqual(['kilometres', 'condition']);
  expect(asked('caravan')).toEqual(['condition']);
});
