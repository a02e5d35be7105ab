import { expect, it } from 'vitest';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import { nextSteps, replyTime } from './success-page.ts';

const open = (weekday: number) => ({ weekday, status: 'Open' as const, open: '08:30', close: '17:30' });
const moorooka: Pick<Location, 'name' | 'opening_hours' | 'special_hours'> = {
  name: 'Moorooka',
  opening_hours: [1, 2, 3, 4, 5].map(open),
  special_hours: [{ date: '2026-12-25', status: 'Closed' }] as Location['special_hours'],
};
const BRISBANE = 'Australia/Brisbane';
/** A Thursday. */
const at = (utc: string) => new Date(`2026-07-02T${utc}:00Z`);
const steps = (more: Partial<Parameters<typeof nextSteps>[0]>) =>
  nextSteps({
    form: 'enquiry',
    kind: 'car',
    booking: undefined,
    location: moorooka,
    timeZone: BRISBANE,
    now: at('00:00'),
    promise: 'We reply the same or next business day.',
    ...more,
  });

it('FORM-03 a reply comes today while there is an hour left, else when the location opens next', () => {
  expect(replyTime(moorooka, at('00:00'), BRISBANE)).toBe('today by 5:30 pm');
  expect(replyTime(moorooka, at('06:30'), BRISBANE)).toBe('today by 5:30 pm');
  expect(replyTime(moorooka, at('06:31'), BRISBANE)).toBe('tomorrow from 8:30 am');
  expect(replyTime(moorooka, new Date('2026-07-03T08:00:00Z'), BRISBANE)).toBe('on Monday from 8:30 am');
  expect(replyTime(moorooka, new Date('2026-12-24T08:00:00Z'), BRISBANE)).toBe('on Monday from 8:30 am');
});

it('FORM-03 the hours are read on the location’s own clock, daylight saving included', () => {
  const sixUtc = new Date('2026-01-08T06:00:00Z');
  expect(replyTime(moorooka, sixUtc, BRISBANE)).toBe('today by 5:30 pm');
  expect(replyTime(moorooka, sixUtc, 'Australia/Sydney')).toBe('tomorrow from 8:30 am');
  expect(replyTime(moorooka, sixUtc, 'Australia/Perth')).toBe('today by 5:30 pm');
});

it('FORM-03 without hours the dealer’s own promise is said', () => {
  const location = { name: 'Depot', opening_hours: [], special_hours: [] };
  expect(replyTime(location, at('00:00'), BRISBANE)).toBeNull();
  expect(steps({ location })).toEqual(['We reply the same or next business day.']);
});

it('FORM-12 a test drive on the same day says that someone will call to confirm', () => {
  const booking = { date: '2026-07-02', time: '15:00' };
  expect(steps({ form: 'test-drive', booking: { ...booking, state: 'booked' } })[0]).toBe(
    'Your test drive is today, so someone will call you to confirm before you set out.',
  );
  expect(steps({ form: 'test-drive', booking: { ...booking, state: 'requested' } })[0]).toBe(
    'You asked for today, so someone will call you to confirm.',
  );
});

it('FORM-12 a booked time is held, and a wish is confirmed in opening hours', () => {
  const booking = { date: '2026-07-03', time: '15:00' };
  expect(steps({ form: 'test-drive', booking: { ...booking, state: 'booked' } })).toEqual([
    'We will have the car ready for you at Moorooka.',
    'Bring your driver’s licence.',
    'Have your plans changed? Call us and we will find another time.',
  ]);
  expect(steps({ form: 'test-drive', booking: { ...booking, state: 'requested' } })[0]).toBe(
    'Someone will call you today by 5:30 pm to confirm the time.',
  );
});

it('CFG-13 what to bring depends on what is looked at', () => {
  const booking = { state: 'booked', date: '2026-07-03', time: '15:00' } as const;
  expect(steps({ form: 'test-drive', kind: 'caravan', booking }).join(' ')).not.toMatch(/\bcar\b|licence/);
  expect(steps({ form: 'test-drive', kind: 'motorcycle', booking })[1]).toContain('motorcycle licence');
});
