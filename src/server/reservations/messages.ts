import { zonedDate } from '#src/domain/clock.ts';
import { formatTime } from '#src/domain/location/hours.ts';

export const SUSPICIOUS_MESSAGE = 'We could not accept this form. Please call us to reserve.';
export const PAYMENT_UNAVAILABLE =
  'The payment service does not respond. Nothing was charged. Please try again in a moment, or call us.';
export const tooManyPaymentsMessage = (phone: string): string =>
  `Too many payments were started from your network. Please call us on ${phone}.`;
export const tooManyHoldsMessage = (phone: string): string =>
  `Too many reservations were started from your network. Please call us on ${phone}.`;

/** @param until when the hold of the other shopper ends */
export function takenMessage(until: Date, timeZone: string): string {
  const time = formatTime(zonedDate(until, timeZone).time);
  return `Another shopper is paying the deposit for this vehicle. If that payment isn’t made, you can reserve it from ${time}.`;
}

/** @param until when the first of the shopper's unpaid reservations ends */
export function tooManyUnpaidMessage(until: Date, timeZone: string, phone: string): string {
  const time = formatTime(zonedDate(until, timeZone).time);
  return `Two reservations from your phone number or network wait for their payment. Pay for them or cancel one, try again at ${time}, or call us on ${phone}.`;
}
