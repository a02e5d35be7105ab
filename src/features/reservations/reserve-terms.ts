import * as v from 'valibot';
import type { Dealership } from '#src/config/sections/business/locations-section.ts';
import { REFUNDABLE_UNTIL, type ReserveConfig } from '#src/config/sections/finance/reserve-section.ts';
import { depositCents } from '#src/features/reservations/reservable-vehicle.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import { addDays, type CalendarDate } from '#src/platform/time/calendar-date.ts';
import { zonedDate } from '#src/platform/time/clock.ts';

/** BUY-222: stored with a reservation as agreed, whatever the dealer sets later. */
const ReserveTermsSchema = v.object({
  /** Null if reserving is free. */
  amount_cents: v.nullable(v.number()),
  held_days: v.number(),
  refundable_until: v.picklist(REFUNDABLE_UNTIL),
});
export type ReserveTerms = v.InferOutput<typeof ReserveTermsSchema>;

const StoredTermsSchema = v.pipe(v.string(), v.parseJson(), ReserveTermsSchema);

export const reserveTerms = (reserve: ReserveConfig): ReserveTerms => ({
  amount_cents: depositCents(reserve) ?? null,
  held_days: reserve.heldDays,
  refundable_until: reserve.refundableUntil,
});

/** @returns undefined for a reservation of an earlier release, which stored none */
export function readReserveTerms(stored: string | null): ReserveTerms | undefined {
  const read = v.safeParse(StoredTermsSchema, stored);
  return read.success ? read.output : undefined;
}

/** Whether the page of any vehicle of the site can have a button that reserves. */
export const takesReservations = ({
  dealerships,
}: {
  dealerships: readonly Pick<Dealership, 'switches'>[];
}): boolean => dealerships.some(({ switches }) => switches.reserve && switches.checkout);

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** `Refundable until you sign the contract. Held for 3 days.` */
export function reserveTermsLine({ amount_cents, held_days, refundable_until }: ReserveTerms): string {
  const held = `Held for ${days(held_days)}.`;
  if (amount_cents === null) return `No deposit. ${held}`;
  switch (refundable_until) {
    case 'contract':
      return `Refundable until you sign the contract. ${held}`;
    case 'hold_ends':
      return `Held for ${days(held_days)}, refundable until then.`;
    case 'never':
      return `Not refundable if you change your mind. ${held}`;
  }
}

const CHANGED_MIND: Readonly<Record<ReserveTerms['refundable_until'], string>> = {
  contract: 'We refund all of it until you sign the contract of sale. You need no reason.',
  hold_ends: 'We refund all of it while we hold the vehicle for you. You need no reason.',
  never: 'We don’t refund the deposit.',
};

export type TermsFact = { label: string; text: string };

/**
 * The terms in full: what is paid, who pays it back and when, how long the vehicle is held.
 * @param heldUntil the last day of a paid reservation
 */
export function reserveTermsFacts(
  { amount_cents, held_days, refundable_until }: ReserveTerms,
  { noun, isPaid, heldUntil }: { noun: string; isPaid: boolean; heldUntil?: string | undefined },
): TermsFact[] {
  const from = amount_cents !== null && isPaid ? 'your payment' : 'when we confirm';
  const held = {
    label: 'Held for you',
    text: heldUntil === undefined ? `${days(held_days)} from ${from}` : `Until the end of ${heldUntil}`,
  };
  if (amount_cents === null) return [{ label: 'Deposit', text: 'None. Reserving is free.' }, held];
  return [
    { label: 'Deposit', text: `${formatCents(amount_cents)}, which comes off the price` },
    held,
    { label: 'If you change your mind', text: CHANGED_MIND[refundable_until] },
    { label: `If we can’t sell you the ${noun}`, text: 'We refund all of it.' },
  ];
}

/** Names of a lead’s details that state the terms; the shopper’s e-mail repeats them. */
export const RESERVE_DETAILS = ['reserve_terms', 'deposit_paid', 'held_until'] as const;
type ReserveDetail = { name: (typeof RESERVE_DETAILS)[number]; label: string; value: string };

/** The terms on one line, for the dealer’s lead and the shopper’s e-mail. */
export const reserveTermsDetail = (
  terms: ReserveTerms,
  about: { noun: string; isPaid: boolean },
): ReserveDetail => ({
  name: 'reserve_terms',
  label: 'Terms',
  value: reserveTermsFacts(terms, about)
    .map(({ label, text }) => `${label}: ${text.replace(/\.$/, '')}.`)
    .join(' '),
});

/** The last day on which a paid vehicle is held, by the dealer’s calendar. */
export const lastHeldDay = ({ held_days }: ReserveTerms, paidAt: string, timeZone: string): CalendarDate =>
  addDays(zonedDate(new Date(paidAt), timeZone).date, held_days);

/** `3 December 2026` */
export const heldUntilText = (terms: ReserveTerms, paidAt: string, timeZone: string): string =>
  formatDate(lastHeldDay(terms, paidAt, timeZone));

/** Until when a shopper may change their mind. @param held `Until the end of 3 December 2026` */
export const refundText = ({ refundable_until }: ReserveTerms, held: string): string =>
  ({ contract: 'Until you sign the contract', hold_ends: held, never: 'Not if you change your mind' })[
    refundable_until
  ];
