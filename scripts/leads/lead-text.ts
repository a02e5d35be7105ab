import { maskedName, maskedPhone } from '#src/domain/lead/masked.ts';
import type { DeskLead, LeadDesk } from '#src/server/leads/lead-desk.ts';

type ShownLead = NonNullable<Awaited<ReturnType<LeadDesk['show']>>>;

/** What may be seen in passing: no more of a person than an initial and three digits. */
const masked = ({ payload, ...lead }: DeskLead) => ({
  id: lead.id,
  received: lead.created_at,
  dealer: lead.dealer,
  form: lead.form,
  state: lead.state,
  attempts: lead.attempts,
  name: maskedName(payload.name),
  phone: maskedPhone(payload.phone),
  car: payload.car_description ?? '',
  last_error: lead.last_error ?? '',
});

/** Control characters of a lead must not steer the terminal. */
const printable = (value: unknown) => String(value).replace(/\p{Cc}/gu, ' ');

/** A table for people, or JSON; masked either way. */
export function leadsTable(leads: readonly DeskLead[], json: boolean): string {
  const rows = leads.map(masked);
  if (json) return JSON.stringify(rows, null, 2);
  if (rows.length === 0) return 'No leads.';
  const columns = [
    'id',
    'received',
    'dealer',
    'form',
    'state',
    'attempts',
    'name',
    'phone',
    'car',
    'last_error',
  ] as const;
  const lines = rows.map((row) => columns.map((column) => printable(row[column])));
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  return [columns.map((column) => column.replace('_', ' ')), ...lines]
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One lead in full, personal data included, with the log of its delivery. */
export function describeLead({ lead, attempts }: ShownLead): string {
  const { payload, ...row } = lead;
  const facts = Object.entries({
    id: row.id,
    received: row.created_at,
    dealer: row.dealer,
    form: row.form,
    state: row.state,
    attempts: row.attempts,
    'next attempt': row.state === 'pending' ? row.next_attempt_at : '',
    delivered: row.delivered_at ?? '',
    'last error': row.last_error ?? '',
    ...payload,
  }).filter(([, value]) => value !== '' && value !== null);
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = facts.map(
    ([name, value]) =>
      `${name.padEnd(width)}  ${printable(typeof value === 'object' ? JSON.stringify(value) : value)}`,
  );
  const log = attempts.map(({ at, outcome, detail }) => `  ${at}  ${outcome}${detail ? `: ${detail}` : ''}`);
  return [...lines, '', log.length > 0 ? 'Attempts:' : 'No attempt yet.', ...log].join('\n');
}
