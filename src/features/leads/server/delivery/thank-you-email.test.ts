import { expect, it } from 'vitest';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { mailboxOf } from '#src/platform/text/safe-text.ts';
import { acknowledgement } from './thank-you-email.ts';

const dealer = {
  subject: 'We have received your enquiry',
  text: 'Thank you.\nIt has reached our team.',
  signature: 'Riverbend Motor Group',
  responsePromise: 'We reply on the same or next business day.',
  phone: '0755500110',
  legalName: 'Riverbend & Sons Pty Ltd',
  licence: 'DL# 4410217',
  url: 'https://www.riverbend.example',
  kind: 'car' as const,
};
const payload: LeadPayload = {
  name: 'Evil <b>http://evil.example</b>',
  last_name: 'Sender',
  email: 'stranger@example.com',
  phone: '0412345678',
  postcode: '4006',
  message: 'Buy pills at http://evil.example',
  category: 'Vehicle Enquiry',
  subcategory: 'Used Vehicle Enquiry',
  opt_in: false,
  opt_in_consent: null,
  terms_accepted_at: null,
  dealership_slug: 'riverbend-south',
  location: 'Moorooka',
  url: 'https://www.riverbend.example/cars/x',
  source: 'Website',
  user_agent: '',
  page_id: '/cars/x',
  tags: ['enquiry'],
  car_id: 'car-1',
  car_description: '2021 Toyota HiLux SR5',
  car_price: { cents: 3_499_000, type: 'Drive away' },
  stock_number: 'S123',
  lead_attributes: { visited_pages: [], linked_query_params: {} },
};

it('FORM-11 the acknowledgement names the car, its price with the type, the promise, number and licence', () => {
  const { subject, text, html } = acknowledgement(payload, dealer);
  expect(subject).toBe('We have received your enquiry');
  for (const words of [
    'You asked about: 2021 Toyota HiLux SR5',
    'Price shown: $34,990 Drive away',
    'Stock number: S123',
    'We reply on the same or next business day.',
    '07 5550 0110',
    'DL# 4410217',
  ]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  expect(html).toContain('Riverbend &amp; Sons');
});

it('FORM-11 no form input is sent to the address in the form', () => {
  const typed = { ...payload, car_id: undefined, car_description: 'Pills at http://evil.example' };
  for (const each of [payload, typed]) {
    const { text, html } = acknowledgement(each, dealer);
    for (const words of ['evil', 'Sender', 'Pills', 'pills', '0412', '4006']) {
      expect(text + html).not.toContain(words);
    }
  }
});

it('FORM-11 without a price none is mentioned', () => {
  const { car_price: _, ...unpriced } = payload;
  expect(acknowledgement(unpriced, dealer).text).not.toContain('Price');
});

it.each([
  ['Ann@Example.com', 'ann@example.com'],
  ['ann+cars@example.com', 'ann@example.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
])('FORM-11 %s is the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

it('CFG-13 a dealer without cars speaks of none', () => {
  const { car_id: _, car_description: __, car_price: ___, ...lead } = payload;
  const selling = { ...lead, category: 'Sell Your Car', subcategory: 'Sell Your Car' };
  const { text } = acknowledgement(selling, { ...dealer, kind: 'caravan' });
  expect(text).toContain('You asked about: Selling your caravan');
  expect(text).not.toMatch(/\bcar\b/i);
});

it('BUY-221 the e-mail of a reservation states its terms, what was paid and until when the car is held', () => {
  const details = [
    { name: 'reserve_terms', label: 'Terms', value: 'Deposit: $500, which comes off the price.' },
    { name: 'colour', label: 'Colour', value: 'Pills' },
    { name: 'deposit_paid', label: 'Deposit paid', value: '$500' },
    { name: 'held_until', label: 'Held until', value: '3 December 2026' },
  ];
  const { text, html } = acknowledgement({ ...payload, details }, dealer);
  for (const words of [
    'Terms: Deposit: $500, which comes off the price.',
    'Deposit paid: $500',
    'Held until: 3 December 2026',
    'https://www.riverbend.example/terms-and-conditions#reserving',
  ]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  expect(text).not.toContain('Pills');
});
