import fc from 'fast-check';
import { expect, it } from 'vitest';
import { zonedDate } from './clock.ts';
import { wallClock } from './zoned-time.ts';

const iso = (local: string, timeZone: string) => wallClock(timeZone)(local)?.toISOString();

it.each([
  ['summer in Sydney', '2026-01-15T09:00', 'Australia/Sydney', '2026-01-14T22:00:00.000Z'],
  ['winter in Sydney', '2026-07-15T09:00', 'Australia/Sydney', '2026-07-14T23:00:00.000Z'],
  ['Brisbane, without summer time', '2026-01-15T09:00', 'Australia/Brisbane', '2026-01-14T23:00:00.000Z'],
  ['Adelaide, half an hour off', '2026-07-15T09:00', 'Australia/Adelaide', '2026-07-14T23:30:00.000Z'],
  ['after the night clocks go forward', '2026-10-04T09:00', 'Australia/Sydney', '2026-10-03T22:00:00.000Z'],
  ['after the night clocks go back', '2026-04-05T09:00', 'Australia/Sydney', '2026-04-04T23:00:00.000Z'],
])('FORM-12 a local time becomes an instant: %s', (_when, local, timeZone, instant) => {
  expect(iso(local, timeZone)).toBe(instant);
});

it('FORM-12 a time skipped by the clock does not exist', () => {
  expect(iso('2026-10-04T02:30', 'Australia/Sydney')).toBeUndefined();
  expect(iso('2026-10-04T03:00', 'Australia/Sydney')).toBe('2026-10-03T16:00:00.000Z');
});

it('FORM-12 a time of a day that no month has does not exist', () => {
  expect(
    ['2026-06-31T09:00', '2026-02-30T09:00', '2026-13-01T09:00', ''].map((local) =>
      iso(local, 'Australia/Sydney'),
    ),
  ).toEqual(Array(4).fill(undefined));
});

it('FORM-12 of a repeated time the earlier one counts', () => {
  expect(iso('2026-04-05T02:30', 'Australia/Sydney')).toBe('2026-04-04T15:30:00.000Z');
});

it('FORM-12 an instant shows the local time it was made from', () => {
  const zones = ['Australia/Sydney', 'Australia/Lord_Howe', 'Australia/Perth', 'Australia/Darwin'];
  const minutes = fc.integer({
    min: Date.parse('2026-01-01T00:00Z') / 60_000,
    max: Date.parse('2028-12-31T00:00Z') / 60_000,
  });
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, timeZone) => {
      const local = new Date(minute * 60_000).toISOString().slice(0, 16);
      const instant = wallClock(timeZone)(local);
      if (!instant) return;
      const { date, time } = zonedDate(instant, timeZone);
      expect(`${date}T${time}`).toBe(local);
    }),
  );
});
