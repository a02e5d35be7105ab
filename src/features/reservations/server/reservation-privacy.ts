import type { AdminServices } from '#src/features/leads/server/operations/lead-admin.ts';
import {
  appendErasure,
  type ErasureReason,
  readErasures,
} from '#src/features/leads/server/privacy/erasure-log.ts';
import type { Person } from '#src/features/leads/server/queries/lead-erasure-queries.ts';
import { BYTE_ORDER_MARK, csvRow, spreadsheetPhone, spreadsheetText } from '#src/platform/text/safe-text.ts';
import { type PaidByShopper, paidByShoppers } from './queries/reservation-admin-queries.ts';
import {
  eraseReservationsById,
  reservationsOfPerson,
  unerasedReservations,
} from './queries/reservation-erasure-queries.ts';

/** Erases personal data from reservations permanently. The ids are logged first, as for leads. */
export async function eraseReservations(
  services: AdminServices,
  reservationIds: readonly string[],
  reason: ErasureReason,
): Promise<void> {
  if (reservationIds.length === 0) return;
  const at = services.clock.now().toISOString();
  await appendErasure(services, { at, reason, leadIds: [], reservationIds });
  await eraseReservationsById(services.db, reservationIds);
}

/**
 * Erases a person from all reservations, including unpaid ones without a lead.
 * @param person phone as digits from 0, e-mail in lower case
 * @param dealer all if undefined
 */
export const eraseReservationsOfPerson = async (
  services: AdminServices,
  person: Person,
  dealer: string | undefined,
): Promise<void> =>
  eraseReservations(services, await reservationsOfPerson(services.db, person, dealer), 'request');

/**
 * Erased reservations that a restored backup has brought back.
 * @throws Error if a line of the log is invalid
 */
export async function findRestoredReservations(services: AdminServices): Promise<string[]> {
  const ids = (await readErasures(services)).flatMap(({ reservationIds = [] }) => reservationIds);
  return unerasedReservations(services.db, [...new Set(ids)]);
}

const PAGE_SIZE = 200;
const COLUMNS = [
  ...(['kind', 'id', 'dealer', 'vehicle_id', 'state', 'amount_cents', 'phone', 'email'] as const),
  ...(['created_at', 'paid_at', 'refunded_at', 'lead_id', 'contact_id'] as const),
] satisfies readonly (keyof PaidByShopper)[];

const csvLine = (row: PaidByShopper): string =>
  csvRow(
    COLUMNS.map((name) => {
      const text = String(row[name] ?? '');
      return name === 'phone' ? spreadsheetPhone(text) : spreadsheetText(text);
    }),
  );

/** The payload is the pending lead, as an object. */
const jsonLine = ({ payload, ...row }: PaidByShopper): string =>
  `${JSON.stringify({ ...row, payload: payload === '' ? null : JSON.parse(payload) })}\n`;

/** BUY-01: a dealer's reservations and invoices, paid or not, in the same formats as `exportLeads`. */
export async function* exportReservations(
  { db }: Pick<AdminServices, 'db'>,
  dealer: string,
  format: 'csv' | 'ndjson',
): AsyncGenerator<{ text: string; rows: number }> {
  if (format === 'csv') yield { text: BYTE_ORDER_MARK + csvRow(COLUMNS), rows: 0 };
  const line = format === 'csv' ? csvLine : jsonLine;
  for await (const rows of paidByShoppers(db, dealer, PAGE_SIZE))
    yield { text: rows.map(line).join(''), rows: rows.length };
}
