import { expect, it } from 'vitest';
import type { LeadField } from '#src/features/leads/fields/lead-field.ts';
import { EMAIL, FIRST_NAME, PHONE } from '#src/features/leads/fields/lead-fields.ts';
import { fieldsOfStep, firstInvalidStep } from './FormStep.tsx';

const FIELDS: LeadField[] = [FIRST_NAME, { ...EMAIL, inStep: 1 }, { ...PHONE, inStep: 2 }];

it('FORM-05 the first step with an error is shown', () => {
  expect(firstInvalidStep(FIELDS, { phone: 'x', email: 'x' })).toBe(1);
  expect(firstInvalidStep(FIELDS, { name: 'x' })).toBe(0);
  expect(firstInvalidStep(FIELDS, {})).toBeUndefined();
  expect(firstInvalidStep(FIELDS, { unknown: 'x' })).toBeUndefined();
});

it('FORM-05 every field is in one step', () => {
  expect([0, 1, 2].flatMap((step) => fieldsOfStep(FIELDS, step))).toEqual(FIELDS);
});
