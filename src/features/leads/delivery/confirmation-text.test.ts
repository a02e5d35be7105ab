import { expect, it } from 'vitest';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { confirmationText } from './success-page-text.ts';

const TEXT = 'Friday 3 July, 9:30 am at Moorooka';

it('FORM-03 the sent lead is named after its form', () => {
  const named = Object.keys(LEAD_FORMS).map((form) => [form, confirmationText(form)]);
  expect(Object.fromEntries(named)).toMatchInlineSnapshot(`
    {
      "careers": "Your application has reached us.",
      "contact": "Your message has reached us.",
      "deal": "Your deal has reached us.",
      "enquire-now": "Your enquiry has reached us.",
      "enquiry": "Your enquiry has reached us.",
      "finance": "Your finance application has reached us.",
      "find-similar": "Your request has reached us.",
      "fleet": "Your fleet enquiry has reached us.",
      "parts": "Your parts enquiry has reached us.",
      "quick-quote": "Your finance application has reached us.",
      "request-photos": "Your photo request has reached us.",
      "reserve": "Your reservation request has reached us.",
      "sell-your-car": "Your enquiry has reached us.",
      "service": "Your service booking request has reached us.",
      "test-drive": "Your test drive request has reached us.",
      "trade-in": "Your valuation request has reached us.",
      "vehicle-enquiry": "Your enquiry has reached us.",
    }
  `);
});

it('FORM-03 an unknown form is called a message', () => {
  for (const form of ['', 'constructor', '<b>']) {
    expect(confirmationText(form)).toBe('Your message has reached us.');
  }
});

it('FORM-12 a test drive is shown with its day, time and place, as booked only if it is', () => {
  expect(confirmationText('test-drive', { state: 'booked', text: TEXT })).toBe(
    `Your test drive is booked for ${TEXT}.`,
  );
  expect(confirmationText('test-drive', { state: 'requested', text: TEXT })).toBe(
    `Your test drive request for ${TEXT} has reached us. We will confirm the time with you.`,
  );
});
