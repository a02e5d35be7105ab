import { createReadStream } from 'node:fs';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { readStatusEnvironment } from '#src/config/environment.ts';
import { liveDealers, publishedFleet } from '#src/dealer-files/fleet/published-fleet.ts';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { dealersFolder } from '#src/dealer-files/load-dealers.ts';
import { createDatabaseSearch } from '#src/features/search/server/engine/database-search.ts';
import { createSiteEngines } from '#src/features/search/server/engine/site-engines.ts';
import { openExistingDatabase } from '#src/platform/database/open-database.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import { publishedDist } from '#src/publishing/distribution/mirror-releases.ts';
import { lostFiles } from '#src/publishing/release/dealer-release.ts';
import { engineFacts } from '#src/server/status/engine-facts.ts';
import { ENGINE_COLUMNS } from '#src/server/status/engine-view.ts';
import { dealerRelease, gatherStatus } from '#src/server/status/gather-status.ts';
import { isServedElsewhere } from '#src/server/status/operations.ts';
import type { DealerRelease, ErrorFacts, StatusFacts } from '#src/server/status/status-facts.ts';
import { ageText } from '#src/server/status/status-text.ts';
import {
  DEALER_COLUMNS,
  DELIVERY_COLUMNS,
  type StatusView,
  statusView,
} from '#src/server/status/status-view.ts';
import {
  columns,
  exitCodeOf,
  printable,
  printableJson,
  readOptions,
  type Terminal,
  UsageError,
} from '../command/command.ts';
import { demoToken } from '../demo/demo-secrets.ts';
import { askServer } from './ask-server.ts';

/** In place of a file. */
const STANDARD_INPUT = '-';
/** Pino's level of errors. */
const ERROR = 50;
const MESSAGES_SHOWN = 3;

const LineSchema = v.object({
  level: v.pipe(v.number(), v.minValue(ERROR)),
  time: v.number(),
  msg: v.optional(v.string(), ''),
});

