import { parseArgs } from 'node:util';
import { readStatusEnvironment } from '#src/config/environment.ts';
import { liveDealers, publishedFleet } from '#src/dealer-files/fleet/published-fleet.ts';
import { dealersFolder } from '#src/dealer-files/load-dealers.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { createVehicleSearch } from '#src/features/search/server/engine/vehicle-search.ts';
import { openExistingDatabase } from '#src/platform/database/open-database.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { gatherStatus } from '#src/server/status/gather-status.ts';
import type { StatusFacts } from '#src/server/status/status-facts.ts';
import { statusView } from '#src/server/status/status-view.ts';
import { exitCodeOf, printableJson, readOptions, type Terminal, UsageError } from '../command/command.ts';
import { demoToken } from '../demo/demo-secrets.ts';
import { askServer } from './ask-server.ts';
import { checkedRelease } from './checked-release.ts';
import { logErrors } from './log-errors.ts';
import { statusText } from './status-text.ts';

/** An engine that takes longer is reported as unavailable. */
const ENGINE_TIMEOUT_MS = 5000;

const USAGE = `How everything is, red first, each trouble with the command that fixes it.

  npm run status -- [--json] [--log <file>] [--server <address>] [--dist <folder>] [--dealers-dir <folder>]

Per dealer: age of the release, its lost files, last import with its report (+added ~changed −removed =unchanged),
vehicles in stock, leads that wait, were given up or are held. Then database, search engine, server, disk and memory.
The server at HOST and PORT, or at --server, is asked for its memory and its errors of the last hour; that takes
HEALTH_TOKEN, which a demo has beside its data. Each process counts its own errors. --log counts them in a log
file instead, of all processes that write to it; - is the standard input.
DATA_DIR, DATABASE_URL and MEILI_HOST name the places, as for serve. Exit codes: 0 nothing is red, 1 something is red or
the command failed, 2 wrong usage.`;

const options = {
  json: { type: 'boolean' },
  log: { type: 'string' },
  server: { type: 'string' },
  dist: { type: 'string' },
  'dealers-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function probeEngine(probe: () => Promise<void>): Promise<StatusFacts['engine']> {
  try {
    await probe();
    return { isAvailable: true };
  } catch (error) {
    return { isAvailable: false, reason: plainReason(error) };
  }
}

async function gather(values: Values): Promise<StatusFacts> {
  const named = readStatusEnvironment(process.env);
  const place = { ...named, HEALTH_TOKEN: named.HEALTH_TOKEN || demoToken(named.DATA_DIR) };
  const places = { dist: distFolder(values.dist), dealersDir: dealersFolder(values['dealers-dir']) };
  const { dealers, leftOut } = publishedFleet(places);
  if (dealers.length + leftOut.length === 0) {
    throw new Error(`No site is published in ${places.dist}. Build first: npm run build -- --all`);
  }
  const { edited } = liveDealers(places);
  const asked = await askServer(place, values.server);
  const search = createVehicleSearch({
    host: place.MEILI_HOST,
    key: place.MEILI_KEY,
    index: place.MEILI_INDEX,
    timeoutMs: ENGINE_TIMEOUT_MS,
  });
  const db = await openExistingDatabase(place);
  try {
    const facts = await gatherStatus({
      db,
      clock: systemClock,
      dealers,
      leftOut,
      folders: [place.DATA_DIR, places.dist],
      releaseOf: (slug) => checkedRelease(places.dist, slug),
      isEdited: (slug) => edited.has(slug),
      engine: async () => asked.engine ?? probeEngine(search.probe),
      server: async () => asked.server,
    });
    return values.log === undefined
      ? facts
      : { ...facts, logErrors: await logErrors(values.log, systemClock.now()) };
  } finally {
    await db.destroy();
  }
}

/** What `npm run status` does. @returns the exit code */
export const runStatus = (args: string[], terminal: Terminal): Promise<number> =>
  exitCodeOf(
    async () => {
      const { values } = readOptions(() => parseArgs({ args, options }));
      if (values.help) {
        terminal.log(USAGE);
        return 0;
      }
      if (values.server !== undefined && !URL.canParse(values.server)) {
        throw new UsageError('--server takes an address, e.g. http://127.0.0.1:4321');
      }
      const facts = await gather(values);
      const view = statusView(facts);
      terminal.log(values.json ? printableJson({ ...view, facts }) : statusText(view));
      return view.level === 'red' ? 1 : 0;
    },
    USAGE,
    terminal,
  );
