import * as v from 'valibot';
import { dayText } from '#src/features/leads/test-drive/booking.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import { dealChanges } from './deal-changes.ts';
import { type DealChoices, HANDOVERS, PAYMENTS } from './deal-choices.ts';
import { chosenExtras, type DealFacts, type DealFare, dealSum, repaymentText } from './deal-sum.ts';

const text = v.string();
const cents = v.pipe(v.number(), v.integer());

const LineSchema = v.object({ kind: text, label: text, note: v.optional(text), cents });

/** VDP-233: a deal as a lead records it and dealers receive it. Amounts in cents including GST. */
export const DealPartSchema = v.object({
  /** Opens the deal at today's prices. */
  link: text,
  /** Add up to `total_cents`. */
  lines: v.array(LineSchema),
  total_cents: cents,
  /** Trade-in and deposits: added to `total_cents` they give `balance_cents`. */
  less: v.array(LineSchema),
  balance_cents: cents,
  balance_label: text,
  payment: v.optional(v.picklist(PAYMENTS)),
  /** The repayment shown, with its rates. */
  repayment: v.optional(text),
  deposit_cents: v.optional(cents),
  extras: v.array(v.object({ id: text, name: text, cents })),
  handover: v.object({
    way: v.picklist(HANDOVERS),
    /** YYYY-MM-DD; any day without it. */
    date: v.optional(text),
    postcode: v.optional(text),
    place: text,
  }),
  reserves: v.boolean(),
  /** What has changed since the shopper made the deal, and what the total does not include. */
  notes: v.array(text),
});

export type DealPart = v.InferOutput<typeof DealPartSchema>;

function handoverOf(
  { handover, day, postcode }: DealChoices,
  { place, days }: DealFacts,
): DealPart['handover'] {
  const date = days.find((each) => each.date === day)?.date;
  return {
    way: handover,
    place: place.name,
    ...(date === undefined ? {} : { date }),
    ...(handover === 'delivery' && postcode !== '' ? { postcode } : {}),
  };
}

/** @param link full address of the deal's page */
export function dealPart(
  facts: DealFacts,
  choices: DealChoices,
  fare: DealFare | null,
  link: string,
): DealPart {
  const sum = dealSum(facts, choices, fare);
  const repayment = repaymentText(sum);
  return {
    link,
    lines: [...sum.lines],
    total_cents: sum.total,
    less: [...sum.less],
    balance_cents: sum.balance,
    balance_label: sum.balanceLabel,
    ...(choices.payment && { payment: choices.payment }),
    ...(repayment === undefined ? {} : { repayment }),
    ...(choices.payment === 'finance' && choices.deposit > 0 ? { deposit_cents: choices.deposit } : {}),
    extras: chosenExtras(facts, choices).map(({ id, name, cents: price }) => ({ id, name, cents: price })),
    handover: handoverOf(choices, facts),
    reserves: choices.reserves && facts.reserve !== null,
    notes: [...dealChanges(facts, choices, fare), ...sum.notes],
  };
}

const amount = (value: Cents): string => (value < 0 ? `−${formatCents(-value)}` : formatCents(value));

export const lineLabel = ({ label, note }: DealPart['lines'][number]): string =>
  note === undefined ? label : `${label} (${note})`;

const PAYMENT_TEXTS = { cash: 'Cash or bank transfer', finance: 'Finance' } as const;

function handoverText({ way, date, postcode, place }: DealPart['handover']): string {
  const where =
    way === 'pickup'
      ? `Pick up at ${place}`
      : ['Delivery', postcode && `to ${postcode}`].filter(Boolean).join(' ');
  return date === undefined ? where : `${where}, ${dayText(date)}`;
}

/** VDP-233: the deal for a salesperson, a row for each part. */
export function dealRows(deal: DealPart): { label: string; value: string }[] {
  const { lines, less, payment, repayment, handover, reserves, notes } = deal;
  const row = (line: DealPart['lines'][number]) => ({
    label: `Deal: ${lineLabel(line)}`,
    value: amount(line.cents),
  });
  return [
    ...lines.map(row),
    { label: 'Deal: total', value: amount(deal.total_cents) },
    ...less.map(row),
    { label: `Deal: ${deal.balance_label.toLowerCase()}`, value: amount(deal.balance_cents) },
    ...(payment ? [{ label: 'Deal: payment', value: PAYMENT_TEXTS[payment] }] : []),
    ...(repayment === undefined ? [] : [{ label: 'Deal: repayment shown', value: repayment }]),
    { label: 'Deal: handover', value: handoverText(handover) },
    ...(reserves ? [{ label: 'Deal: reservation', value: 'The shopper wants to reserve it' }] : []),
    ...notes.map((value) => ({ label: 'Deal: note', value })),
    { label: 'Deal: link', value: deal.link },
  ];
}
