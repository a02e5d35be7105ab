import {
  type ContactRow,
  contactRows,
  sessionStarts,
} from '#src/features/account/server/queries/contact-queries.ts';
import { watchlistOf } from '#src/features/account/server/queries/watchlist-queries.ts';
import { dealsOf } from '#src/features/deal/server/queries/deal-queries.ts';
import { LeadPayloadSchema } from '#src/features/leads/delivery/lead-payload.ts';
import { type LeadFilter, pagesOfLeads } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { BYTE_ORDER_MARK, csvRow, spreadsheetPhone, spreadsheetText } from '#src/platform/text/safe-text.ts';
import { type AdminLead, type AdminServices, withDeliveries } from './lead-admin.ts';

const PAGE_SIZE = 200;

const PAYLOAD_FIELDS = Object.keys(LeadPayloadSchema.entries);
const OWN_COLUMNS = [
  'lead_id',
  'kind',
  'update_of',
  'received',
  'dealer',
  'form',
  'deliveries',
  'erased',
] as const;
/** Payload fields stored by another release, as JSON. */
const OTHER_COLUMN = 'other';

function ownCells(lead: AdminLead): Record<(typeof OWN_COLUMNS)[number], string> {
  return {
    lead_id: lead.id,
    kind: lead.kind,
    update_of: lead.parent_id ?? '',
    received: lead.created_at,
    dealer: lead.dealer,
    form: lead.form,
    deliveries: lead.deliveries
      .map(
        ({ destination, state, delivered_at }) =>
          `${destination}: ${[state, delivered_at].filter(Boolean).join(' ')}`,
      )
      .join('; '),
    erased: lead.erased_at ?? '',
  };
}

function cellText(field: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return spreadsheetText(JSON.stringify(value));
  return field === 'phone' ? spreadsheetPhone(value) : spreadsheetText(value);
}

function csvLine(lead: AdminLead): string {
  const own = ownCells(lead);
  const others = Object.fromEntries(
    Object.entries(lead.payload).filter(([field]) => !PAYLOAD_FIELDS.includes(field)),
  );
  return csvRow([
    ...OWN_COLUMNS.map((column) => spreadsheetText(own[column])),
    ...PAYLOAD_FIELDS.map((field) => cellText(field, lead.payload[field])),
    Object.keys(others).length === 0 ? '' : JSON.stringify(others),
  ]);
}

const jsonLine = ({ payload, deliveries, updates: _, ...lead }: AdminLead): string => {
  const { id, kind, parent_id, sequence, created_at, dealer, form, erased_at } = lead;
  const facts = {
    lead_id: id,
    kind,
    update_of: parent_id,
    sequence,
    received: created_at,
    dealer,
    form,
    erased_at,
  };
  const shownDeliveries = deliveries.map(({ destination, state, attempts, delivered_at }) => ({
    destination,
    state,
    attempts,
    delivered_at,
  }));
  return `${JSON.stringify({ ...facts, deliveries: shownDeliveries, payload })}\n`;
};

/**
 * Leads and their updates, oldest first, with every field, as CSV safe for spreadsheets or as NDJSON. Tests are
 * excluded.
 */
export async function* exportLeads(
  { db }: AdminServices,
  filter: Omit<LeadFilter, 'kinds'>,
  format: 'csv' | 'ndjson',
): AsyncGenerator<{ text: string; rows: number }> {
  if (format === 'csv') {
    yield { text: BYTE_ORDER_MARK + csvRow([...OWN_COLUMNS, ...PAYLOAD_FIELDS, OTHER_COLUMN]), rows: 0 };
  }
  const line = format === 'csv' ? csvLine : jsonLine;
  for await (const page of pagesOfLeads(db, { ...filter, kinds: ['lead'] }, PAGE_SIZE)) {
    const leads = await withDeliveries(db, page, { log: false });
    const text = leads.flatMap((lead) => [lead, ...lead.updates].map(line)).join('');
    yield { text, rows: leads.length };
  }
}

const COLUMNS = [
  ...(['id', 'dealer', 'phone', 'first_name', 'last_name', 'email', 'website', 'dealership_slug'] as const),
  ...(['opt_in_consent', 'terms_consent', 'created_at', 'updated_at'] as const),
];

/** FAV-05: ids, newest first. */
const WATCHED_COLUMN = 'watched_vehicles';

/** VDP-238: id and choices of each deal, newest first. */
const DEALS_COLUMN = 'deals';

/** Start of each session, newest first; ended sessions are deleted. */
const SIGNED_IN_COLUMN = 'signed_in_at';

const cell = (row: ContactRow, column: (typeof COLUMNS)[number]): string =>
  column === 'phone' ? spreadsheetPhone(row.phone) : spreadsheetText(row[column] ?? '');

/** A dealer's accounts, oldest first, in the same formats as `exportLeads`. */
export async function* exportAccounts(
  { db }: Pick<AdminServices, 'db'>,
  dealer: string,
  format: 'csv' | 'ndjson',
): AsyncGenerator<{ text: string; rows: number }> {
  if (format === 'csv')
    yield {
      text: BYTE_ORDER_MARK + csvRow([...COLUMNS, WATCHED_COLUMN, DEALS_COLUMN, SIGNED_IN_COLUMN]),
      rows: 0,
    };
  for (const row of await contactRows(db, dealer)) {
    const watched = (await watchlistOf(db, row)).map(({ vehicleId }) => vehicleId);
    const deals = (await dealsOf(db, row)).map(({ vehicleId, query }) => `${vehicleId}?${query}`);
    const signedIn = await sessionStarts(db, row.id);
    const text =
      format === 'csv'
        ? csvRow([
            ...COLUMNS.map((column) => cell(row, column)),
            ...[watched, deals, signedIn].map((list) => spreadsheetText(list.join(' '))),
          ])
        : `${JSON.stringify({ ...row, [WATCHED_COLUMN]: watched, [DEALS_COLUMN]: deals, [SIGNED_IN_COLUMN]: signedIn })}\n`;
    yield { text, rows: 1 };
  }
}
