import type { FormName } from '#src/config/sections/form-words.ts';
import type { Booking } from '../test-drive/booking.ts';

/** FORM-03: the name of what a shopper has sent, by form. */
const SENT_AS: Readonly<Record<FormName, string>> = {
  enquiry: 'enquiry',
  'vehicle-enquiry': 'enquiry',
  'enquire-now': 'enquiry',
  'request-photos': 'photo request',
  'test-drive': 'test drive request',
  'find-similar': 'request',
  contact: 'message',
  careers: 'application',
  parts: 'parts enquiry',
  service: 'service booking request',
  fleet: 'fleet enquiry',
  'sell-your-car': 'enquiry',
  'trade-in': 'valuation request',
  reserve: 'reservation request',
  'quick-quote': 'finance application',
  finance: 'finance application',
};

/** When a test drive is to be, and whether it has its place. */
export type ReportedBooking = Pick<Booking, 'state' | 'text'>;

/** For a test drive without a confirmed time. */
export const TIME_TO_CONFIRM = 'We will confirm the time with you.';

/**
 * What /success says: `Your test drive is booked for Friday 3 July, 9:30am at Moorooka.`
 * @param form any text; that of no form is a message
 */
export function sentWords(form: string, booking?: ReportedBooking): string {
  if (booking?.state === 'booked') return `Your test drive is booked for ${booking.text}.`;
  const confirmed = booking ? ` ${TIME_TO_CONFIRM}` : '';
  const what = Object.hasOwn(SENT_AS, form) ? SENT_AS[form as FormName] : 'message';
  return `Your ${what}${booking ? ` for ${booking.text}` : ''} has reached us.${confirmed}`;
}
