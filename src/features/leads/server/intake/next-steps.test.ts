import { expect, it } from 'vitest';
import { nextSteps } from './success-page.ts';

const BRISBANE = 'Australia/Brisbane';
/** A Thursday. */
const at = (utc: string) => new Date(`2026-07-02T${utc}:00Z`);
const steps = (more: Partial<Parameters<typeof nextSteps>[0]>) =>
  nextSteps({
    form: 'enquiry',
    kind: 'car',
    booking: undefined,
    location: { name: 'Moorooka' },
    timeZone: BRISBANE,
    now: at('00:00'),
    promise: 'We reply the same or next business day.',
    ...more,
  });

it('FORM-228 FORM-230 what happens next says who replies, when in the words of the dealer’s promise, and how to change it', () => {
  const promise = 'We reply the same or next business day.';
  const change = 'Do you want to add or change something? Call us and give your reference.';
  expect(steps({})).toEqual([`You will hear from the team at Moorooka. ${promise}`, change]);
  expect(steps({ form: 'finance' })).toEqual([`Our finance team will call you. ${promise}`, change]);
  expect(steps({ form: 'reserve', kind: 'truck' })).toEqual([
    `Someone will call you to confirm that the truck is available. ${promise}`,
    change,
  ]);
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

it('FORM-12 a booked time is held, and a wish is confirmed', () => {
  const booking = { date: '2026-07-03', time: '15:00' };
  expect(steps({ form: 'test-drive', booking: { ...booking, state: 'booked' } })).toEqual([
    'We will have the car ready for you at Moorooka.',
    'Bring your driver’s licence.',
    'Have your plans changed? Call us and we will find another time.',
  ]);
  expect(steps({ form: 'test-drive', booking: { ...booking, state: 'requested' } })[0]).toBe(
    'Someone will call you to confirm the time. We reply the same or next business day.',
  );
});

it('CFG-13 what to bring depends on what is looked at', () => {
  const booking = { state: 'booked', date: '2026-07-03', time: '15:00' } as const;
  expect(steps({ form: 'test-drive', kind: 'caravan', booking }).join(' ')).not.toMatch(/\bcar\b|licence/);
  expect(steps({ form: 'test-drive', kind: 'motorcycle', booking })[1]).toContain('motorcycle licence');
});
