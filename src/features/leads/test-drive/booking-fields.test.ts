import { expect, it } from 'vitest';
import { EMAIL, FIRST_NAME } from '#src/features/leads/fields/lead-fields.ts';
import { bookingFields, shownErrors, withBooking } from './booking-fields.ts';

const SLOTS = [{ value: '2026-07-02T10:30', label: '10:30 am', group: 'Thursday 2 July' }];
const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

it('FORM-12 free times are offered if there are any, else any day with the reason', () => {
  expect(names(bookingFields({ slots: SLOTS, slotPlace: 'Moorooka' }))).toEqual(['slot']);
  expect(names(bookingFields({}))).toEqual(['booking_date', 'booking_time']);
  const [day] = bookingFields({ slots: [], slotPlace: 'Moorooka', today: '2026-07-01' });
  expect(day).toMatchObject({
    earliest: '2026-07-01',
    hint: 'No times are free at Moorooka; say when suits you',
  });
});

it('FORM-12 the times of another place replace the earlier ones', () => {
  const before = [FIRST_NAME, ...bookingFields({}), EMAIL];
  const after = withBooking(before, bookingFields({ slots: SLOTS }));
  expect(names(after)).toEqual([FIRST_NAME.name, 'slot', EMAIL.name]);
  expect(names(withBooking(after, bookingFields({})))).toEqual(names(before));
  expect(withBooking([EMAIL], bookingFields({}))).toEqual([EMAIL]);
});

it('FORM-12 a time that is gone is reported at the current time field', () => {
  const errors = { slot: 'Gone.', email: 'Wrong.' };
  expect(shownErrors(bookingFields({ slots: SLOTS }), errors)).toBe(errors);
  expect(shownErrors(bookingFields({}), errors)).toEqual({ booking_date: 'Gone.', email: 'Wrong.' });
  expect(shownErrors(bookingFields({}), { email: 'Wrong.' })).toEqual({ email: 'Wrong.' });
});

it('FORM-245 without free times the form says that the time is confirmed with the shopper', () => {
  const [day] = bookingFields({ today: '2026-07-01' });
  expect(day?.hint).toBe('Say when suits you; we’ll confirm the time with you');
});
