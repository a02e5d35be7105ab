import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEAD_FORMS, leadFormNamed } from '#src/features/leads/forms/lead-form.ts';
import { formSettings, GOOD_ANSWERS } from '../../../../tests/fixtures/form-settings.ts';
import { checkLead } from './check-lead.ts';
import type { FormSettings } from './lead-field.ts';

const check = (body: Record<string, string>, leads?: Partial<FormSettings['leads']>) =>
  checkLead(LEAD_FORMS.enquiry.fields(formSettings(leads), {}), body);
const errorsOf = (body: Record<string, string>, leads?: Partial<FormSettings['leads']>) => {
  const result = check(body, leads);
  return 'errors' in result ? result.errors : {};
};

describe('the enquiry form', () => {
  it('FORM-01 gives clean values', () => {
    expect(check({ ...GOOD_ANSWERS, name: '  Ann ', extra: 'x' })).toEqual({
      values: { ...GOOD_ANSWERS, phone: '0412345678', opt_in: '', car_id: '', car_ids: '' },
    });
  });

  it.each([
    ['postcode', ' 2287', '2287'],
    ['postcode', '2287\u00a0', '2287'],
    ['phone', '412 345 678', '0412345678'],
  ])('FORM-02 FORM-07 a pasted %s "%s" is %s', (field, pasted, stored) => {
    expect(check({ ...GOOD_ANSWERS, [field]: pasted })).toMatchObject({ values: { [field]: stored } });
  });

  it('FORM-02 reports what is required, in the order of the form', () => {
    expect(Object.entries(errorsOf({}))).toEqual(
      ['name', 'last_name', 'email', 'phone', 'message'].map((name) => [name, 'This is a required field.']),
    );
  });

  it.each([
    ['postcode', '40', 'Invalid postcode. Please enter a 4-digit number.'],
    ['postcode', '40066', 'Use at most 4 characters.'],
    ['postcode', '0001', 'Invalid postcode'],
    ['postcode', '1999', 'Invalid postcode'],
    ['email', 'a../../etc/passwd@example.com', 'Enter an email address, such as name@example.com.'],
    ['postcode', '４００６', 'Invalid postcode. Please enter a 4-digit number.'],
    ['email', 'ann@example', 'Enter an email address, such as name@example.com.'],
    ['email', 'ann@exa mple.com', 'Enter an email address, such as name@example.com.'],
    ['email', 'a,b@example.com', 'Enter an email address, such as name@example.com.'],
    ['email', `${'a'.repeat(65)}@example.com`, 'Enter an email address, such as name@example.com.'],
    ['phone', '12345', 'Enter an Australian phone number, such as 0412 345 678.'],
    ['name', 'x'.repeat(81), 'Use at most 80 characters.'],
    ['message', 'x'.repeat(2001), 'Use at most 2000 characters.'],
    ['name', ' \u0000 ', 'This is a required field.'],
  ])('FORM-02 %s "%.30s" is refused', (field, text, said) => {
    expect(errorsOf({ ...GOOD_ANSWERS, [field]: text })).toEqual({ [field]: said });
  });

  it('FORM-02 the postcode is required, optional or absent by the dealer’s setting', () => {
    const { postcode: _, ...without } = GOOD_ANSWERS;
    expect(errorsOf(without, { postcode: 'required' })).toEqual({ postcode: 'This is a required field.' });
    expect(errorsOf(without, { postcode: 'optional' })).toEqual({});
    expect(check(GOOD_ANSWERS, { postcode: 'hidden' })).not.toHaveProperty('values.postcode');
  });

  it('FORM-02 the message is required only by the dealer’s setting', () => {
    expect(errorsOf({ ...GOOD_ANSWERS, message: '' }, { messageRequired: false })).toEqual({});
  });

  it('FORM-02 terms must be agreed to if the form asks for it', () => {
    const said = '*You must agree to the terms of use before submitting.';
    expect(errorsOf(GOOD_ANSWERS, { termsCheckbox: true })).toEqual({ terms: said });
    expect(errorsOf({ ...GOOD_ANSWERS, terms: 'on' }, { termsCheckbox: true })).toEqual({});
  });

  it('FORM-02 the opt-in is never required and only "on" opts in', () => {
    expect(check({ ...GOOD_ANSWERS, opt_in: 'on' })).toHaveProperty('values.opt_in', 'on');
    expect(check({ ...GOOD_ANSWERS, opt_in: 'yes please' })).toHaveProperty('values.opt_in', '');
  });
});

describe('the contact form', () => {
  const fields = LEAD_FORMS.contact.fields(formSettings(), {});

  it('LOC-05 offers the visible locations and accepts no other', () => {
    const select = fields.find(({ name }) => name === 'location_id');
    expect(select?.options?.map(({ label }) => label)).toEqual(['Any location', 'City', 'South']);
    expect(checkLead(fields, { ...GOOD_ANSWERS, location_id: '2' })).toHaveProperty(
      'values.location_id',
      '2',
    );
    expect(checkLead(fields, { ...GOOD_ANSWERS, location_id: '3' })).toEqual({
      errors: { location_id: 'Choose one of our locations.' },
    });
  });

  it('LOC-05 has the location as a hidden field on that location’s own page', () => {
    const own = LEAD_FORMS.contact.fields(formSettings(), { locationId: '2' });
    expect(own.find(({ name }) => name === 'location_id')).toMatchObject({ type: 'hidden', value: '2' });
  });

  it('FORM-01 has the labels of the specification', () => {
    expect(fields.slice(0, 5).map(({ label }) => label)).toEqual([
      'First Name',
      'Last Name',
      'Postcode',
      'Mobile Number',
      'Email',
    ]);
  });
});

it.each(['constructor', '__proto__', 'toString', '', 'Enquiry'])('FORM-01 "%s" names no form', (name) => {
  expect(leadFormNamed(name)).toBeUndefined();
});

it('FORM-02 for any input, accepted values are one line and within their limit', () => {
  const fields = LEAD_FORMS.contact.fields(formSettings(), {});
  fc.assert(
    fc.property(
      fc.constantFrom('name', 'last_name', 'email'),
      fc.string({ unit: 'binary' }),
      (name, text) => {
        const result = checkLead(fields, { ...GOOD_ANSWERS, [name]: text });
        if ('errors' in result) expect(Object.keys(result.errors)).toEqual([name]);
        else expect(result.values[name]).toMatch(/^[^\p{Cc}]{1,254}$/u);
      },
    ),
  );
});
