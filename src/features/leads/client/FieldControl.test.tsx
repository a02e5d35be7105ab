import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { LeadField } from '#src/features/leads/fields/lead-field.ts';
import { agreements, EMAIL, PHONE } from '#src/features/leads/fields/lead-fields.ts';
import { money, REGO } from '#src/features/leads/fields/own-car-fields.ts';
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

it('FORM-12 times are listed under their day', () => {
  const options = [
    { value: '', label: 'Any' },
    { value: 'a', label: '9 am', group: 'Friday' },
    { value: 'b', label: '10 am', group: 'Friday' },
  ];
  const text = html({ ...EMAIL, type: 'slot', options }, 'b');
  expect(text).toContain('<option value="">Any</option><optgroup label="Friday"><option value="a">');
  expect(text).toContain('<option value="b" selected="">');
});
