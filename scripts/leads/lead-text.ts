import { ACKNOWLEDGEMENT_DESTINATION } from '#src/config/sections/leads/leads-section.ts';
import { HONEYPOT_REASON } from '#src/features/leads/limits/lead-rate-limits.ts';
import {
  type AdminDelivery,
  type AdminLead,
  maskedName,
  maskedPhone,
} from '#src/features/leads/server/operations/lead-admin.ts';
import { columns, printableJson } from '../command/command.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const deliveryOf = ({ destination, state, attempts, delivered_at, last_error }: AdminDelivery) => ({
  destination,
  state,
  attempts,
  delivered_at,
  last_error,
});

export const isToDealer = ({ destination }: AdminDelivery) => destination !== ACKNOWLEDGEMENT_DESTINATION;

/** The masked form: at most an initial and three digits of a person. */
const masked = ({ payload, ...lead }: AdminLead) => ({
  id: lead.id,
  kind: lead.kind,
  received: lead.created_at,
  dealer: lead.dealer,
  form: lead.form,
  category: lead.category,
  state: lead.deliveries.find(isToDealer)?.state ?? 'none',
  deliveries: lead.deliveries.map(deliveryOf),
  name: maskedName(textOf(payload.name)),
  phone: maskedPhone(textOf(payload.phone)),
  car: textOf(payload.car_description),
  erased_at: lead.erased_at,
});

/** Deliveries in short, those that need attention first: `crm dead (3), mail delivered`. */
const deliveriesText = (deliveries: readonly AdminDelivery[]): string =>
  deliveries
    .map(
      ({ destination, state, attempts }) => `${destination} ${state}${attempts > 1 ? ` (${attempts})` : ''}`,
    )
    .join(', ') || 'none';

/** Why a delivery is where it is, for people. */
export const reasonText = (reason: string): string =>
  reason === HONEYPOT_REASON ? 'the form’s hidden field was filled in' : reason;

/** The last error; one per destination if they differ. */
function errorsText(deliveries: readonly AdminDelivery[]): string {
  const failures = deliveries.flatMap(({ destination, last_error }) =>
    last_error === null ? [] : [{ destination, reason: reasonText(last_error) }],
  );
  const [reason = '', ...others] = new Set(failures.map((each) => each.reason));
  return others.length === 0
    ? reason
    : failures.map((each) => `${each.destination}: ${each.reason}`).join('; ');
}

export const nameOf = ({ kind, form, erased_at, sequence }: AdminLead): string =>
  [
    kind === 'update' ? `└ update ${sequence}` : form,
    kind === 'test' ? '(test)' : '',
    erased_at ? '(erased)' : '',
  ]
    .filter(Boolean)
    .join(' ');

/** A table for people, or JSON; masked either way. Updates are listed under their lead. */
export function leadsTable(leads: readonly AdminLead[], json: boolean): string {
  if (json) {
    return printableJson(leads.map((lead) => ({ ...masked(lead), updates: lead.updates.map(masked) })));
  }
  if (leads.length === 0) return 'No leads.';
  const head = ['id', 'received', 'dealer', 'form', 'deliveries', 'name', 'phone', 'car', 'last error'];
  const rows = leads
    .flatMap((lead) => [lead, ...lead.updates])
    .map((lead) => {
      const { id, received, dealer, name, phone, car } = masked(lead);
      const errors = errorsText(lead.deliveries);
      return [id, received, dealer, nameOf(lead), deliveriesText(lead.deliveries), name, phone, car, errors];
    });
  return columns([head, ...rows]);
}
