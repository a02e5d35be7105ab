import {
  eraseAccounts,
  eraseSavedSearches,
  findAccounts,
  findRestoredAccounts,
  findRestoredSearches,
  findSearches,
} from '#src/features/account/server/account-privacy.ts';
import {
  eraseAll,
  erasePhone,
  eraseRestored,
  findPerson,
  findRestored,
  surveyErasure,
} from '#src/features/leads/server/privacy/erase-person.ts';
import {
  eraseReservations,
  eraseReservationsOfPerson,
  findRestoredReservations,
} from '#src/features/reservations/server/reservation-privacy.ts';
import { isAustralianPhone, normalisePhone } from '#src/platform/number/typed-number.ts';
import { UsageError } from '../command/command.ts';
import { erasedLeadsTable, erasureText, finishErasing } from './erasure-text.ts';
import { asAdmin, command } from './lead-command.ts';
import { checkDealer } from './period.ts';

const text = { type: 'string' } as const;

function phoneOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  // Also in international format, and without the zero that spreadsheets remove.
  const digits = given.replace(/\D/g, '').replace(/^0061/, '61');
  const phone = normalisePhone(digits.replace(/^(?=[2-578]\d{8}$)/, '0'));
  if (!isAustralianPhone(phone))
    throw new UsageError('--phone takes an Australian number, e.g. "+61 412 345 678".');
  return phone;
}

function emailOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const email = given.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new UsageError('--email takes one address, e.g. ann@example.com.');
  return email;
}

export const erase = command({
  usage: `Erases a person by phone number or e-mail address: what leads say about them, updates, trade-ins with their photos,
codes sent to the phone, saved searches, the account, and what has not been delivered yet. This cannot be undone.

  npm run leads -- erase --phone "+61 412 345 678" --dry-run     what would be erased
  npm run leads -- erase --phone "+61 412 345 678" --yes
  npm run leads -- erase --email ann@example.com --yes [--dealer <slug>]
  npm run leads -- erase --from-log --yes                    all who were erased before, after a backup was restored

Given both, leads with either are erased. What remains names no person: form, dates, car, and that consent was given.
Each lead is listed with the destinations it has already reached: it must be erased there as well.`,
  options: {
    phone: text,
    email: text,
    'from-log': { type: 'boolean' },
    dealer: text,
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  async run(
    { 'dry-run': dryRun = false, yes = false, 'from-log': fromLog = false, dealer, ...given },
    word,
    terminal,
    places,
  ) {
    if (word !== undefined) throw new UsageError(`Give "${word}" as --phone or --email.`);
    const person = { phone: phoneOf(given.phone), email: emailOf(given.email) };
    const hasPerson = Boolean(person.phone || person.email);
    if (fromLog && (hasPerson || dealer !== undefined)) {
      throw new UsageError(
        '--from-log erases all who were erased before: it takes no person and no --dealer.',
      );
    }
    if (!fromLog && !hasPerson) {
      throw new UsageError('Name the person to erase: --phone, --email or both, or --from-log.');
    }
    if (dryRun === yes) {
      throw new UsageError('Add --dry-run to see what would be erased, or --yes to erase it permanently.');
    }
    return asAdmin(async (admin) => {
      const { services } = admin;
      await checkDealer(admin, dealer, places);
      const leadIds = fromLog ? await findRestored(services) : await findPerson(services, person, dealer);
      const accounts = fromLog
        ? await findRestoredAccounts(services)
        : await findAccounts(services, person, dealer);
      const searches = fromLog
        ? await findRestoredSearches(services)
        : await findSearches(services, person, dealer);
      if (!dryRun) {
        await eraseSavedSearches(services, searches);
        if (person.phone) await erasePhone(services, person.phone, dealer);
        await eraseReservationsOfPerson(services, person, dealer);
        if (fromLog) await eraseReservations(services, await findRestoredReservations(services), 'request');
        await eraseAccounts(services, accounts, 'request');
      }
      if (searches.length > 0)
        terminal.log(`${dryRun ? 'Would erase' : 'Erased'} saved searches: ${searches.length}.`);
      if (accounts.length > 0)
        terminal.log(`${dryRun ? 'Would erase' : 'Erased'} accounts: ${accounts.length}.`);
      if (fromLog && leadIds.length === 0) {
        terminal.log('The leads erased before hold no personal data.');
        return dryRun ? 0 : finishErasing(services, terminal);
      }
      if (leadIds.length === 0) {
        terminal.log(
          `No lead${dealer === undefined ? '' : ` of ${dealer}`} holds that phone number or address.`,
        );
        return dryRun ? 0 : finishErasing(services, terminal);
      }
      const erasure = dryRun
        ? await surveyErasure(services, leadIds)
        : fromLog
          ? await eraseRestored(services)
          : await eraseAll(services, leadIds, 'request');
      const leads = erasedLeadsTable(await admin.leads(leadIds), services.clock.now().toISOString());
      terminal.log(`${erasureText(erasure, dryRun)}\n\n${leads}`);
      return dryRun ? 0 : finishErasing(services, terminal);
    });
  },
});
