import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readDatabaseLocation, readEnvironment } from '#src/config/environment.ts';
import { RESERVATION_STATES, type ReservationState } from '#src/features/reservations/reservation.ts';
import { readReserveTerms } from '#src/features/reservations/reserve-terms.ts';
import {
  type AdminOutcome,
  refundReservation,
  releaseReservation,
} from '#src/features/reservations/server/end-reservation.ts';
import { paymentService } from '#src/features/reservations/server/payments/payment-service.ts';
import {
  type ListedReservation,
  listReservations,
  reservationById,
} from '#src/features/reservations/server/queries/reservation-admin-queries.ts';
import { openExistingDatabase } from '#src/platform/database/open-database.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { publishedDist } from '#src/publishing/distribution/mirror-releases.ts';
import { columns, exitCodeOf, readOptions, type Terminal, UsageError } from '../../command/command.ts';
import { knownDealers } from '../lead-dealers.ts';

const USAGE = `Vehicles that shoppers hold or have reserved. No command prints or logs who.

  npm run leads -- reservations list [--dealer <slug>] [--state ${RESERVATION_STATES.join('|')}] [--limit 50]
  npm run leads -- reservations release <id>              ends a hold; a shopper who pays at this moment has the vehicle
  npm run leads -- reservations release <id> --paid-back  frees a vehicle whose deposit was paid back in another way
  npm run leads -- reservations refund <id>               refunds the deposit at the processor and frees the vehicle

Without --state, "list" shows holds, reservations, and deposits that wait to be refunded; "until" is when an unpaid hold
ends by itself, and to when a paid vehicle is promised, after which you release or refund it. The details of the shopper are
in the lead: "npm run leads -- show <lead>". --dist <folder> names the build that dealers are published in (default
DIST_DIR, then dist/), --dealers-dir <folder> the dealer files (default dealers/). "release" and "refund" need the
variables of the dealer's account, as \`serve\` does. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

const text = { type: 'string' } as const;
const OPTIONS = {
  dealer: text,
  state: text,
  limit: { ...text, default: '50' },
  'paid-back': { type: 'boolean', default: false },
  'dealers-dir': text,
  dist: text,
  help: { type: 'boolean', short: 'h' },
} as const;

const LIVE: readonly ReservationState[] = ['held', 'reserved'];

const TEXTS: Readonly<Record<AdminOutcome, string>> = {
  free: 'The vehicle is free. Pages and search show it within seconds.',
  reserved: 'The shopper has paid at this moment: the vehicle is reserved. "refund" pays the deposit back.',
  has_deposit:
    'It has a deposit. "refund" pays it back and frees the vehicle; add --paid-back if it went back in another way.',
  no_deposit: 'No deposit was paid. "release" ends a hold.',
  over: 'It had ended before. Nothing has changed.',
  no_account:
    'The dealer, or its account at the processor, is not known here: check --dist, and the variables that `payments.stripe` names.',
  unavailable: 'The processor does not respond. Nothing has changed: try again.',
};

/** When the hold of a vehicle ends: unpaid by itself, paid as its terms promise. */
function untilOf({ state, expires_at, paid_at, terms }: ListedReservation): string {
  if (state === 'held') return expires_at;
  const agreed = readReserveTerms(terms);
  if (state !== 'reserved' || !agreed || paid_at === null) return '';
  return new Date(Date.parse(paid_at) + agreed.held_days * DAY_MS).toISOString();
}

function table(rows: readonly ListedReservation[]): string {
  if (rows.length === 0) return 'No reservations.';
  const head = ['id', 'dealer', 'vehicle', 'state', 'deposit', 'since', 'until', 'lead'];
  return columns([
    head,
    ...rows.map((row) => [
      row.id,
      row.dealer,
      row.slug ?? row.vehicle_id,
      row.refund_due_at === null ? row.state : `${row.state}, refund due`,
      formatCents(row.amount_cents),
      row.paid_at ?? row.created_at,
      untilOf(row),
      row.lead_id ?? '',
    ]),
  ]);
}

function statesOf(named: string | undefined): readonly ReservationState[] {
  if (named === undefined) return LIVE;
  const found = RESERVATION_STATES.find((state) => state === named);
  if (!found) throw new UsageError(`--state takes one of ${RESERVATION_STATES.join(', ')}.`);
  return [found];
}

const readValues = (args: string[]) =>
  readOptions(() => parseArgs({ args, options: OPTIONS, allowPositionals: true }));
type Values = ReturnType<typeof readValues>['values'];

async function list({ dealer, state, limit: most }: Values, terminal: Terminal): Promise<number> {
  const states = statesOf(state);
  const limit = Number(most);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit takes a whole number from 1.');
  const db = await openExistingDatabase(readDatabaseLocation(process.env));
  try {
    terminal.log(table(await listReservations(db, { dealer, states, limit })));
    return 0;
  } finally {
    await db.destroy();
  }
}

async function change(
  name: 'release' | 'refund',
  id: string,
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const env = readEnvironment(process.env);
  const db = await openExistingDatabase(env);
  try {
    const reservation = await reservationById(db, id);
    if (!reservation) throw new Error('There is no such reservation. "list" shows their ids.');
    const places = { dealersDir: values['dealers-dir'], dist: await publishedDist(values.dist) };
    const dealer = knownDealers(places).find(({ slug }) => slug === reservation.dealer);
    const log = pino({ level: env.LOG_LEVEL, base: null });
    const services = { db, env, log, clock: systemClock, payments: paymentService(env) };
    const outcome =
      name === 'refund'
        ? await refundReservation(services, dealer, reservation)
        : await releaseReservation(services, dealer, reservation, { isPaidBack: values['paid-back'] });
    (outcome === 'free' ? terminal.log : terminal.error)(TEXTS[outcome]);
    return outcome === 'free' ? 0 : 1;
  } finally {
    await db.destroy();
  }
}

/** What `npm run leads -- reservations …` does. @returns the exit code */
export function runReservations(args: string[], terminal: Terminal): Promise<number> {
  const run = async () => {
    const { values, positionals } = readValues(args);
    const [name, id, ...more] = positionals;
    if (values.help) {
      terminal.log(USAGE);
      return 0;
    }
    if (name === undefined) throw new UsageError('Name a command.');
    if (more.length > 0) throw new UsageError(`"${more[0]}" is one argument too many.`);
    if (name === 'list') {
      if (id !== undefined) throw new UsageError('"list" takes no id.');
      return list(values, terminal);
    }
    if (name !== 'release' && name !== 'refund') throw new UsageError(`There is no command "${name}".`);
    if (id === undefined) throw new UsageError(`"${name}" takes the id of a reservation.`);
    return change(name, id, values, terminal);
  };
  return exitCodeOf(run, USAGE, terminal);
}
