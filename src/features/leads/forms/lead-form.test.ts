import { describe, expect, it } from 'vitest';
import { FORM_CATEGORIES } from '#src/config/sections/leads/leads-section.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import type { FormContext, FormSettings } from '#src/features/leads/fields/lead-field.ts';
import { formSettings, GOOD_ANSWERS, TWO_DEALERSHIPS } from '../../../../tests/fixtures/form-settings.ts';
import { LEAD_FORMS, type LeadFormName } from './lead-form.ts';

const several: Partial<FormSettings> = { dealerships: TWO_DEALERSHIPS };
const fieldsOf = (form: LeadFormName, settings = formSettings(), context: FormContext = {}) =>
  LEAD_FORMS[form].fields(settings, context);
const field = (name: string, ...of: Parameters<typeof fieldsOf>) =>
  fieldsOf(...of).find((each) => each.name === name);
const errorsOf = (fields: ReturnType<typeof fieldsOf>, body: Record<string, string>) => {
  const result = checkLead(fields, { ...GOOD_ANSWERS, ...body });
  return 'errors' in result ? result.errors : {};
};

const NAMES = Object.keys(LEAD_FORMS) as LeadFormName[];

it.each(NAMES)('FORM-01 %s asks for contact details and has no duplicate field', (form) => {
  const names = fieldsOf(form, formSettings({}, several)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['name', 'last_name', 'email', 'phone', 'postcode']));
  expect(new Set(names).size).toBe(names.length);
});

it('FORM-02 FORM-06 every form asks for consent to offers, except that of job applicants', () => {
  const asking = NAMES.filter((form) => field('opt_in', form) !== undefined);
  expect(asking).toEqual(NAMES.filter((form) => form !== 'careers'));
  expect(field('terms', 'careers', formSettings({ termsCheckbox: true }))).toBeDefined();
});

describe('FORM-02', () => {
  it('FORM-02 only the generic enquiry asks for a topic, if there are several', () => {
    const settings = formSettings({ categories: ['Sales', 'Service'] });
    expect(field('category', 'enquiry', settings)).toMatchObject({ type: 'select', required: true });
    expect(errorsOf(fieldsOf('enquiry', settings), {})).toEqual({ category: 'This is a required field.' });
    expect(errorsOf(fieldsOf('enquiry', settings), { category: 'Free cars' })).toEqual({
      category: 'Choose an option from the list.',
    });
    expect(errorsOf(fieldsOf('enquiry', settings), { category: 'Service' })).toEqual({});
    expect(field('category', 'enquiry', formSettings())).toBeUndefined();
    expect(field('category', 'enquiry', settings, { carId: 'c1' })).toBeUndefined();
  });

  it.each(['enquiry', 'careers', 'fleet', 'sell-your-car', 'find-similar'] as const)(
    'FORM-02 %s asks for a dealership if there are two, unless a car determines it',
    (form) => {
      const settings = formSettings({}, several);
      expect(field('dealership_slug', form, settings)).toMatchObject({ type: 'select', required: true });
      expect(field('dealership_slug', form, formSettings())).toBeUndefined();
    },
  );

  it('FORM-02 a car or a location determines the dealership', () => {
    const settings = formSettings({}, several);
    expect(field('dealership_slug', 'enquiry', settings, { carId: 'c1' })).toBeUndefined();
    expect(field('dealership_slug', 'careers', settings, { locationId: '1' })).toBeUndefined();
  });

  it('FORM-02 a location is required only by the dealer’s setting', () => {
    const optional = fieldsOf('contact');
    const required = fieldsOf('contact', formSettings({ location: 'required' }));
    expect(errorsOf(optional, {})).toEqual({});
    expect(errorsOf(required, {})).toEqual({ location_id: 'This is a required field.' });
    expect(errorsOf(required, { location_id: '2' })).toEqual({});
  });

  it.each(
    NAMES.filter((form) => !['reserve', 'request-photos', 'test-drive', 'service', 'deal'].includes(form)),
  )('FORM-02 %s requires a location where the dealer does, which determines the dealership', (form) => {
    const settings = formSettings({ location: 'required' }, several);
    expect(field('location_id', form, settings)).toMatchObject({ type: 'select', required: true });
    expect(fieldsOf(form, settings).filter(({ label }) => label === 'Dealership')).toEqual([]);
    const optional = formSettings({}, several);
    expect(field('location_id', form, optional)?.required ?? false).toBe(false);
  });

  it('FORM-02 a car determines the location', () => {
    const settings = formSettings({ location: 'required' }, several);
    for (const form of ['enquiry', 'vehicle-enquiry', 'enquire-now', 'find-similar', 'finance'] as const) {
      expect(field('location_id', form, settings, { carId: 'c1' })).toBeUndefined();
    }
    expect(field('location_id', 'enquiry', settings, { locationId: '2' })).toMatchObject({ value: '2' });
  });

  it('FORM-02 Rego is never required and accepted in common formats', () => {
    const fields = fieldsOf('service');
    expect(errorsOf(fields, {})).toEqual({});
    expect(checkLead(fields, { ...GOOD_ANSWERS, Rego: ' 123-abc ' })).toHaveProperty('values.Rego', '123ABC');
    expect(errorsOf(fields, { Rego: '<b>' })).toHaveProperty('Rego');
  });
});

