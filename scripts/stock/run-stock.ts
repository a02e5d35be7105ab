import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import { whatExists } from '#src/dealer-files/config-problem.ts';
import { liveDealers } from '#src/dealer-files/fleet/published-fleet.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import {
  overlaidVehicles,
  type SetValues,
  setOverlay,
  today,
} from '#src/features/stock/server/importing/stock-overlays.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { plainMessage } from '#src/platform/text/plain-reason.ts';
import { requireData } from '#src/server/data-installation.ts';
import { openServices, type Services } from '#src/server/services.ts';
import {
  existingDealersFolder,
  exitCodeOf,
  type Terminal,
  UsageError,
  withSubcommands,
} from '../command/command.ts';
import { readArguments, type StockArguments, USAGE } from './arguments.ts';
import { runOutboundFeeds } from './feeds/run-outbound-feeds.ts';
import { overlayText } from './overlay-text.ts';
import { theVehicle } from './the-vehicle.ts';

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
  const dist = distFolder(read.dist);
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
export const runStock = withSubcommands({ feeds: runOutboundFeeds }, (args, terminal) =>
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
