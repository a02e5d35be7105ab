import {
  BYTE_ORDER_MARK,
  csvRow,
  spreadsheetPhone,
  spreadsheetText,
} from '#src/domain/lead/delivery/spreadsheet-cell.ts';
import { type ContactRow, contactRows } from '#src/providers/database/contacts.ts';
import { sessionStarts } from '#src/providers/database/sessions.ts';
import { watchlistOf } from '#src/providers/database/watchlists.ts';
import type { AdminServices } from './lead-admin.ts';

const COLUMNS = [
  ...(['id', 'dealer', 'phone', 'first_name', 'last_name', 'email', 'website', 'dealership_slug'] as const),
  ...(['opt_in_consent', 'terms_consent', 'created_at', 'updated_at'] as const),
];

/** FAV-05: ids of the vehicles a contact watches, the newest first. */
const WATCHED_COLUMN = 'watched_vehicles';

/** When each of a contact's sessions began, the newest first; ended ones are deleted. */
const SIGNED_IN_COLUMN = 'signed_in_at';

const cell = (row: ContactRow, column: (typeof COLUMNS)[number]): string =>
  column === 'phone' ? spreadsheetPhone(row.phone) : spreadsheetText(row[column] ?? '');

/** The people who have signed in at a dealer, oldest first, as `exportLeads` does leads. */
export async function* exportAccounts(
  { db }: Pick<AdminServices, 'db'>,
  dealer: string,
  format: 'csv' | 'ndjson',
): AsyncGenerator<{ text: string; rows: number }> {
  if (format === 'csv')
    yield { text: BYTE_ORDER_MARK + csvRow([...COLUMNS, WATCHED_COLUMN, SIGNED_IN_COLUMN]), rows: 0 };
  for (const row of await contactRows(db, dealer)) {
    const watched = (await watchlistOf(db, row)).map(({ vehicleId }) => vehicleId);
    const signedIn = await sessionStarts(db, row.id);
    const text =
      format === 'csv'
        ? csvRow([
            ...COLUMNS.map((column) => cell(row, column)),
            ...[watched, signedIn].map((list) => spreadsheetText(list.join(' '))),
          ])
        : `${JSON.stringify({ ...row, [WATCHED_COLUMN]: watched, [SIGNED_IN_COLUMN]: signedIn })}\n`;
    yield { text, rows: 1 };
  }
}
