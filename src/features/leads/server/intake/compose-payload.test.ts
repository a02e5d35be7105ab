import { expect, it } from 'vitest';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { formSettings } from '../../../../../tests/fixtures/form-settings.ts';
import { answeredParts } from './compose-payload.ts';

const parts = (form: 'service' | 'sell-your-car' | 'contact', values: Record<string, string>) =>
  answeredParts(
    LEAD_FORMS[form].fields(formSettings({ serviceExtras: ['Loan car', 'Shuttle'] }), {}),
    values,
  );

it('FORM-13 the shopper’s vehicle and ticked extras have their own fields', () => {
  const values = { Rego: '123ABC', car_year: '2019', car_description: 'Mazda 3' };
  expect(parts('service', { ...values, additional_services: 'Loan car\nShuttle' })).toEqual({
    ...values,
    additional_services: ['Loan car', 'Shuttle'],
  });
});

it('FORM-13 other fields of a form are reported as the shopper saw them', () => {
  const values = { odometer: '45000', asking_price: '25000', rego_state: 'nsw', name: 'Ann', opt_in: 'on' };
  expect(parts('sell-your-car', values).details).toEqual([
    { name: 'rego_state', label: 'Registered in', value: 'NSW' },
    { name: 'odometer', label: 'Odometer', value: '45,000 kms' },
    { name: 'asking_price', label: 'Price you’d like', value: '$25,000' },
  ]);
});

it('FORM-13 empty fields are not reported', () => {
  expect(parts('contact', { name: 'Ann', message: 'Hello', Rego: '' })).toEqual({});
});
