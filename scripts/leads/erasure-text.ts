import type { LeadErasure } from '#src/server/leads/erase-person.ts';

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

const placesText = (places: LeadErasure['delivered']) =>
  places.map(({ dealer, destination, leads }) => `  ${dealer} ${destination} (${leads})`).join('\n');

/** What was, or would be, erased, and where it must be asked for as well. */
export function erasureText(erasure: LeadErasure, dryRun: boolean): string {
  const { leads, updates, stopped, delivered, underWay } = erasure;
  const what = [count(leads, 'lead'), ...(updates > 0 ? [count(updates, 'update')] : [])].join(', ');
  const lines = [
    dryRun ? `Would erase ${what}.` : `Erased ${what}.`,
    `${count(stopped, 'delivery', 'deliveries')} ${dryRun ? 'would never leave' : 'will never leave'}.`,
  ];
  if (delivered.length > 0) lines.push('Arrived already, to be erased there as well:', placesText(delivered));
  if (underWay.length > 0) lines.push('May be arriving at this moment, ask there too:', placesText(underWay));
  return lines.join('\n');
}
