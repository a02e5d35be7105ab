import type {
  AdminDelivery,
  AdminLead,
  AdminServices,
} from '#src/features/leads/server/operations/lead-admin.ts';
import { scrubErased } from '#src/features/leads/server/privacy/apply-retention.ts';
import type { LeadErasure } from '#src/features/leads/server/privacy/erase-person.ts';
import { columns, type Terminal } from '../command/command.ts';
import { isToDealer, nameOf } from './lead-text.ts';

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

const placesText = (places: LeadErasure['delivered']) =>
  places.map(({ dealer, destination, leads }) => `  ${dealer} ${destination} (${leads})`).join('\n');

/** What was or would be erased, and where else it must be erased. */
export function erasureText(erasure: LeadErasure, dryRun: boolean): string {
  const { leads, updates, stopped, delivered, underWay } = erasure;
  const what = [count(leads, 'lead'), ...(updates > 0 ? [count(updates, 'update')] : [])].join(', ');
  const lines = [
    dryRun ? `Would erase ${what}.` : `Erased ${what}.`,
    `${count(stopped, 'delivery', 'deliveries')} ${dryRun ? 'would never leave' : 'will never leave'}.`,
  ];
  if (delivered.length > 0) lines.push('Already delivered; erase there as well:', placesText(delivered));
  if (underWay.length > 0) lines.push('May be in delivery now; ask there too:', placesText(underWay));
  return lines.join('\n');
}

/** Reports if erased data can still be read from the database's log. @returns the exit code */
export async function finishErasing({ db }: AdminServices, terminal: Terminal): Promise<number> {
  if (await scrubErased(db)) return 0;
  terminal.error(
    'The erased data can still be read in the log beside the database, forecourt.db-wal: another program holds it open. "serve" and "worker" try again every minute; or end that program and run this command again.',
  );
  return 1;
}

/** Also of a delivery that was erased while a worker had it. */
function arrivalText({ destination, state, leased_until }: AdminDelivery, now: string): string[] {
  if (state === 'delivered') return [destination];
  return (leased_until ?? '') > now ? [`${destination} (perhaps)`] : [];
}

/** A line for each lead and update, without personal data: its id and the destinations it reached. */
export const erasedLeadsTable = (leads: readonly AdminLead[], now: string): string =>
  columns([
    ['id', 'received', 'dealer', 'form', 'arrived at'],
    ...leads
      .flatMap((lead) => [lead, ...lead.updates])
      .map((lead) => {
        const arrivals = lead.deliveries.filter(isToDealer).flatMap((each) => arrivalText(each, now));
        const form = nameOf({ ...lead, erased_at: null });
        return [lead.id, lead.created_at, lead.dealer, form, arrivals.join(', ') || '-'];
      }),
  ]);