function readLine(line: string): v.InferOutput<typeof LineSchema> | undefined {
  try {
    const parsed = v.safeParse(LineSchema, JSON.parse(line));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Errors of the last hour in a log file, of all processes that write to it. Lines of other programs are skipped.
 * @param file "-" is the standard input
 * @throws Error if the file cannot be read
 */
export async function logErrors(file: string, now: Date): Promise<ErrorFacts & { file: string }> {
  const since = now.getTime() - HOUR_MS;
  const counts = new Map<string, number>();
  let latest: number | undefined;
  let lastHour = 0;
  for await (const text of createInterface({
    input: file === STANDARD_INPUT ? process.stdin : createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const line = text.includes('"level"') ? readLine(text) : undefined;
    if (!line) continue;
    latest = Math.max(latest ?? 0, line.time);
    if (line.time < since) continue;
    lastHour += 1;
    counts.set(line.msg, (counts.get(line.msg) ?? 0) + 1);
  }
  const messages = [...counts]
    .map(([message, count]) => ({ message, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MESSAGES_SHOWN);
  return {
    file: file === STANDARD_INPUT ? 'the standard input' : file,
    lastHour,
    latest: latest === undefined ? undefined : new Date(latest).toISOString(),
    messages,
  };
}

const indented = '       ';

/** Red first; under each trouble the command that fixes it. */
function statusText(view: StatusView): string {
  const { at, level, troubles, fine, dealers, deliveries, engines, operations } = view;
  const lines = troubles.map(({ level, about, what, since, remedy }) => {
    const head = `${level.toUpperCase().padEnd(5)}  ${about}: ${what}`;
    const age = since === undefined ? '' : ` (${ageText(since, at)})`;
    return [`${printable(head)}${age}`, ...(remedy === undefined ? [] : [`${indented}${printable(remedy)}`])];
  });
  const table = (names: readonly string[], rows: StatusView['dealers']) =>
    columns([
      ['', ...names],
      ...rows.map(({ level, cells }) => [level === 'green' ? '' : level.toUpperCase(), ...cells]),
    ]);
  return [
    ...lines.map((pair) => pair.join('\n')),
    ...(troubles.length > 0 ? [''] : []),
    ...fine.map(({ about, what }) => printable(`green  ${about}: ${what}`)),
    ...(dealers.length > 0 ? ['', table(DEALER_COLUMNS, dealers)] : []),
    ...(deliveries.length > 0 ? ['', table(DELIVERY_COLUMNS, deliveries)] : []),
    ...(engines.length > 0 ? ['', table(ENGINE_COLUMNS, engines)] : []),
    ...operations.flatMap(({ columns: names, rows }) => ['', table(names, rows)]),
    '',
    level === 'green' ? 'All is well.' : `The worst is ${level}.`,
  ].join('\n');
}

/** What is published of a dealer, each of its files looked at. Of a damaged release the first lost file is named. */
export function checkedRelease(dist: string, slug: string): DealerRelease | undefined {
  const isCopy = (process.env.STORAGE_URL ?? '') !== '';
  const release = dealerRelease(dist, slug, isCopy);
  if (!release || release.damage !== undefined || isCopy) return release;
  const [first, ...more] = lostFiles(dist, slug, release.id);
  if (first === undefined) return release;
  const lost = more.length === 0 ? `${first} is` : `${first} and ${more.length} more are`;
  return { ...release, damage: `${lost} lost or cut short` };
}

/** An engine that takes longer is reported as unavailable. */
const ENGINE_TIMEOUT_MS = 5000;

const USAGE = `How everything is, red first, each trouble with the command that fixes it.

  npm run status -- [--json] [--log <file>] [--server <address>] [--dist <folder>] [--dealers-dir <folder>]

Per dealer: age of the release, its lost files, last import with its report (+added ~changed −removed =unchanged),
vehicles in stock, leads that wait, were given up or are held; per delivery of a feed: last success, next, vehicles and
failures; per process that serves or works: its code, what it does not serve yet, memory and errors; per job and queue:
who runs it, its last success, what waits. Then database, search engine, server, disk and memory.
The server at HOST and PORT, or at --server, is asked for its memory and its errors of the last hour; that takes
HEALTH_TOKEN, which a demo has beside its data. Where only other machines serve, none is expected here. Each process
counts its own errors. --log counts them in a log file instead, of all processes that write to it; - is the standard
input.
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

async function gather(values: Values): Promise<StatusFacts> {
  const named = readStatusEnvironment(process.env);
  const place = { ...named, HEALTH_TOKEN: named.HEALTH_TOKEN || demoToken(named.DATA_DIR) };
  const places = { dist: await publishedDist(values.dist), dealersDir: dealersFolder(values['dealers-dir']) };
  const { dealers, leftOut } = publishedFleet(places);
  if (dealers.length + leftOut.length === 0) {
    throw new Error(`No site is published in ${places.dist}. Build first: npm run build -- --all`);
  }
  const { edited } = liveDealers(places);
  const asked = await askServer(place, values.server);
  const db = await openExistingDatabase(place);
  const tenants = createTenants(dealers, leftOut);
  const engines = createSiteEngines({
    env: { ...place, SEARCH_TIMEOUT_MS: ENGINE_TIMEOUT_MS },
    ...{ db, tenants, log: console },
    database: createDatabaseSearch({ db, tenants, clock: systemClock }),
  });
  try {
    const facts = await gatherStatus({
      db,
      clock: systemClock,
      dealers,
      leftOut,
      folders: [place.DATA_DIR, places.dist],
      hasCdn: place.CDN !== 'none',
      isInKubernetes: place.KUBERNETES_SERVICE_HOST !== '',
      releaseOf: (slug) => checkedRelease(places.dist, slug),
      isEdited: (slug) => edited.has(slug),
      engines: async () => asked.engines ?? engineFacts({ db, tenants, engines }, ({ probe }) => probe()),
      server: async () => asked.server,
    });
    const { operations, at } = facts;
    const mayBeElsewhere = values.server === undefined && asked.server.kind === 'silent' && operations;
    const isElsewhere = mayBeElsewhere && isServedElsewhere(operations, hostname(), at);
    return {
      ...facts,
      ...(isElsewhere && { server: { kind: 'elsewhere' } }),
      ...(values.log !== undefined && { logErrors: await logErrors(values.log, systemClock.now()) }),
    };
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
