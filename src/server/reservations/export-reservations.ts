import {
  BYTE_ORDER_MARK,
  csvRow,
  spreadsheetPhone,
  spreadsheetText,
} from '#src/domain/lead/delivery/spreadsheet-cell.ts';
import { type PaidByShopper, paidByShoppers } from '#src/providers/database/paid-by-shoppers.ts';
import type { AdminServices } from '../leads/operations/lead-admin.ts';

const AT_ONCE = 200;
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

/** The lead that waits for the payment, with everything the shopper typed, as an object. */
const jsonLine = ({ payload, ...row }: PaidByShopper): string =>
  `${JSON.stringify({ ...row, payload: payload === '' ? null : JSON.parse(payload) })}\n`;

/** BUY-01: a dealer’s reservations and invoices, paid or not, as `exportLeads` does leads. */
export async function* exportReservations(
  { db }: Pick<AdminServices, 'db'>,
  dealer: string,
  format: 'csv' | 'ndjson',
): AsyncGenerator<{ text: string; rows: number }> {
  if (format === 'csv') yield { text: BYTE_ORDER_MARK + csvRow(COLUMNS), rows: 0 };
  const line = format === 'csv' ? csvLine : jsonLine;
  for await (const rows of paidByShoppers(db, dealer, AT_ONCE))
    yield { text: rows.map(line).join(''), rows: rows.length };
}
