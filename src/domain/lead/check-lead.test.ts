import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLead } from './check-lead.ts';
import type { FormSettings } from './lead-fields.ts';
import { LEAD_FORMS, leadFormNamed } from './lead-form.ts';

const settings = (leads: Partial<FormSettings['leads']> = {}): FormSettings => ({
  leads: { postcode: 'optional', messageRequired: true, termsCheckbox: false, optInText: 'Offers', ...leads },
  locations: [
    { id: '1', name: 'City', visible: true },
    { id: '2', name: 'South', visible: true },
    { id: '3', name: 'Depot', visible: false },
  ],
});
const GOOD = {
  name: 'Ann',
  last_name: "O'Brien",
  email: "ann.o'brien@example.com.au",
  phone: '+61 412 345 678',
  postcode: '4006',
  message: 'Is it there?',
};
const check = (body: Record<string, string>, leads?: Partial<FormSettings['leads']>) =>
  checkLead(LEAD_FORMS.enquiry.fields(settings(leads), {}), body);
const errorsOf = (body: Record<string, string>, leads?: Partial<FormSettings['leads']>) => {
  const result = check(body, leads);
  return 'errors' in result ? result.errors : {};
};

describe('the enquiry form', () => {
  it('FORM-01 gives clean values', () => {
    expect(check({ ...GOOD, name: '  Ann ', extra: 'x' })).toEqual({
      values: { ...GOOD, phone: '0412345678', opt_in: '', car_id: '' },
    });
  });

  it('FORM-02 says what is required, in the order of the form', () => {
    expect(Object.entries(errorsOf({}))).toEqual(
      ['name', 'last_name', 'email', 'phone', 'message'].map((name) => [name, 'This is a required field.']),
    );
  });

  it.each([
    ['postcode', '40', 'Invalid postcode. Please enter a 4-digit number.'],
    ['postcode', '40066', 'Use at most 4 characters.'],
    ['postcode', '４００６', 'Invalid postcode. Please enter a 4-digit number.'],
    ['email', 'ann@example', 'Enter an email address, such as name@example.com.'],
    ['email', 'ann@exa mple.com', 'Enter an email address, such as name@example.com.'],
    ['email', 'a,b@example.com', 'Enter an email address, such as name@example.com.'],
    ['phone', '12345', 'Enter an Australian phone number, such as 04 1234 5678.'],
    ['name', 'x'.repeat(81), 'Use at most 80 characters.'],
    ['message', 'x'.repeat(2001), 'Use at most 2000 characters.'],
    ['name', ' \u0000 ', 'This is a required field.'],
  ])('FORM-02 %s "%.30s" is refused', (field, text, said) => {
    expect(errorsOf({ ...GOOD, [field]: text })).toEqual({ [field]: said });
  });

  it('FORM-02 the postcode is required, optional or absent as the dealer says', () => {
    const { postcode: _, ...without } = GOOD;
    expect(errorsOf(without, { postcode: 'required' })).toEqual({ postcode: 'This is a required field.' });
    expect(errorsOf(without, { postcode: 'optional' })).toEqual({});
    expect(check(GOOD, { postcode: 'hidden' })).not.toHaveProperty('values.postcode');
  });

  it('FORM-02 the message is required only where the dealer says so', () => {
    expect(errorsOf({ ...GOOD, message: '' }, { messageRequired: false })).toEqual({});
  });

  it('FORM-02 terms must be agreed to where asked for', () => {
    const said = '*You must agree to the terms of use before submitting.';
    expect(errorsOf(GOOD, { termsCheckbox: true })).toEqual({ terms: said });
    expect(errorsOf({ ...GOOD, terms: 'on' }, { termsCheckbox: true })).toEqual({});
  });

  it('FORM-02 the opt-in is never required and only "on" opts in', () => {
    expect(check({ ...GOOD, opt_in: 'on' })).toHaveProperty('values.opt_in', 'on');
    expect(check({ ...GOOD, opt_in: 'yes please' })).toHaveProperty('values.opt_in', '');
  });
});

describe('the contact form', () => {
  const fields = LEAD_FORMS.contact.fields(settings(), {});

  it('LOC-05 offers the visible locations and takes no other', () => {
    const select = fields.find(({ name }) => name === 'location_id');
    expect(select?.options?.map(({ label }) => label)).toEqual(['Any location', 'City', 'South']);
    expect(checkLead(fields, { ...GOOD, location_id: '2' })).toHaveProperty('values.location_id', '2');
    expect(checkLead(fields, { ...GOOD, location_id: '3' })).toEqual({
      errors: { location_id: 'Choose one of our locations.' },
    });
  });

  it('LOC-05 carries the location hidden on that location’s own page', () => {
    const own = LEAD_FORMS.contact.fields(settings(), { locationId: '2' });
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

it('ANL-02 new 14, used 15, anything else 22', () => {
  const { enquiry, contact } = LEAD_FORMS;
  expect([enquiry.eventId('new'), enquiry.eventId('used'), enquiry.eventId(undefined)]).toEqual([14, 15, 22]);
  expect(contact.eventId()).toBe(22);
});

it.each(['constructor', '__proto__', 'toString', '', 'Enquiry'])('FORM-01 "%s" names no form', (name) => {
  expect(leadFormNamed(name)).toBeUndefined();
});

it('FORM-02 whatever is sent, what passes is one line and within its limit', () => {
  const fields = LEAD_FORMS.contact.fields(settings(), {});
  fc.assert(
    fc.property(
      fc.constantFrom('name', 'last_name', 'email'),
      fc.string({ unit: 'binary' }),
      (name, text) => {
        const result = checkLead(fields, { ...GOOD, [name]: text });
        if ('errors' in result) expect(Object.keys(result.errors)).toEqual([name]);
        else expect(result.values[name]).toMatch(/^[^\p{Cc}]{1,254}$/u);
      },
    ),
  );
});
