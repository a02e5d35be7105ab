import { expect, it } from 'vitest';
import { hostileTexts } from '../../../../../tests/fixtures/hostile-texts.ts';
import { PAYLOAD } from '../../../../../tests/fixtures/lead-message.ts';
import { leadEmail } from './lead-email.ts';

it('FORM-11 an e-mailed lead has everything a person needs to reply', () => {
  const payload = { ...PAYLOAD, car_price: { cents: 3499000, type: 'Drive away' } };
  expect(leadEmail({ ...payload, message: 'First line\nsecond <b>line</b>' }, 1)).toMatchSnapshot();
});

it('FORM-11 a form with a single category is named once', () => {
  const enquiryOf = (subcategory: string) =>
    leadEmail({ ...PAYLOAD, category: 'Test Drive', subcategory }, 1).text.match(/^Enquiry: .*$/m)?.[0];
  expect(enquiryOf('Test Drive')).toBe('Enquiry: Test Drive');
  expect(enquiryOf('Used Vehicle Test Drive')).toBe('Enquiry: Test Drive, Used Vehicle Test Drive');
});

it('FORM-11 an update of a lead is labelled as one', () => {
  const { subject, text } = leadEmail(PAYLOAD, 2);
  expect(subject).toBe('Update: Used Vehicle Enquiry: 2021 Toyota HiLux SR5, Annabel Quillfeather');
  expect(text).toMatch(/^An update to a lead/);
});

it('FORM-11 a mail mentions replies to the shopper only if it has a Reply-To', () => {
  const promise = 'Replies to this e-mail go to the shopper.';
  const written = (email: string) => leadEmail({ ...PAYLOAD, email }, 1);
  for (const part of ['text', 'html'] as const) {
    expect(written(PAYLOAD.email)[part]).toContain(promise);
    for (const email of ['', `${'a'.repeat(65)}@example.com`, 'a@b.example, c@d.example']) {
      expect(written(email)[part]).not.toContain(promise);
    }
  }
});

it('FORM-11 a subject is one line, for any text', () => {
  for (const text of hostileTexts(200)) {
    const { subject } = leadEmail({ ...PAYLOAD, name: text, last_name: text, car_description: text }, 1);
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  }
});

it('FORM-11 nothing a shopper writes becomes mark-up', () => {
  const tags = (html: string) => html.match(/<\/?[a-z]+/g)?.sort();
  const plain = tags(leadEmail({ ...PAYLOAD, message: 'x', email: 'x' }, 1).html);
  for (const text of hostileTexts(200)) {
    const values = { name: text, last_name: text, email: text, location: text, car_description: text };
    const oneLine = text.replaceAll('\n', ' ');
    const { html } = leadEmail({ ...PAYLOAD, ...values, postcode: text, message: `x${oneLine}` }, 1);
    expect(tags(html)).toEqual(plain);
  }
});
