import { expect, it } from 'vitest';
import { LEAD_FORMS } from '#src/domain/lead/lead-form.ts';
import { formSettings } from '../../../../tests/fixtures/form-settings.ts';
import { askedParts } from './asked-details.ts';

const parts = (form: 'service' | 'sell-your-car' | 'contact', values: Record<string, string>) =>
  askedParts(LEAD_FORMS[form].fields(formSettings({ serviceExtras: ['Loan car', 'Shuttle'] }), {}), values);

it('FORM-13 the own vehicle and what was ticked have fields of their own', () => {
  const values = { Rego: '123ABC', car_year: '2019', car_description: 'Mazda 3' };
  expect(parts('service', { ...values, additional_services: 'Loan car\nShuttle' })).toEqual({
    ...values,
    additional_services: ['Loan car', 'Shuttle'],
  });
});

it('FORM-13 whatever else a form asked is reported as the shopper saw it', () => {
  const values = { odometer: '45000', asking_price: '25000', rego_state: 'nsw', name: 'Ann', opt_in: 'on' };
  expect(parts('sell-your-car', values).details).toEqual([
    { name: 'rego_state', label: 'Registered in', value: 'NSW' },
    { name: 'odometer', label: 'Odometer', value: '45,000 km' },
    { name: 'asking_price', label: 'Price you’d like', value: '$25,000' },
  ]);
});

it('FORM-13 what was not answered is not reported', () => {
  expect(parts('contact', { name: 'Ann', message: 'Hello', Rego: '' })).toEqual({});
});
