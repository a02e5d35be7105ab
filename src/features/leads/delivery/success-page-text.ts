import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import { KIND_TERMS, type KindOfStock } from '#src/config/sections/stock/stock-terms.ts';
import type { Booking } from '#src/features/leads/test-drive/booking.ts';

/** FORM-03: the noun for a sent form. */
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
  deal: 'deal',
  'quick-quote': 'finance application',
  finance: 'finance application',
};

export type ReportedBooking = Pick<Booking, 'state' | 'text'>;

const TIME_TO_CONFIRM = 'We will confirm the time with you.';

/** `photo request`; an unknown form is a message. A test drive of a motorcycle is a test ride. */
export function sentAs(form: string, kind: KindOfStock): string {
  if (form === 'test-drive') return `${KIND_TERMS[kind].visit} request`;
  return Object.hasOwn(SENT_AS, form) ? SENT_AS[form as FormName] : 'message';
}

/**
 * The message of /success: `Your test drive is booked for Friday 3 July, 9:30 am at Moorooka.`
 * @param form any text; an unknown form is a message
 * @param kind a motorcycle has a test ride, a caravan an inspection
 */
export function confirmationText(form: string, booking?: ReportedBooking, kind: KindOfStock = 'car'): string {
  const { visit } = KIND_TERMS[kind];
  if (booking?.state === 'booked') return `Your ${visit} is booked for ${booking.text}.`;
  const confirmed = booking ? ` ${TIME_TO_CONFIRM}` : '';
  const what = sentAs(form, kind);
  return `Your ${what}${booking ? ` for ${booking.text}` : ''} has reached us.${confirmed}`;
}
