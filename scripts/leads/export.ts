import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { exportSearches } from '#src/features/account/server/account-privacy.ts';
import { exportAccounts, exportLeads } from '#src/features/leads/server/operations/export-records.ts';
import { exportReservations } from '#src/features/reservations/server/reservation-privacy.ts';
import { replaceFile } from '#src/platform/storage/replace-file.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { UsageError } from '../command/command.ts';
import { asAdmin, command } from './lead-command.ts';
import { checkDealer, readInstant, timeZoneOf } from './period.ts';

const text = { type: 'string' } as const;

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Why nothing can be written to the file, or undefined. */
function refusal(file: string, force: boolean): string | undefined {
  const folder = dirname(resolve(file));
  if (isFolder(file)) return `${file} is a folder. Name a file in it.`;
  if (!isFolder(folder)) return `There is no folder ${folder}.`;
  if (!force && statSync(file, { throwIfNoEntry: false })) {
    return `${file} exists. Name another file, or overwrite it with --force.`;
  }
  return undefined;
}

/** The system's message names the unfinished file. */
function writeFailure(file: string, error: unknown): unknown {
  const isOfDisk = error instanceof Error && 'syscall' in error;
  return isOfDisk ? new Error(`${file} cannot be written: ${plainReason(error)}.`, { cause: error }) : error;
}

/** Writes beside the file and moves it into place once complete. @returns the number of rows */
async function writeWhole(
  file: string,
  parts: AsyncIterable<{ text: string; rows: number }>,
): Promise<number> {
  try {
    return await replaceFile(
      file,
      async (handle) => {
        let count = 0;
        for await (const part of parts) {
          await handle.writeFile(part.text);
          count += part.rows;
        }
        return count;
      },
      // Readable by the owner alone from the first byte on.
      { mode: 0o600 },
    );
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/** What is written whole, not by when it arrived. */
const WHOLE = {
  accounts: { parts: exportAccounts, one: 'account', many: 'accounts' },
  searches: { parts: exportSearches, one: 'saved search', many: 'saved searches' },
  reservations: { parts: exportReservations, one: 'payment', many: 'payments' },
} as const;

export const exportCommand = command({
  usage: `Writes leads, with every field and their updates, to a file that only you can read: for a spreadsheet, or with --json
one JSON object per line. It holds personal data: delete it when you are done.

  npm run leads -- export --dealer <slug> --out leads.csv [--since <when>] [--until <when>] [--json] [--force]
  npm run leads -- export --accounts --dealer <slug> --out accounts.csv [--json] [--force]   who has signed in
  npm run leads -- export --searches --dealer <slug> --out searches.csv [--json] [--force]   saved searches
  npm run leads -- export --reservations --dealer <slug> --out reservations.csv [--json] [--force]   and invoices

In the spreadsheet an apostrophe marks what would be read as a formula or lose its zeros, and phone numbers are in
groups (04 1234 5678). Programs should read --json. <when> is a date in the dealer's time zone, a time with its zone, or
days or hours ago: 2026-07-01, 2026-07-01T09:00+10:00, 7d, 12h. --until includes its date. --force overwrites.`,
  options: {
    dealer: text,
    since: text,
    until: text,
    out: text,
    json: { type: 'boolean' },
    accounts: { type: 'boolean' },
    searches: { type: 'boolean' },
    reservations: { type: 'boolean' },
    force: { type: 'boolean' },
  },
  async run({ dealer, since, until, out, json, force = false, ...kinds }, word, terminal, places) {
    if (word !== undefined) throw new UsageError(`"export" takes no "${word}": name the file with --out.`);
    if (!dealer) throw new UsageError('Name the dealer: --dealer <slug>.');
    if (!out) throw new UsageError('Name the file to write: --out <file>.');
    const [kind, ...others] = (Object.keys(WHOLE) as (keyof typeof WHOLE)[]).filter((each) => kinds[each]);
    if (others.length > 0)
      throw new UsageError('Write one of --accounts, --searches and --reservations at a time.');
    if (kind && (since ?? until) !== undefined)
      throw new UsageError(`--${kind} takes no --since and no --until: it writes all of them.`);
    const when = { timeZone: timeZoneOf(dealer, places), now: new Date() };
    const filter = {
      dealer,
      since: readInstant('since', since, { ...when, edge: 'start' }),
      until: readInstant('until', until, { ...when, edge: 'end' }),
    };
    return asAdmin(async (admin) => {
      await checkDealer(admin, dealer, places);
      const refused = refusal(out, force);
      if (refused !== undefined) {
        terminal.error(refused);
        return 1;
      }
      const format = json ? 'ndjson' : 'csv';
      const { parts, one, many } = kind
        ? { ...WHOLE[kind], parts: WHOLE[kind].parts(admin.services, dealer, format) }
        : { parts: exportLeads(admin.services, filter, format), one: 'lead', many: 'leads' };
      const rows = await writeWhole(out, parts);
      const warning = rows === 0 ? '' : ' It holds personal data.';
      terminal.log(`${rows} ${rows === 1 ? one : many} written to ${out}.${warning}`);
      return 0;
    });
  },
});
