import { parseArgs } from 'node:util';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import { whatExists } from '#src/dealer-files/config-problem.ts';
import { liveDealers } from '#src/dealer-files/fleet/published-fleet.ts';
import { readAmount } from '#src/features/stock/mapping/numbers-and-dates.ts';
import {
  type OverlaidVehicle,
  overlaidVehicles,
  type SetValues,
  setOverlay,
  today,
} from '#src/features/stock/server/importing/stock-overlays.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { MAX_PLACEHOLDER_CENTS, priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { isAvailable, type Vehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { type Cents, dollarsToCents, formatCents } from '#src/platform/number/number-format.ts';
import { plainMessage } from '#src/platform/text/plain-reason.ts';
import { publishedDist } from '#src/publishing/distribution/mirror-releases.ts';
import { requireData } from '#src/server/data-installation.ts';
import { openServices, type Services } from '#src/server/services.ts';
import {
  existingDealersFolder,
  exitCodeOf,
  readOptions,
  type Terminal,
  UsageError,
  withSubcommands,
} from '../command/command.ts';
import { runEngines } from './engines/run-engines.ts';
import { runOutboundFeeds } from './feeds/run-outbound-feeds.ts';

const USAGE = `Sets what shoppers see of a vehicle, over its feed. No import undoes it.

  npm run stock -- list <dealer> [<stock number>]              what is set; of a vehicle also what its feed says
  npm run stock -- hide <dealer> <stock number>                takes it off the website
  npm run stock -- show <dealer> <stock number>                puts it back
  npm run stock -- price <dealer> <stock number> <amount> [--until YYYY-MM-DD]
  npm run stock -- price <dealer> <stock number> --clear       the feed’s price holds again

  npm run stock -- engines [move|keys]                         which search engine a dealer is on

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
function readArguments(args: string[]) {
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

type StockArguments = Exclude<ReturnType<typeof readArguments>, { command: 'help' }>;

/**
 * The vehicle that a person means.
 * @throws Error unless the words name exactly one; it says which stock numbers there are, or the slugs of those named
 */
export async function theVehicle<V extends Pick<OverlaidVehicle, 'id' | 'shown'>>(
  { db }: Pick<Services, 'db'>,
  found: readonly V[],
  { slug }: Pick<DealerConfig, 'slug'>,
  words: string,
): Promise<V> {
  const [vehicle, ...others] = found;
  if (!vehicle) {
    const numbers = (await presentVehicles(db, slug)).flatMap(({ stocknum }) => stocknum ?? []);
    throw new Error(
      `No vehicle of "${slug}" has the stock number, VIN or slug "${words}". ${whatExists(words, numbers)}`,
    );
  }
  if (others.length > 0) {
    const slugs = found.map(({ shown }) => shown.slug).join(', ');
    throw new Error(`"${words}" names ${found.length} vehicles. Use the slug of one: ${slugs}.`);
  }
  return vehicle;
}

const NO_PRICE = 'no price';

function priceText(vehicle: Vehicle, dealer: DealerConfig): string {
  const { text, typeText } = priceDisplay(pricingOf(vehicle, dealer.stock.defaultPriceType), {
    noPriceText: NO_PRICE,
  });
  return typeText === null ? text : `${text} ${typeText.toLowerCase()}`;
}

const isOn = ({ show_on_dealer_website: isShown }: Vehicle): string =>
  isShown ? 'on the website' : 'off the website';

function setText({ set }: OverlaidVehicle): string {
  const price = set.price === null ? [] : [formatCents(set.price)];
  const until = set.until === null ? '' : ` until ${set.until}`;
  const parts = [...(set.isHidden ? ['hidden'] : []), ...price.map((amount) => `${amount}${until}`)];
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}

/** A vehicle's lines: what its feed says, what is set over it, what shoppers see. */
function overlayText(vehicle: OverlaidVehicle, dealer: DealerConfig): string {
  const { fed, shown } = vehicle;
  const isGone = shown.removedAt !== null || !isAvailable(shown);
  return [
    `${vehicleName(shown)}, stock number ${fed.stocknum ?? '-'}`,
    `  feed   ${priceText(fed, dealer)}, ${fed.status.replaceAll('_', ' ')}, ${isOn(fed)}`,
    `  set    ${setText(vehicle)}`,
    `  shown  ${priceText(shown, dealer)}, ${isGone ? 'no longer for sale' : isOn(shown)}, ${vehiclePath(shown.slug)}`,
  ].join('\n');
}

function changeOf(read: StockArguments): Partial<SetValues> {
  if (read.command === 'price') return { price: read.price, until: read.until };
  return read.command === 'list' ? {} : { isHidden: read.command === 'hide' };
}

async function list(services: Services, dealer: DealerConfig, words: string | undefined, terminal: Terminal) {
  const found = await overlaidVehicles(services.db, dealer.slug, words);
  if (words !== undefined) await theVehicle(services, found.slice(0, 1), dealer, words);
  const lines = found.map((vehicle) => overlayText(vehicle, dealer));
  terminal.log(lines.length > 0 ? lines.join('\n') : `Nothing is set over the stock of "${dealer.slug}".`);
  return 0;
}

async function change(services: Services, dealer: DealerConfig, words: string, values: Partial<SetValues>) {
  const before = await overlaidVehicles(services.db, dealer.slug, words);
  const { id } = await theVehicle(services, before, dealer, words);
  await setOverlay(services, { dealer: dealer.slug, id }, values);
  const after = (await overlaidVehicles(services.db, dealer.slug, words)).find((each) => each.id === id);
  return after ? overlayText(after, dealer) : '';
}

async function work(read: StockArguments, terminal: Terminal): Promise<number> {
  const dist = await publishedDist(read.dist);
  const { dealers } = liveDealers({ dist, dealersDir: existingDealersFolder(read.dealersDir) });
  const dealer = dealers.find(({ slug }) => slug === read.dealer);
  if (!dealer) {
    const known = dealers.map(({ slug }) => slug);
    throw new UsageError(
      `There is no dealer "${read.dealer}" with a valid file. ${whatExists(read.dealer, known)}`,
    );
  }
  const env = readEnvironment({
    SITE_SECRET: 'not needed by a command, which signs nothing',
    ...process.env,
  });
  requireData(dist, env, false);
  const services = await openServices({ env, dealers });
  try {
    if (read.command === 'list') return await list(services, dealer, read.words, terminal);
    if (read.command === 'price' && read.until !== null && read.until < today(services.clock, dealer)) {
      throw new UsageError(`${read.until} is over.`);
    }
    terminal.log(await change(services, dealer, read.words, changeOf(read)));
    try {
      await drainIndexChanges(services);
      return 0;
    } catch (error) {
      terminal.error(plainMessage(error));
      terminal.error(
        'It is stored and pages show it; searches follow once Meilisearch (MEILI_HOST) answers.',
      );
      return 1;
    }
  } finally {
    await services.close();
  }
}

/** What `npm run stock -- …` does. @returns the exit code */
export const runStock = withSubcommands({ engines: runEngines, feeds: runOutboundFeeds }, (args, terminal) =>
  exitCodeOf(
    async () => {
      const read = readArguments(args);
      if (read.command !== 'help') return work(read, terminal);
      terminal.log(USAGE);
      return 0;
    },
    USAGE,
    terminal,
  ),
);
