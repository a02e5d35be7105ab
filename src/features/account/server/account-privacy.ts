import type { AdminServices } from '#src/features/leads/server/operations/lead-admin.ts';
import { eraseAll, erasePhone, findPerson } from '#src/features/leads/server/privacy/erase-person.ts';
import {
  appendErasure,
  loggedErasures,
  readErasures,
} from '#src/features/leads/server/privacy/erasure-log.ts';
import type { Person } from '#src/features/leads/server/queries/lead-erasure-queries.ts';
import { BYTE_ORDER_MARK, csvRow, spreadsheetPhone, spreadsheetText } from '#src/platform/text/safe-text.ts';
import type { Services } from '#src/server/services.ts';
import {
  contactsOfPerson,
  eraseContacts,
  eraseSearches,
  presentContacts,
  savedSearchesAfter,
  searchesOfContactOrPhone,
  searchesOfPerson,
  storedSearches,
} from './queries/account-erasure-queries.ts';
import { deleteByStopToken, findByStopToken, type SavedSearchRow } from './queries/saved-search-queries.ts';
import type { Contact } from './session.ts';

/** @param person phone as digits from 0, e-mail in lower case */
export const findAccounts = (
  { db }: Pick<AdminServices, 'db'>,
  person: { phone?: string | undefined; email?: string | undefined },
  dealer: string | undefined,
): Promise<string[]> => contactsOfPerson(db, person, dealer);

/**
 * Erased accounts that a restored backup has brought back.
 * @throws Error if a line of the log is invalid
 */
export async function findRestoredAccounts(services: AdminServices): Promise<string[]> {
  const ids = (await readErasures(services)).flatMap(({ contactIds = [] }) => contactIds);
  return presentContacts(services.db, [...new Set(ids)]);
}

/** Erases accounts and their sessions permanently. Their ids are logged first, as for leads. */
export async function eraseAccounts(
  services: AdminServices,
  contactIds: readonly string[],
  reason: 'request' | 'retention',
): Promise<void> {
  if (contactIds.length === 0) return;
  const at = services.clock.now().toISOString();
  await appendErasure(services, { at, reason, leadIds: [], contactIds });
  await eraseContacts(services.db, contactIds);
}

/** @param person phone as digits from 0, e-mail in lower case */
export const findSearches = (
  { db }: Pick<AdminServices, 'db'>,
  person: Person,
  dealer: string | undefined,
): Promise<string[]> => searchesOfPerson(db, person, dealer);

/**
 * Erased searches that a restored backup has brought back.
 * @throws Error if a line of the log is invalid
 */
export async function findRestoredSearches(services: AdminServices): Promise<string[]> {
  const ids = (await loggedErasures(services, 'searches'))?.flatMap(({ searchIds = [] }) => searchIds);
  return storedSearches(services.db, [...new Set(ids)]);
}

/** Erases saved searches permanently. Their ids are logged first, as for leads. */
export async function eraseSavedSearches(
  services: AdminServices,
  searchIds: readonly string[],
): Promise<void> {
  if (searchIds.length === 0) return;
  const at = services.clock.now().toISOString();
  await appendErasure(services, { at, reason: 'request', leadIds: [], searchIds });
  await eraseSearches(services.db, searchIds);
}

/**
 * Erases everything this site stores about a shopper. The account comes last, so that the shopper can retry if an
 * earlier step fails.
 */
export async function deleteAccount(
  { db, storage, clock, env, log }: Pick<Services, 'db' | 'storage' | 'clock' | 'env' | 'log'>,
  { id, dealer, phone }: Pick<Contact, 'id' | 'dealer' | 'phone'>,
): Promise<void> {
  const admin = { db, storage, clock, dataDir: env.DATA_DIR };
  const leads = await findPerson(admin, { phone }, dealer);
  await eraseAll(admin, leads, 'request');
  await erasePhone(admin, phone, dealer);
  await eraseSavedSearches(admin, await searchesOfContactOrPhone(db, { dealer, contactId: id, phone }));
  await eraseAccounts(admin, [id], 'request');
  log.info({ dealer, leads: leads.length }, 'account deleted at the request of its owner');
}

const AT_ONCE = 200;

/** Without the token, which would allow anyone with the export to stop alerts. */
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

/** A saved search as exported. */
export const searchFacts = (row: SavedSearchRow) =>
  Object.fromEntries(COLUMNS.map((name) => [name, row[name]]));

const csvLine = (row: SavedSearchRow): string =>
  csvRow(
    COLUMNS.map((name) => {
      const text = row[name] ?? '';
      return name === 'recipient' && row.channel === 'sms' ? spreadsheetPhone(text) : spreadsheetText(text);
    }),
  );

const jsonLine = (row: SavedSearchRow): string =>
  `${JSON.stringify({ ...searchFacts(row), consent: JSON.parse(row.consent) })}\n`;

/** A dealer's saved searches as CSV, safe for spreadsheets, or as NDJSON. */
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

type StopServices = Pick<Services, 'db' | 'storage' | 'clock' | 'env' | 'log'>;

/**
 * Ends alerts permanently. The search is logged first, so that a restored backup does not resume its alerts. They end
 * even if the log cannot be written.
 */
export async function stopAlerts(
  { db, storage, clock, env, log }: StopServices,
  dealer: string,
  token: string,
): Promise<void> {
  const found = await findByStopToken(db, dealer, token);
  if (!found) return;
  try {
    const at = clock.now().toISOString();
    const places = { dataDir: env.DATA_DIR, storage };
    await appendErasure(places, { at, reason: 'alerts stopped', leadIds: [], searchIds: [found.id] });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    log.error(
      { dealer, reason },
      'the end of alerts is not logged: a restored backup would start them again',
    );
  }
  await deleteByStopToken(db, dealer, token);
}

/**
 * Deletes stopped alerts that a restored backup has brought back; run before anything is sent.
 * @throws Error if a line of the log is invalid
 */
export async function endRestoredAlerts({ db, storage, clock, env, log }: StopServices): Promise<void> {
  const restored = await findRestoredSearches({ db, storage, clock, dataDir: env.DATA_DIR });
  if (restored.length === 0) return;
  await eraseSearches(db, restored);
  log.warn(
    { searches: restored.length },
    'alerts that were stopped before a backup was restored have ended again',
  );
}