describe('LOC-05', () => {
  it('LOC-05 the contact form of a dealer with one place carries a blank location', () => {
    const one = formSettings({ location: 'required' }, { locations: formSettings().locations.slice(0, 1) });
    expect(field('location_id', 'contact', one)).toMatchObject({
      type: 'hidden',
      value: '',
      required: false,
    });
  });

  it('LOC-05 service offers the locations with a workshop, parts all if none sells parts', () => {
    const third = {
      id: '4',
      name: 'Works',
      visible: true,
      location_type: 'service-and-parts' as const,
      dealership: 'city',
    };
    const settings = formSettings({}, { locations: [...formSettings().locations, third] });
    const labels = (form: 'service' | 'parts', of = settings) =>
      field('location_id', form, of)?.options?.map(({ label }) => label);
    expect(labels('service')).toEqual(['Any location', 'South', 'Works']);
    expect(labels('parts', formSettings())).toEqual(['Any location', 'City', 'South']);
  });
});

describe('the forms about a car', () => {
  it('FORM-05 the enquiry of a vehicle page has three steps, each with something to fill in', () => {
    const { steps, fields } = LEAD_FORMS['vehicle-enquiry'];
    expect(steps?.(formSettings())).toHaveLength(3);
    expect(steps?.(formSettings({ steps: false }))).toEqual([]);
    const inSteps = fields(formSettings({ postcode: 'hidden' }), { carId: 'c1' });
    for (const step of [0, 1, 2]) {
      expect(inSteps.some((each) => each.inStep === step && each.type !== 'hidden')).toBe(true);
    }
  });

  it('FORM-13 extras are ticked from the dealer’s list', () => {
    const settings = formSettings({ enquiryExtras: ['A video', 'A price'] });
    const fields = fieldsOf('enquire-now', settings);
    expect(errorsOf(fields, { additional_services: 'A video\nA price' })).toEqual({});
    expect(errorsOf(fields, { additional_services: 'A video\nA pony' })).toEqual({
      additional_services: 'Choose an option from the list.',
    });
    expect(field('additional_services', 'enquire-now')).toBeUndefined();
  });

  it('FORM-01 the photo request needs no message; an optional one does not change it', () => {
    const { message: _, ...wordless } = GOOD_ANSWERS;
    const values = checkLead(fieldsOf('request-photos'), { ...wordless, default_message: 'Buy pills' });
    expect(values).toHaveProperty('values.default_message', 'Please send photos for this car');
  });

  it('FORM-09 find-similar accepts dollars and kilometres in any format', () => {
    const fields = fieldsOf('find-similar');
    const sent = { ...GOOD_ANSWERS, budget: '$25,000', most_kms: '80 000 kms' };
    expect(checkLead(fields, sent)).toMatchObject({ values: { budget: '25000', most_kms: '80000' } });
    expect(errorsOf(fields, { budget: 'cheap' })).toEqual({
      budget: 'Cannot be less than 0 or more than 10,000,000',
    });
  });

  it.each([
    ['car', 20_000, 200_000],
    ['truck', 50_000, 800_000],
    ['motorcycle', 2000, 50_000],
  ] as const)('FORM-09 CFG-13 the kilometres offered are those of a %s', (kind, fewest, most) => {
    const picks = field('odometer', 'service', formSettings(), { kind })?.quickPicks;
    expect([picks?.[0], picks?.at(-1)]).toEqual([fewest, most]);
  });

  it('FORM-09 CFG-13 a caravan has berths and no odometer', () => {
    const caravan = { kind: 'caravan' } as const;
    for (const form of ['service', 'sell-your-car'] as const) {
      expect(field('odometer', form, formSettings(), caravan)).toBeUndefined();
    }
    const fields = fieldsOf('find-similar', formSettings(), caravan);
    expect(fields.map(({ name }) => name)).not.toContain('most_kms');
    expect(errorsOf(fields, { fewest_berths: '4' })).toEqual({});
    expect(errorsOf(fields, { fewest_berths: '400' })).toHaveProperty('fewest_berths');
    expect(field('fewest_berths', 'find-similar')).toBeUndefined();
  });

  it('FORM-09 the amounts offered are $5,000 to $70,000, or $300,000 to $800,000 by switch', () => {
    const picks = (moneyQuickPicks: 'standard' | 'high') =>
      field('budget', 'find-similar', formSettings({ moneyQuickPicks }))?.quickPicks;
    expect([picks('standard')?.[0], picks('standard')?.at(-1)]).toEqual([5000, 70_000]);
    expect([picks('high')?.[0], picks('high')?.at(-1)]).toEqual([300_000, 800_000]);
  });

  it('CONT-265 a dealer may name the amounts offered', () => {
    const settings = formSettings({ moneyQuickPicks: [60_000, 90_000] });
    expect(field('budget', 'find-similar', settings)?.quickPicks).toEqual([60_000, 90_000]);
  });
});

