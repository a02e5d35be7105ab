import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarFile, isForCalendar } from './success-page.ts';

const entry = {
  id: '3f2a91bc-0000-4000-8000-000000000000',
  host: 'www.yard.example',
  booking: { date: '2026-07-03', starts_at: '2026-07-02T23:30:00.000Z' },
  isTentative: false,
  minutes: 45,
  summary: 'Test drive: 2021 Toyota HiLux',
  description: 'Booked; bring your licence, please',
  address: '1 Main Street, Moorooka QLD 4105',
  url: 'https://www.yard.example/cars/hilux-1',
  now: new Date('2026-07-01T00:00:00Z'),
};
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

it('FORM-12 a booked time is an event of its length, in UTC', () => {
  const lines = unfolded(calendarFile(entry));
  expect(lines).toContain('DTSTART:20260702T233000Z');
  expect(lines).toContain('DTEND:20260703T001500Z');
  expect(lines).toContain('STATUS:CONFIRMED');
  expect(lines).toContain('LOCATION:1 Main Street\\, Moorooka QLD 4105');
  expect(lines).toContain('DESCRIPTION:Booked\\; bring your licence\\, please');
});

it('FORM-12 a day without a time is an event of that day, tentative until a person confirms it', () => {
  const lines = unfolded(calendarFile({ ...entry, booking: { date: '2026-12-31' }, isTentative: true }));
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231');
  expect(lines).toContain('DTEND;VALUE=DATE:20270101');
  expect(lines).toContain('STATUS:TENTATIVE');
  expect(isForCalendar({ date: '' })).toBe(false);
});

it('FORM-12 no line is longer than calendars read, and no text adds one', () => {
  const plain = unfolded(calendarFile(entry)).length;
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aé🚚 \n\r,;\\'), maxLength: 200 }), (text) => {
      const file = calendarFile({ ...entry, summary: text });
      expect(Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      expect(unfolded(file)).toHaveLength(plain);
    }),
  );
});
