import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Alert,
  alertCount,
  alertMail,
  alertText,
  confirmationMail,
  gsmText,
  isTextingTime,
  MAX_TEXT_LENGTH,
} from './alert-message.ts';

const vehicle = (name: string, kind: 'new' | 'drop' = 'new') => ({
  name,
  url: `https://www.example.com.au/cars/${name.toLowerCase().replaceAll(' ', '-')}`,
  price: { text: '$28,990', typeText: 'Drive away' },
  reason: kind === 'new' ? { kind } : { kind, cents: 200_000 },
});
const ALERT: Alert = {
  name: 'Used SUVs under $30,000 in Brisbane',
  noun: { one: 'car', many: 'cars' },
  vehicles: [vehicle('2021 Toyota RAV4 GX'), vehicle('2020 Mazda CX-5', 'drop')],
  searchUrl: 'https://www.example.com.au/save-search/aaaaaaaaaaaaaaaa',
  stopUrl: 'https://www.example.com.au/save-search/aaaaaaaaaaaaaaaa/stop',
  lastDay: '25 November 2027',
  sender: {
    name: 'Riverbend Motors',
    legalName: 'Riverbend Pty Ltd',
    licence: 'DL# 4410217',
    phone: '07 5550 0123',
    url: 'https://www.example.com.au',
  },
};

it('SRCH-33 an alert counts new vehicles and price drops apart', () => {
  expect(alertCount(ALERT)).toBe('1 new car and 1 price drop');
  expect(alertCount({ ...ALERT, vehicles: [vehicle('a'), vehicle('b')] })).toBe('2 new cars');
  expect(alertCount({ ...ALERT, vehicles: [vehicle('a', 'drop'), vehicle('b', 'drop')] })).toBe(
    '2 price drops',
  );
});

it('SRCH-33 the mail has each price with its type, the search, who sends it, and a link to unsubscribe', () => {
  const { subject, text, html } = alertMail(ALERT);
  expect(subject).toBe('1 new car and 1 price drop: Used SUVs under $30,000 in Brisbane');
  for (const body of [text, html]) {
    expect(body).toContain('New. $28,990 Drive away');
    expect(body).toContain('Price drop of $2,000. $28,990 Drive away');
    expect(body).toContain(ALERT.searchUrl);
    expect(body).toContain(ALERT.stopUrl);
    for (const line of ['Riverbend Pty Ltd', 'DL# 4410217', '07 5550 0123', '25 November 2027'])
      expect(body).toContain(line);
  }
});

it('SRCH-33 the mail names six vehicles and counts the others', () => {
  const many = Array.from({ length: 9 }, (_, at) => vehicle(`Car ${at}`));
  const { text, html } = alertMail({ ...ALERT, vehicles: many });
  expect(text).toContain('Car 5\n');
  expect(text).not.toContain('Car 6');
  expect(text).toContain('\n3 more\n');
  expect(html).toContain('3 more');
});

it('SRCH-33 what shoppers and feeds write is text in the mail', () => {
  const { html } = alertMail({ ...ALERT, name: '<script>', vehicles: [vehicle('<img src=x>')] });
  expect(html).not.toMatch(/<script>|<img/);
});

it('SRCH-33 the mail that asks an address says nothing of the search', () => {
  const { text } = confirmationMail('https://www.example.com.au/save-search/confirm/x/y', ALERT.sender);
  expect(text).not.toContain('SUV');
  expect(text).toContain('Confirm: https://www.example.com.au/save-search/confirm/x/y');
});

it('SRCH-33 the text message names its sender and how to stop', () => {
  expect(alertText(ALERT)).toBe(
    [
      'Riverbend Motors: 1 new car and 1 price drop for Used SUVs under $30,000 in Brisbane. 2021 Toyota RAV4 GX, $28,990 Drive away',
      'https://www.example.com.au/save-search/aaaaaaaaaaaaaaaa',
      'Stop: https://www.example.com.au/save-search/aaaaaaaaaaaaaaaa/stop',
    ].join('\n'),
  );
});

it('SRCH-33 whatever its words, a text message is two segments of the GSM alphabet at most, whole links included', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 400 });
  fc.assert(
    fc.property(words, words, words, fc.nat(80), (name, dealer, car, hostLength) => {
      const origin = `https://${'a'.repeat(hostLength + 1)}.example`;
      const [searchUrl, stopUrl] = ['', '/stop'].map((end) => `${origin}/save-search/AAAAAAAAAAAAAAAA${end}`);
      if (!searchUrl || !stopUrl) return;
      const text = alertText({
        ...ALERT,
        ...{ name, searchUrl, stopUrl },
        vehicles: [{ ...vehicle('a'), name: car }],
        sender: { ...ALERT.sender, name: dealer },
      });
      expect(text.length).toBeLessThanOrEqual(MAX_TEXT_LENGTH);
      expect(text).toBe(gsmText(text));
      expect(text.endsWith(`\n${searchUrl}\nStop: ${stopUrl}`)).toBe(true);
      // A price is there with its type or not at all.
      if (text.includes('$28,990')) expect(text).toContain('$28,990 Drive away');
    }),
  );
});

it('SRCH-33 phones ring by day alone, where the dealer is', () => {
  expect(isTextingTime(new Date('2026-07-01T22:59:00Z'), 'Australia/Brisbane')).toBe(false);
  expect(isTextingTime(new Date('2026-07-01T23:00:00Z'), 'Australia/Brisbane')).toBe(true);
  expect(isTextingTime(new Date('2026-07-01T09:59:00Z'), 'Australia/Brisbane')).toBe(true);
  expect(isTextingTime(new Date('2026-07-01T10:00:00Z'), 'Australia/Brisbane')).toBe(false);
});
