import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEngineAddresses, readEnvironment } from '#src/config/environment.ts';
import { keyVariables, SHARED_ENGINE } from '#src/config/search-variables.ts';
import { whatExists } from '#src/dealer-files/config-problem.ts';
import { liveDealers } from '#src/dealer-files/fleet/published-fleet.ts';
import { createEngineKeys } from '#src/features/search/server/engine/engine-keys.ts';
import { copyToEngine, tryRemoval } from '#src/features/stock/server/indexing/request-move.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { publishedDist } from '#src/publishing/distribution/mirror-releases.ts';
import { requireData } from '#src/server/data-installation.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { engineFacts } from '#src/server/status/engine-facts.ts';
import { ENGINE_COLUMNS, engineCells } from '#src/server/status/engine-view.ts';
import {
  type Called,
  columns,
  commandOf,
  existingDealersFolder,
  printable,
  type Terminal,
  UsageError,
  withSubcommands,
} from '../../command/command.ts';
import { withProgress } from '../../command/progress.ts';

const PLACES = {
  'dealers-dir': { type: 'string' },
  dist: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
const MOVE_OPTIONS = { ...PLACES, to: { type: 'string' } } as const;
const KEYS_OPTIONS = { help: { type: 'boolean', short: 'h' } } as const;

const USAGE = `The search engines: that at MEILI_HOST, "${SHARED_ENGINE}", and those of MEILI_ENGINES.

  npm run stock -- engines                             their dealers, vehicles, changes that wait, and moves
  npm run stock -- engines move <dealer>… --to <engine>
  npm run stock -- engines keys [<engine>]             creates the keys that imports and servers need

A dealer is copied, compared and then searched on its new engine, without a search that lacks a vehicle; half a minute
later it is removed from the former one. A move that was cut off is continued by any process that indexes, or by the same
command. "keys" takes MEILI_MASTER_KEY and prints the variables for the environment file; it finds the keys it created
before. --dealers-dir DIR names another folder than dealers/, --dist DIR another folder of builds than dist/.`;

async function withServices<T>(
  values: { dist?: string | undefined; 'dealers-dir'?: string | undefined },
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const dist = await publishedDist(values.dist);
  const { dealers } = liveDealers({ dist, dealersDir: existingDealersFolder(values['dealers-dir']) });
  const env = readEnvironment({
    SITE_SECRET: 'not needed by a command, which signs nothing',
    ...process.env,
  });
  requireData(dist, env, false);
  const services = await openServices({ env, dealers });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

const list = ({ values, positionals }: Called<typeof PLACES>, terminal: Terminal): Promise<number> => {
  if (positionals.length > 0) throw new UsageError(`There is no command "${positionals[0]}".`);
  return withServices(values, async (services) => {
    await services.engines.check();
    const facts = await engineFacts(services);
    terminal.log(columns([[...ENGINE_COLUMNS], ...facts.map(engineCells)]));
    for (const { name, moves } of facts)
      for (const { dealer, state, to } of moves)
        terminal.log(
          state === 'copying'
            ? `${dealer} is copied to ${to}.`
            : `${dealer} is searched on ${to}, and to be removed from ${name}.`,
        );
    return 0;
  });
};

function namedDealers({ tenants }: Services, names: readonly string[]): DealerConfig[] {
  if (names.length === 0) throw new UsageError('Name the dealers to move.');
  return [...new Set(names)].map((name) => {
    const dealer = tenants.bySlug(name);
    if (dealer) return dealer;
    const known = tenants.all.map(({ slug }) => slug);
    throw new UsageError(`There is no dealer "${name}" with a valid file. ${whatExists(name, known)}`);
  });
}

function namedEngine({ engines, env }: Services, name: string | undefined): string {
  const known = [SHARED_ENGINE, ...env.MEILI_ENGINES.map((each) => each.name)];
  const engine = name === undefined ? undefined : engines.named(name);
  if (name === undefined || !engine)
    throw new UsageError(
      name === undefined
        ? `--to names the engine: ${known.join(', ')}.`
        : `There is no engine "${name}" in MEILI_ENGINES. ${whatExists(name, known)}`,
    );
  if (!engine.isWritable)
    throw new Error(
      `${keyVariables(name).key} is not set, so nothing can be written to "${name}". Run this where imports run.`,
    );
  return name;
}

const move = ({ values, positionals }: Called<typeof MOVE_OPTIONS>, terminal: Terminal): Promise<number> =>
  withServices(values, async (services) => {
    const to = namedEngine(services, values.to);
    const dealers = namedDealers(services, positionals);
    return withProgress(async (onProgress, clear) => {
      const say = (line: string) => {
        clear();
        terminal.log(printable(line));
      };
      const work = { onProgress, report: say };
      const moved: string[] = [];
      for (const dealer of dealers) {
        const isMoved = await copyToEngine(services, dealer, to, work);
        say(`${dealer.slug} is searched on "${to}"${isMoved ? '' : ' already'}.`);
        if (isMoved) moved.push(dealer.slug);
      }
      for (const slug of moved) {
        const left = await tryRemoval(services, slug, work);
        say(
          left
            ? `${slug} is still to be removed from its former engine: ${left.reason}. A process that indexes does it later.`
            : `${slug} is on "${to}" alone.`,
        );
      }
      return 0;
    });
  });

/** Prints variables alone on the standard output, so that it can be appended to an environment file. */
const keys = async ({ positionals }: Called<typeof KEYS_OPTIONS>, terminal: Terminal): Promise<number> => {
  const [name = SHARED_ENGINE, ...more] = positionals;
  if (more.length > 0) throw new UsageError('Name one engine.');
  const { MEILI_HOST, MEILI_ENGINES, MEILI_INDEX, MEILI_MASTER_KEY } = readEngineAddresses(process.env);
  const engines = [{ name: SHARED_ENGINE, host: MEILI_HOST }, ...MEILI_ENGINES];
  const engine = engines.find((each) => each.name === name);
  if (!engine) {
    const known = engines.map((each) => each.name);
    throw new UsageError(`There is no engine "${name}" in MEILI_ENGINES. ${whatExists(name, known)}`);
  }
  if (MEILI_MASTER_KEY === '') throw new UsageError(`Set MEILI_MASTER_KEY to the master key of "${name}".`);
  const created = await createEngineKeys({
    host: engine.host,
    masterKey: MEILI_MASTER_KEY,
    index: MEILI_INDEX,
  }).catch((error: unknown) => {
    throw new Error(`The keys of "${name}" cannot be created: ${plainReason(error)}`);
  });
  const variables = keyVariables(name);
  terminal.log(`${variables.searchKey}=${created.searchKey}\n${variables.key}=${created.key}`);
  terminal.error(
    `Workers and imports need both; a server that only serves shoppers needs ${variables.searchKey} alone.`,
  );
  return 0;
};

/** What `npm run stock -- engines …` does. @returns the exit code */
export const runEngines = withSubcommands(
  { move: commandOf(USAGE, MOVE_OPTIONS, move), keys: commandOf(USAGE, KEYS_OPTIONS, keys) },
  commandOf(USAGE, PLACES, list),
);
