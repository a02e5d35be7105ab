import { parseArgs } from 'node:util';
import { readAmount } from '#src/features/stock/mapping/numbers-and-dates.ts';
import { MAX_PLACEHOLDER_CENTS } from '#src/features/vehicle/price/price-display.ts';
import { type Cents, dollarsToCents, formatCents } from '#src/platform/number/number-format.ts';
import { readOptions, UsageError } from '../command/command.ts';

export const USAGE = `Sets what shoppers see of a vehicle, over its feed. No import undoes it.

  npm run stock -- list <dealer> [<stock number>]              what is set; of a vehicle also what its feed says
  npm run stock -- hide <dealer> <stock number>                takes it off the website
  npm run stock -- show <dealer> <stock number>                puts it back
  npm run stock -- price <dealer> <stock number> <amount> [--until YYYY-MM-DD]
  npm run stock -- price <dealer> <stock number> --clear       the feed’s price holds again

Running servers follow within five seconds. A price has the vehicle's price type; --until names its last day, where the dealer
is. A VIN or slug names a vehicle too. --dealers-dir DIR names another folder than dealers/, --dist DIR another folder of
builds than dist/, DATA_DIR the data folder (.data), DATABASE_URL a Postgres database instead of the one in that folder.`;

/** What the column of prices holds. */
const MOST_CENTS: Cents = 2 ** 31 - 1;

const options = {
  until: { type: 'string' },
  clear: { type: 'boolean', default: false },
  'dealers-dir': { type: 'string' },
  dist: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function readPrice(text: string | undefined): Cents {
  const dollars = text === undefined ? undefined : readAmount(text);
  const cents = dollars === undefined ? 0 : dollarsToCents(dollars);
  if (cents > MAX_PLACEHOLDER_CENTS && cents <= MOST_CENTS) return cents;
  throw new UsageError(`Name the price in dollars, above ${formatCents(MAX_PLACEHOLDER_CENTS)}: 24990.`);
}

function readDay(text: string | undefined): string | null {
  if (text === undefined) return null;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  if (!Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)) return text;
  throw new UsageError('--until names a day: 2026-12-31.');
}

/** @throws UsageError */
export function readArguments(args: string[]) {
  const { values, positionals } = readOptions(() => parseArgs({ args, allowPositionals: true, options }));
  if (values.help) return { command: 'help' } as const;
  const places = { dealersDir: values['dealers-dir'], dist: values.dist };
  const [command, dealer, words, amount, ...more] = positionals;
  if (command !== 'list' && command !== 'hide' && command !== 'show' && command !== 'price') {
    throw new UsageError(command === undefined ? 'Name a command.' : `There is no command "${command}".`);
  }
  if (command !== 'price' && (values.clear || values.until !== undefined)) {
    throw new UsageError('--until and --clear belong to "price".');
  }
  if (more.length > 0 || (command !== 'price' && amount !== undefined)) {
    throw new UsageError('Name one vehicle.');
  }
  if (dealer === undefined) throw new UsageError('Name the dealer.');
  if (command === 'list') return { command, dealer, words, ...places } as const;
  if (words === undefined) throw new UsageError('Name the dealer and the stock number.');
  if (command !== 'price') return { command, dealer, words, ...places } as const;
  if (values.clear && (amount !== undefined || values.until !== undefined)) {
    throw new UsageError('--clear ends a price: it comes without an amount.');
  }
  const price = values.clear ? null : readPrice(amount);
  return { command, dealer, words, ...places, price, until: readDay(values.until) } as const;
}

export type StockArguments = Exclude<ReturnType<typeof readArguments>, { command: 'help' }>;
