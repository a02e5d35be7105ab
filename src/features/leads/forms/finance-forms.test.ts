import { describe, expect, it } from 'vitest';
import { FINANCE_PARAMETERS } from '#src/features/finance/server/page-finance.ts';
import { checkLead, validValues } from '#src/features/leads/fields/check-lead.ts';
import type { FormSettings } from '#src/features/leads/fields/lead-field.ts';
import { formSettings, GOOD_ANSWERS, TWO_DEALERSHIPS } from '../../../../tests/fixtures/form-settings.ts';
import { hostileTexts } from '../../../../tests/fixtures/hostile-texts.ts';
import { LEAD_FORMS } from './lead-form.ts';

const settings = formSettings({}, { dealerships: TWO_DEALERSHIPS });
const fields = LEAD_FORMS.finance.fields(settings, { carId: 'car-1' });

const LINK = {
  car_id: 'car-1',
  vin: 'JTFHX02P000012345',
  nvic: 'GGB14A',
  year: '2021',
  preferredDealership: TWO_DEALERSHIPS[1]?.slug ?? '',
  car_type: 'used',
  vehiclePriceBudget: '45990',
  price: '45990',
  loanTerm: '4.5',
  selfAssessedCreditScore: 'DECENT',
  credit_score: '712',
  whoIsHelping: "Siobhán O'Brien (sales)",
};

it('FIN-01 the form has a field for every parameter of a link, so that each reaches the lead', () => {
  expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining([...FINANCE_PARAMETERS]));
  expect(Object.keys(LINK).sort()).toEqual([...FINANCE_PARAMETERS].sort());
  expect(validValues(fields, LINK)).toEqual(LINK);
  expect(checkLead(fields, { ...GOOD_ANSWERS, ...LINK })).toMatchObject({ values: LINK });
});

it.each([
  ['vin', '../../etc/passwd'],
  ['nvic', 'GGB 14A'],
  ['year', '1e309'],
  ['year', '0021'],
  ['preferredDealership', 'another-dealer'],
  ['car_type', 'USED'],
  ['vehiclePriceBudget', '-5'],
  ['vehiclePriceBudget', '1e309'],
  ['price', 'NaN'],
  ['loanTerm', '99'],
  ['loanTerm', '0.5'],
  ['selfAssessedCreditScore', 'great'],
  ['credit_score', '-1'],
  ['whoIsHelping', '=HYPERLINK("https://evil.example")'],
  ['whoIsHelping', '<script>alert(1)</script>'],
])('FIN-01 %s=%s in a link is left out', (name, text) => {
  expect(validValues(fields, { [name]: text })).toEqual({});
});

describe('hostile texts', () => {
  const hidden = fields.filter(({ type, name }) => type === 'hidden' && name !== 'car_id');

  it('FIN-01 in a hidden field never keep a shopper from sending: they count as none', () => {
    expect(hidden.length).toBeGreaterThan(7);
    for (const text of hostileTexts(200)) {
      const body = Object.fromEntries(hidden.map(({ name }) => [name, text]));
      const checked = checkLead(fields, { ...GOOD_ANSWERS, ...body });
      expect('errors' in checked ? checked.errors : {}, text).toEqual({});
    }
  });
});

it('FIN-14 the form offers the terms of the site: those of Angle end at 5 years, a list of the dealer’s is used as it is', () => {
  const termsOf = (finance: Partial<FormSettings['finance']>) =>
    LEAD_FORMS.finance
      .fields({ ...settings, finance: { ...settings.finance, ...finance } }, {})
      .find(({ name }) => name === 'loanTerm')
      ?.options?.map(({ value }) => value);
  expect(termsOf({})?.at(-1)).toBe('7');
  expect(termsOf({ provider: 'Angle' })?.at(-1)).toBe('5');
  expect(termsOf({ provider: 'Angle' })).toHaveLength(10);
  expect(termsOf({ termYearsList: [1, 3] })).toEqual(['', '1', '3']);
  expect(validValues(fields, { loanTerm: '7' })).toEqual({ loanTerm: '7' });
});

it('FORM-02 FIN-01 of several dealerships one is chosen before a car is; the link may choose it', () => {
  const withoutCar = LEAD_FORMS.finance.fields(settings, {});
  const asked = withoutCar.find(({ name }) => name === 'preferredDealership');
  expect(asked).toMatchObject({ type: 'select', required: true });
  const slug = TWO_DEALERSHIPS[1]?.slug ?? '';
  expect(validValues(withoutCar, { preferredDealership: slug })).toEqual({ preferredDealership: slug });
});

it('ANL-03 a finance enquiry is event 9, with or without a car', () => {
  expect(LEAD_FORMS.finance.eventId(undefined)).toBe(9);
  expect(LEAD_FORMS.finance.eventId({ car_type: 'used' })).toBe(9);
});