describe('a subscription', () => {
  const about = { carId: 'c1', isByTheWeek: true, today: '2026-07-01' };
  const ASKED = ['start_date', 'how_long', 'location_id'];

  it('CONT-268 asks from when, for how long and where to collect the vehicle, all optional', () => {
    const fields = fieldsOf('enquire-now', formSettings({ location: 'required' }), about);
    const asked = fields.filter(({ name }) => ASKED.includes(name));
    expect(asked.map(({ type, required }) => [type, required])).toEqual([
      ['date', false],
      ['select', false],
      ['select', false],
    ]);
    expect(errorsOf(fields, {})).toEqual({});
    expect(errorsOf(fields, { start_date: '2026-06-30', how_long: 'for ever', location_id: '3' })).toEqual({
      start_date: 'Choose today or a later date.',
      how_long: 'Choose an option from the list.',
      location_id: 'Choose one of our locations.',
    });
  });

  it('CONT-268 nothing of it is asked about a vehicle for sale', () => {
    for (const context of [{ carId: 'c1' }, { isByTheWeek: true }]) {
      const names = fieldsOf('enquire-now', formSettings(), context).map(({ name }) => name);
      expect(names.filter((name) => ASKED.includes(name))).toEqual([]);
    }
  });
});

describe('the test drive', () => {
  it('FORM-12 day and time are optional; a past day is refused', () => {
    const fields = fieldsOf('test-drive', formSettings(), { carId: 'c1', today: '2026-07-01' });
    expect(fields.find(({ name }) => name === 'booking_date')?.label).toBe('Test Drive Booking Date');
    expect(errorsOf(fields, { message: '' })).toEqual({});
    expect(errorsOf(fields, { booking_date: '2026-07-01', booking_time: '10:30' })).toEqual({});
    expect(errorsOf(fields, { booking_date: '2026-06-30' })).toHaveProperty('booking_date');
    expect(errorsOf(fields, { booking_date: '2026-02-30' })).toHaveProperty('booking_date');
    expect(errorsOf(fields, { booking_time: '25:00' })).toHaveProperty('booking_time');
  });

  it('FORM-12 what was sent is read either way where the diary is asked elsewhere', () => {
    const fields = fieldsOf('test-drive', formSettings(), { carId: 'c1', slots: 'any' });
    expect(errorsOf(fields, { slot: '2026-07-02T10:30', booking_date: '2026-07-02' })).toEqual({});
    expect(errorsOf(fields, { slot: 'soon' })).toHaveProperty('slot');
  });

  it.each(['0000-01-01T00:00', '2026-02-30T10:00', '2026-07-02T25:00', '2026-07-02T10:00T11:00'])(
    'FORM-12 %s is not a valid time',
    (slot) => {
      const fields = fieldsOf('test-drive', formSettings(), {
        carId: 'c1',
        slots: 'any',
        today: '2026-07-01',
      });
      expect(errorsOf(fields, { slot })).toHaveProperty('slot');
      expect(errorsOf(fields, { slot: '2026-07-02T10:30' })).toEqual({});
    },
  );

  it('FORM-278 of a chosen vehicle nothing is required that a browser does not remember', () => {
    const remembered = ['name', 'last_name', 'email', 'phone', 'postcode'];
    const slots = [{ value: '2026-07-02T10:30', label: '10:30 am', group: 'Thursday 2 July' }];
    const settings = formSettings({ postcode: 'required', messageRequired: true, location: 'required' });
    const asked = fieldsOf('test-drive', settings, { carId: 'c', slots });
    const required = asked.filter((each) => each.required).map(({ name }) => name);
    expect(required).toEqual(remembered);
    expect(asked[0]?.name).toBe('slot');
  });

  it('FORM-12 without a car the shopper names car and location', () => {
    const names = fieldsOf('test-drive').map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['car_description', 'location_id']);
    expect(fieldsOf('test-drive', formSettings(), { carId: 'c1' }).map(({ name }) => name)).not.toContain(
      'location_id',
    );
  });

  it('FORM-12 if times are offered, only those are accepted', () => {
    const slots = [{ value: '2026-07-02T10:30', label: '10.30 am', group: 'Thursday' }];
    const fields = fieldsOf('test-drive', formSettings(), { carId: 'c1', slots });
    expect(fields.find(({ name }) => name === 'booking_date')).toBeUndefined();
    expect(errorsOf(fields, {})).toEqual({});
    expect(errorsOf(fields, { slot: '2026-07-02T10:30' })).toEqual({});
    expect(errorsOf(fields, { slot: '2026-07-02T11:00' })).toEqual({
      slot: 'Choose one of the times offered.',
    });
  });
});

it('FORM-06 a career enquiry is a general one with its own category', () => {
  const { careers } = LEAD_FORMS;
  expect([careers.category, careers.subcategory(undefined), careers.eventId(undefined)]).toEqual([
    'General Enquiry',
    'Career Enquiry',
    51,
  ]);
});

it.each([
  ['enquiry', { car_type: 'new' }, 14],
  ['vehicle-enquiry', { car_type: 'demo' }, 14],
  ['enquire-now', { car_type: 'used' }, 15],
  ['test-drive', { car_type: 'new' }, 17],
  ['test-drive', { car_type: 'used' }, 48],
  ['test-drive', { car_type: 'used', tag: 'Test Drive Only' }, 17],
  ['test-drive', undefined, 22],
  ['enquiry', undefined, 22],
  ['service', undefined, 22],
] as const)('FORM-06 %s about %o is event %i', (form, car, event) => {
  expect(LEAD_FORMS[form].eventId(car)).toBe(event);
});

it('FORM-11 every category that a form gives its leads is known to the configuration', () => {
  const given = Object.values(LEAD_FORMS).map(({ category }) => category);
  expect([...new Set(given)].sort()).toEqual(FORM_CATEGORIES.toSorted());
});
