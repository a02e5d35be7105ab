import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { LeadField } from '#src/features/leads/fields/lead-field.ts';
import { agreements, EMAIL, PHONE } from '#src/features/leads/fields/lead-fields.ts';
import { money, REGO } from '#src/features/leads/fields/own-car-fields.ts';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { formSettings } from '../../../../tests/fixtures/form-settings.ts';
import { FieldControl } from './FieldControl.tsx';

const html = (field: LeadField, value = '', error?: string) =>
  renderToStaticMarkup(<FieldControl form="f" field={field} value={value} error={error} />);

it('FORM-01 a field is tied to its label, its hint and its error', () => {
  const text = html({ ...EMAIL, hint: 'We write once.' }, 'x', 'Not so.');
  expect(text).toContain('<label for="f-email">');
  expect(text).toContain('aria-describedby="f-email-hint f-email-error"');
  expect(text).toContain('aria-invalid="true"');
  expect(text).toMatch(/id="f-email-hint">We write once\.<.*id="f-email-error">Not so\.</);
  expect(text).toContain('autoComplete="email"');
  expect(html(EMAIL)).not.toContain('aria-');
});

it('FORM-02 optional fields are marked', () => {
  expect(html(EMAIL)).not.toContain('(optional)');
  expect(html(REGO)).toContain('Rego<span class="lead-form-optional"> (optional)');
});

it('FORM-02 the terms are named once, by the words that lead to them', () => {
  const [optIn, terms] = agreements(formSettings({ termsCheckbox: true })).map((field) => html(field));
  expect(terms).toContain(
    '<label for="f-terms">I agree to the <a href="/terms-and-conditions">terms of use</a></label>',
  );
  expect(terms?.match(/terms of use/gi)).toHaveLength(1);
  expect(optIn).toContain(
    '<label for="f-opt_in">Offers</label> <a href="/privacy-policy">Privacy policy</a>',
  );
});

it('FORM-07 FORM-09 a value comes back formatted', () => {
  const budget = money({ leads: { moneyQuickPicks: 'high' } }, { name: 'budget', label: 'Budget' });
  expect(html(PHONE, '0412345678')).toContain('value="04 1234 5678"');
  expect(html(budget, '350000')).toContain('value="350,000"');
});

it('FORM-242 a field whose value another part of the page has is not asked for', () => {
  const [postcode] = LEAD_FORMS.deal
    .fields(formSettings(), { deliveryPostcode: '4006' })
    .filter(({ name }) => name === 'postcode');
  const asked = LEAD_FORMS.deal.fields(formSettings(), {}).find(({ name }) => name === 'postcode');
  if (!postcode || !asked) throw new Error('The form has no postcode');
  expect(html(postcode)).toBe('<input type="hidden" name="postcode" value="4006"/>');
  expect(html(asked)).toContain('<label for="f-postcode">Postcode');
});

it('FORM-09 quick picks are buttons, and the browser’s own list without scripts', () => {
  const text = html(money({ leads: { moneyQuickPicks: 'standard' } }, { name: 'budget', label: 'Budget' }));
  expect(text).toContain('list="f-budget-list"');
  expect(text).toContain('<datalist id="f-budget-list"><option value="5,000">');
  expect(text.match(/<button type="button"/g)).toHaveLength(10);
});

it('FORM-09 kilometres have the suffix kms', () => {
  const kms = { ...EMAIL, name: 'odometer', type: 'kms', quickPicks: [50_000] } as const;
  expect(html(kms, '45000')).toContain('data-unit="kms"');
  expect(html(kms)).toContain('>50,000 kms</button>');
});

it('FORM-01 several checkboxes are under one legend; an error links to the first', () => {
  const options = ['A', 'B', 'C'].map((value) => ({ value, label: value }));
  const text = html({ ...EMAIL, name: 'extras', type: 'choices', required: true, options }, 'A\nC');
  expect(text).toMatch(/^<fieldset[^>]*><legend>/);
  expect(text.match(/id="f-extras"/g)).toHaveLength(1);
  expect(text.match(/checked=""/g)).toHaveLength(2);
  // The browser must not require one checkbox of several.
  expect(text).not.toContain('required');
});

describe('the field of a bookable time', () => {
  const options = [
    { value: '', label: 'Call me' },
    { value: '2026-07-02T09:00', label: '9 am', group: 'Thursday 2 July' },
    { value: '2026-07-02T10:00', label: '10 am', group: 'Thursday 2 July' },
    { value: '2026-07-03T09:00', label: '9 am', group: 'Friday 3 July' },
  ];
  const slot = (value = '') =>
    html({ ...EMAIL, name: 'slot', type: 'slot', required: false, options }, value);
  const shownTimes = (text: string) =>
    [...text.matchAll(/<fieldset class="slot-times"( data-other-day="")?><legend>([^<]+)/g)].flatMap(
      ([, hidden, day]) => (hidden === undefined ? [day] : []),
    );

  it('FORM-12 FORM-276 a day is chosen first, then one of its times; the first free day is shown', () => {
    const text = slot();
    expect(text).toMatch(/^<fieldset[^>]*><legend>/);
    expect(shownTimes(text)).toEqual(['Thursday 2 July']);
    expect(text.match(/name="f-slot-day"/g)).toHaveLength(2);
    expect(text.match(/name="slot"/g)).toHaveLength(4);
    expect(text).not.toContain('<select');
  });

  it('FORM-276 a day is written short and read out in full, and is not sent', () => {
    expect(slot()).toContain('aria-label="Thursday 2 July"');
    expect(slot()).toContain('<span><small>Thu</small>2 Jul</span>');
    expect(slot()).toMatch(/<input type="radio" form="" [^>]*name="f-slot-day"/);
  });

  it('FORM-276 a posted time comes back with its day, and no time is chosen for the shopper', () => {
    expect(shownTimes(slot('2026-07-03T09:00'))).toEqual(['Friday 3 July']);
    expect(slot('2026-07-03T09:00')).toMatch(
      /name="slot"[^>]*value="2026-07-03T09:00"[^>]*checked|checked=""[^>]*value="2026-07-03T09:00"/,
    );
    expect(slot()).toMatch(
      /<input[^>]*id="f-slot"[^>]*checked=""[^>]*value=""|<input[^>]*value=""[^>]*id="f-slot"[^>]*checked=""/,
    );
  });
});
