import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookingRequest, makeBooking, slotDays } from './booking.ts';

const MOOROOKA = { id: '7', name: 'Moorooka' };

it('FORM-12 a slot is a booking, a day or a time a request, an empty value neither', () => {
  expect(bookingRequest({ slot: '2026-07-03T09:30' })).toEqual({
    state: 'booked',
    date: '2026-07-03',
    time: '09:30',
  });
  expect(bookingRequest({ booking_date: '2026-07-03', booking_time: '' })).toEqual({
    state: 'requested',
    date: '2026-07-03',
    time: '',
  });
  expect(bookingRequest({ booking_time: '09:30' })).toEqual({ state: 'requested', date: '', time: '09:30' });
  expect(bookingRequest({ slot: '', booking_date: '' })).toBeUndefined();
  expect(bookingRequest({ slot: 'tomorrow' })).toBeUndefined();
  expect(bookingRequest({ booking_date: '2026-99-99' })).toBeUndefined();
  expect(bookingRequest({ slot: '0000-03-07T00:00' })).toMatchObject({ date: '' });
});

it('FORM-12 a booking has place and time for people, and the instant for machines', () => {
  const wish = { state: 'booked', date: '2026-07-03', time: '09:30' } as const;
  expect(makeBooking(wish, MOOROOKA, 'Australia/Brisbane')).toEqual({
    ...wish,
    starts_at: '2026-07-02T23:30:00.000Z',
    time_zone: 'Australia/Brisbane',
    location_id: '7',
    location: 'Moorooka',
    text: 'Friday 3 July, 9:30 am at Moorooka',
  });
});

it('FORM-12 a request without a time, or without a day, has no instant', () => {
  const zone = 'Australia/Brisbane';
  const day = makeBooking({ state: 'requested', date: '2026-07-03', time: '' }, MOOROOKA, zone);
  expect(day).not.toHaveProperty('starts_at');
  expect(day.text).toBe('Friday 3 July at Moorooka');
  const time = makeBooking({ state: 'requested', date: '', time: '14:00' }, MOOROOKA, zone);
  expect(time).not.toHaveProperty('starts_at');
  expect(time.text).toBe('2 pm at Moorooka');
});

it('FORM-12 for any input as a time, a booking can be shown or is absent', () => {
  const odd = fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/));
  fc.assert(
    fc.property(odd, odd, odd, (slot, booking_date, booking_time) => {
      const wish = bookingRequest({ slot, booking_date, booking_time });
      if (wish) expect(makeBooking(wish, MOOROOKA, 'Australia/Sydney').text).toContain(' at Moorooka');
    }),
  );
});

it('FORM-12 slots are grouped by day', () => {
  expect(slotDays(['2026-07-03T09:00', '2026-07-03T13:30', '2026-07-04T09:00'])).toEqual([
    {
      date: '2026-07-03',
      day: 'Friday 3 July',
      times: [
        { slot: '2026-07-03T09:00', time: '9 am' },
        { slot: '2026-07-03T13:30', time: '1:30 pm' },
      ],
    },
    { date: '2026-07-04', day: 'Saturday 4 July', times: [{ slot: '2026-07-04T09:00', time: '9 am' }] },
  ]);
});
