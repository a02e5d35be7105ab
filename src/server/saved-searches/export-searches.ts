import {
  BYTE_ORDER_MARK,
  csvRow,
  spreadsheetPhone,
  spreadsheetText,
} from '#src/domain/lead/delivery/spreadsheet-cell.ts';
import { savedSearchesAfter } from '#src/providers/database/saved-search-privacy.ts';
import type { SavedSearchRow } from '#src/providers/database/saved-searches.ts';
import type { AdminServices } from '../leads/operations/lead-admin.ts';

const AT_ONCE = 200;

/** Not the token: who has the export could stop alerts. */
const COLUMNS = [
  'id',
  'dealer',
  'channel',
  'recipient',
  'name',
  'search',
  'consent',
  'created_at',
  'confirmed_at',
  'expires_at',
  'contact_id',
] as const satisfies readonly (keyof SavedSearchRow)[];

const factsOf = (row: SavedSearchRow) => Object.fromEntries(COLUMNS.map((name) => [name, row[name]]));

const csvLine = (row: SavedSearchRow): string =>
  csvRow(
    COLUMNS.map((name) => {
      const text = row[name] ?? '';
      return name === 'recipient' && row.channel === 'sms' ? spreadsheetPhone(text) : spreadsheetText(text);
    }),
  );

const jsonLine = (row: SavedSearchRow): string =>
  `${JSON.stringify({ ...factsOf(row), consent: JSON.parse(row.consent) })}\n`;

/** Saved searches of a dealer as text: CSV without formulas for spreadsheets, or a line of JSON each. */
export async function* exportSearches(
  { db }: Pick<AdminServices, 'db'>,
  dealer: string,
  format: 'csv' | 'ndjson',
): AsyncGenerator<{ text: string; rows: number }> {
  if (format === 'csv') yield { text: BYTE_ORDER_MARK + csvRow([...COLUMNS]), rows: 0 };
  const line = format === 'csv' ? csvLine : jsonLine;
  for (let after = ''; ; ) {
    const rows = await savedSearchesAfter(db, dealer, { after, limit: AT_ONCE });
    if (rows.length > 0) yield { text: rows.map(line).join(''), rows: rows.length };
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last.id;
  }
}
