import type { AdminDelivery, AdminLead } from '#src/features/leads/server/operations/lead-admin.ts';
import { columns, printable, printableJson, UsageError } from '../command/command.ts';
import { asAdmin, command } from './lead-command.ts';
import { reasonText } from './lead-text.ts';
import { namedLead } from './named-lead.ts';

const valueText = (value: unknown): string =>
  printable(typeof value === 'object' ? JSON.stringify(value) : String(value));

const isSaid = (value: unknown): boolean =>
  value !== '' && value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Name and value, one pair a line; empty values are left out. */
const factLines = (facts: Readonly<Record<string, unknown>>): string =>
  columns(
    Object.entries(facts)
      .filter(([, value]) => isSaid(value))
      .map(([name, value]) => [name, valueText(value)]),
  );

const indented = (text: string): string => text.replace(/^/gm, '  ');

function deliverySheet({ log, ...delivery }: AdminDelivery): string {
  const facts = factLines({
    state: delivery.state,
    attempts: delivery.attempts,
    'next attempt': delivery.state === 'pending' ? delivery.next_attempt_at : '',
    delivered: delivery.delivered_at,
    'last error': reasonText(delivery.last_error ?? ''),
  });
  const lines = log.map(({ at, outcome, detail, duration_ms }) =>
    printable(
      `${at}  ${outcome}${detail ? `: ${detail}` : ''}${duration_ms === null ? '' : `  ${duration_ms} ms`}`,
    ),
  );
  const attempts = lines.length > 0 ? `Attempts:\n${indented(lines.join('\n'))}` : 'No attempt yet.';
  return `Delivery to ${printable(delivery.destination)}\n${indented(`${facts}\n${attempts}`)}`;
}

/** One lead in full, personal data included, with its updates and the log of each delivery. */
export function leadSheet(lead: AdminLead): string {
  const { payload, updates, deliveries } = lead;
  const facts = factLines({
    id: lead.id,
    received: lead.created_at,
    kind: lead.kind === 'lead' ? '' : lead.kind,
    'update of': lead.parent_id,
    erased: lead.erased_at,
    dealer: lead.dealer,
    form: lead.form,
    ...payload,
  });
  const wording = lead.finance_wording;
  return [
    facts,
    ...(wording === undefined ? [] : [`Wording beside the repayment\n${indented(printable(wording))}`]),
    ...deliveries.map(deliverySheet),
    ...updates.map((update) => `Update ${update.sequence}\n${indented(leadSheet(update))}`),
  ].join('\n\n');
}

export const show = command({
  usage: `One lead in full: what was sent, consent, updates, and the log of each delivery. Nothing is masked.

  npm run leads -- show <id> [--json]

An id may be shortened as long as only one lead starts with it.`,
  // Reads no dealer file, but takes the same options as "list" and "retry".
  options: { json: { type: 'boolean' } },
  async run({ json }, id, terminal) {
    if (!id) throw new UsageError('Name the lead to show.');
    return asAdmin(async (admin) => {
      const lead = await namedLead(admin, id, terminal);
      if (!lead) return 1;
      terminal.log(json ? printableJson(lead) : leadSheet(lead));
      return 0;
    });
  },
});
