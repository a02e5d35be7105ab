import { REPORTED_FOR_MS } from '#src/features/leads/delivery/lead-alarm.ts';
import { sourceRemedy } from '#src/features/stock/server/sources/source-remedies.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { judgeEngines } from './engine-view.ts';
import { judgeCdn } from './judge-cdn.ts';
import { judgeDeliveries } from './judge-deliveries.ts';
import { judgeOperations } from './operations.ts';
import { FIRST_SERVER, logCommand, restartCommand, startCommand } from './process-commands.ts';
import {
  type DealerFacts,
  type DiskFacts,
  type ErrorFacts,
  type FailedRelease,
  type FeedFacts,
  type Finding,
  type HeldRelease,
  type ImportFacts,
  type RefusedCode,
  type StatusFacts,
  stockAsOf,
  worstFirst,
} from './status-facts.ts';

/** Daily feeds may be an hour or two late. */
const IMPORT_LATE_MS = 26 * HOUR_MS;
const IMPORT_MISSING_MS = 72 * HOUR_MS;
/** Longer than any import takes. */
const IMPORT_CUT_OFF_MS = HOUR_MS;
/** More than the changes of one import. */
const INDEX_BACKLOG = 1000;

type Judged = Omit<Finding, 'about'>;

const vehicles = (count: number) => `${count} ${count === 1 ? 'vehicle' : 'vehicles'}`;
const leadsOf = (count: number, verbs: readonly [string, string]) =>
  `${count} ${count === 1 ? `lead ${verbs[0]}` : `leads ${verbs[1]}`}`;

function judgeRelease({ slug, release, isEdited }: DealerFacts): Judged[] {
  const remedy = `npm run build -- ${slug}`;
  if (!release) return [{ level: 'red', what: 'Its release cannot be read.', remedy }];
  if (release.damage !== undefined)
    return [{ level: 'red', what: `Its live release ${release.id} is damaged: ${release.damage}.`, remedy }];
  return isEdited
    ? [{ level: 'amber', what: 'Its dealer file was edited after it was published.', remedy }]
    : [];
}

const ageInHours = (since: string, now: number) => Math.floor((now - Date.parse(since)) / HOUR_MS);

function judgeSchedule(slug: string, feed: FeedFacts, now: number): Judged[] {
  const { lastSuccessAt, lastOutcome, lastError, failures, staleFrom, lastFileAt, fileMissingFrom } = feed;
  const remedy = `npm run import -- ${slug}`;
  const found: Judged[] = [];
  if (lastOutcome === 'refused') {
    const what = 'Its feed is refused, because it looks broken.';
    found.push({ level: 'red', what, since: lastSuccessAt, remedy: `${remedy} --dry-run` });
  }
  if (now >= Date.parse(staleFrom)) {
    const what = lastSuccessAt
      ? `Its stock is ${ageInHours(lastSuccessAt, now)} hours old.`
      : 'Its feed was never read.';
    found.push({ level: 'red', what, since: lastSuccessAt, remedy });
  }
  if (found.length === 0 && fileMissingFrom !== undefined && now >= Date.parse(fileMissingFrom)) {
    const what = lastFileAt
      ? `No new file of its feed has come for ${ageInHours(lastFileAt, now)} hours.`
      : 'No file of its feed has come yet.';
    found.push({ level: 'red', what, since: lastFileAt, remedy });
  }
  if (found.length === 0 && failures > 0) {
    const code = lastError === undefined ? '' : ` (${lastError})`;
    const times = failures === 1 ? 'once' : `${failures} times in a row`;
    found.push({
      level: 'amber',
      what: [`Its feed could not be read ${times}${code}.`, sourceRemedy(lastError ?? null)]
        .filter((sentence) => sentence !== undefined)
        .join(' '),
      since: lastSuccessAt,
      remedy,
    });
  }
  return found;
}

function judgeAge(slug: string, last: ImportFacts | undefined, now: number): Judged[] {
  const remedy = `npm run import -- ${slug}`;
  if (!last?.finishedAt && !last?.unfinishedSince) {
    return [{ level: 'red', what: 'Its feed was never imported.', remedy }];
  }
  const { finishedAt } = last;
  if (finishedAt === undefined) return [];
  const age = now - Date.parse(finishedAt);
  if (age < IMPORT_LATE_MS) return [];
  const level = age >= IMPORT_MISSING_MS ? 'red' : 'amber';
  return [
    { level, what: `Its stock is ${ageInHours(finishedAt, now)} hours old.`, since: finishedAt, remedy },
  ];
}

function judgeImport(dealer: DealerFacts, now: number): Judged[] {
  const { slug, isLive, hasFeed, feed, import: last, stock } = dealer;
  if (!hasFeed || !isLive) return [];
  const remedy = `npm run import -- ${slug}`;
  const found = feed ? judgeSchedule(slug, feed, now) : judgeAge(slug, last, now);
  const since = last?.unfinishedSince;
  if (since && now - Date.parse(since) >= IMPORT_CUT_OFF_MS) {
    found.push({ level: 'amber', what: 'Its last import did not finish.', since, remedy });
  }
  if (stock === 0 && stockAsOf(dealer)) {
    found.push({ level: 'red', what: 'It has no vehicle in stock.', since: stockAsOf(dealer), remedy });
  }
  return found;
}

function judgeIndex({ indexBacklog }: DealerFacts): Judged[] {
  if (indexBacklog < INDEX_BACKLOG) return [];
  const what = `Changes of ${vehicles(indexBacklog)} have not reached the search engine.`;
  return [{ level: 'amber', what, remedy: 'npm run import -- --rebuild' }];
}

function judgeLeads(dealer: DealerFacts, now: number): Judged[] {
  const { slug, leads, leadsLateAfterMinutes, missingSettings, waitsForSettingsAlone } = dealer;
  const { waiting, dead, held } = leads;
  const list = (state: string) => `npm run leads -- list --dealer ${slug} --state ${state}`;
  const found: Judged[] = [];
  if (dead) {
    const isRecent = now - Date.parse(dead.latest) < REPORTED_FOR_MS;
    found.push({
      level: isRecent ? 'red' : 'amber',
      what: `${leadsOf(dead.leads, ['was', 'were'])} given up.`,
      since: dead.since,
      remedy: `npm run leads -- retry --dead --dealer ${slug}`,
    });
  }
  for (const { reason, leads: count } of missingSettings) {
    const what = `${leadsOf(count, ['waits', 'wait'])}: ${reason}.`;
    found.push({ level: 'red', what, since: waiting?.since, remedy: list('pending') });
  }
  const isLate = waiting && now - Date.parse(waiting.since) >= leadsLateAfterMinutes * MINUTE_MS;
  if (isLate && !waitsForSettingsAlone) {
    const what = `${leadsOf(waiting.leads, ['waits', 'wait'])}, the first for more than ${leadsLateAfterMinutes} minutes.`;
    found.push({ level: 'red', what, since: waiting.since, remedy: list('pending') });
  }
  if (held) {
    const what = `${leadsOf(held.leads, ['is', 'are'])} held on suspicion.`;
    found.push({ level: 'amber', what, since: held.since, remedy: list('held') });
  }
  return found;
}

/** A single green finding if nothing is wrong. */
function judgeDealer(dealer: DealerFacts, at: string): Finding[] {
  const now = Date.parse(at);
  const found = [
    ...judgeLeads(dealer, now),
    ...judgeImport(dealer, now),
    ...judgeDeliveries(dealer),
    ...judgeRelease(dealer),
    ...judgeIndex(dealer),
  ];
  const judged: Judged[] =
    found.length > 0 ? found : [{ level: 'green', what: `Served, with ${vehicles(dealer.stock)}.` }];
  return judged.map((finding) => ({ about: dealer.slug, ...finding }));
}

const GB = 1_000_000_000;
const MB = 1_000_000;

/** Less space fits neither a backup nor a build. */
const DISK_RED_BYTES = GB;
const DISK_AMBER_SHARE = 0.1;
const MEMORY_RED_SHARE = 0.03;
const MEMORY_AMBER_SHARE = 0.1;
const HEAP_RED_SHARE = 0.95;
const HEAP_AMBER_SHARE = 0.8;
/** One a minute: more than isolated errors. */
const ERRORS_RED = 60;

const percent = (share: number) => `${Math.round(share * 100)} %`;
const inGb = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;
const inMb = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

function judgeDatabase({ database }: StatusFacts): Finding {
  const about = 'database';
  const { engine, write, responds } = database;
  const remedy =
    engine === 'sqlite' ? 'ls -l "$DATA_DIR"; df -h "$DATA_DIR"' : `psql "$DATABASE_URL" -c 'select 1'`;
  if (write.outcome === 'failed') {
    return { level: 'red', about, what: `No lead can be stored: ${write.reason}.`, remedy };
  }
  if (!responds) return { level: 'red', about, what: 'The database does not respond.', remedy };
  if (write.outcome === 'locked') {
    const what = 'Another program has locked the database; forms wait for it.';
    return { level: 'amber', about, what, remedy: 'fuser -v "$DATA_DIR/forecourt.db"' };
  }
  return { level: 'green', about, what: `${engine === 'sqlite' ? 'SQLite' : 'Postgres'} stores a test row.` };
}

function judgeDisk({ folder, freeBytes, totalBytes }: DiskFacts): Finding {
  const share = totalBytes === 0 ? 1 : freeBytes / totalBytes;
  const what = `${inGb(freeBytes)} of ${inGb(totalBytes)} free at ${folder}.`;
  const level = freeBytes < DISK_RED_BYTES ? 'red' : share < DISK_AMBER_SHARE ? 'amber' : 'green';
  const remedy = level === 'green' ? undefined : `du -xh --max-depth=2 ${folder} | sort -h | tail`;
  return { level, about: 'disk', what, remedy };
}

function judgeMachine({ machine: { availableBytes, totalBytes } }: StatusFacts): Finding {
  const share = totalBytes === 0 ? 1 : availableBytes / totalBytes;
  const level = share < MEMORY_RED_SHARE ? 'red' : share < MEMORY_AMBER_SHARE ? 'amber' : 'green';
  const what = `${inGb(availableBytes)} of ${inGb(totalBytes)} of memory available.`;
  return {
    level,
    about: 'memory',
    what,
    remedy: level === 'green' ? undefined : 'ps aux --sort=-rss | head',
  };
}

/** Errors of one process, within the last hour. */
function judgeErrors(
  about: string,
  { lastHour, latest, messages = [] }: ErrorFacts,
  command: string,
): Finding {
  const level = lastHour >= ERRORS_RED ? 'red' : lastHour > 0 ? 'amber' : 'green';
  const lastText = lastHour > 0 && latest ? `, the last at ${latest.slice(11, 16)} UTC` : '';
  const most = messages.map(({ message, count }) => `${message} (${count})`).join(', ');
  const what = `${lastHour} ${lastHour === 1 ? 'error' : 'errors'} in the last hour${lastText}${most && `: ${most}`}.`;
  const remedy = level === 'green' ? undefined : command;
  return { level, about, what, remedy };
}

/** @param inForce id of the code that the process uses */
function judgeRefused(
  { code, reason, since, needsRestart }: RefusedCode,
  inForce: string,
  facts: StatusFacts,
): Finding {
  if (needsRestart && code === inForce) {
    const what = `restart: the code in force (${code}) needs another server than the one that runs.`;
    return { level: 'amber', about: 'server', what, since, remedy: 'npm run build -- --all' };
  }
  if (needsRestart) {
    const what = `restart: new code (${code}) needs another server than the one that runs.`;
    return { level: 'amber', about: 'server', what, since, remedy: restartCommand(facts, FIRST_SERVER) };
  }
  const what = `New code (${code}) is not in force, the old one serves: ${reason.replace(/\.$/, '')}.`;
  const remedy = logCommand(facts);
  return { level: 'amber', about: 'server', what, since, remedy };
}

function judgeHeld({ dealer, release, code, since }: HeldRelease): Finding {
  const what = `Release ${release} is not served, the one before is: its code (${code}) is not in force.`;
  return { level: 'amber', about: dealer, what, since, remedy: `npm run releases -- rollback ${dealer}` };
}

function judgeFailed({ dealer, reason, since }: FailedRelease): Finding {
  const what = `The server could not load its live release: ${reason}.`;
  return { level: 'red', about: dealer, what, since, remedy: `npm run build -- ${dealer}` };
}

/** Releases the server could not load, except those already reported as damaged. */
function judgeFailures({ dealers, leftOut, server }: StatusFacts): Finding[] {
  const isDamaged = ({ release }: StatusFacts['dealers'][number]) => !release || release.damage !== undefined;
  const known = new Set([...leftOut, ...dealers.filter(isDamaged)].map(({ slug }) => slug));
  const { failed = [] } = server.kind === 'answered' ? server.process : {};
  return failed.filter(({ dealer }) => !known.has(dealer)).map(judgeFailed);
}

const TOO_MANY_TOKENS = 429;

function judgeRefusal(status: number): Finding {
  const isLater = status === TOO_MANY_TOKENS;
  const what = isLater
    ? `A server responds, but refuses every HEALTH_TOKEN after too many wrong ones (${status}). Wait ten minutes.`
    : `A server responds, but refuses this HEALTH_TOKEN (${status}). Set the server's here, or restart the server with this one.`;
  const remedy = isLater ? 'sleep 600; npm run status' : 'HEALTH_TOKEN=<that of the server> npm run status';
  return { level: 'amber', about: 'server', what, remedy };
}

function judgeServer(facts: StatusFacts): Finding[] {
  const { server } = facts;
  const about = 'server';
  if (server.kind === 'elsewhere') return [];
  if (server.kind === 'silent') {
    const what = `No server responds at ${server.address}: ${server.reason}.`;
    return [{ level: 'red', about, what, remedy: startCommand(facts, FIRST_SERVER) }];
  }
  if (server.kind === 'alive') {
    const what =
      'A server responds. With one HEALTH_TOKEN set there and here, its memory and its errors are shown too.';
    return [{ level: 'green', about, what }];
  }
  if (server.kind === 'refused') return [judgeRefusal(server.status)];
  const { memory, errors, release, refused, held = [] } = server.process;
  const share = memory.heapUsedBytes / memory.heapLimitBytes;
  const level = share >= HEAP_RED_SHARE ? 'red' : share >= HEAP_AMBER_SHARE ? 'amber' : 'green';
  const heap = `${inMb(memory.heapUsedBytes)} (${percent(share)}) of its heap`;
  const remedy = level === 'green' ? undefined : 'NODE_OPTIONS=--max-old-space-size=4096 npm run serve';
  const what = `Release ${release} uses ${inMb(memory.rssBytes)} of memory and ${heap}.`;
  return [
    ...(refused ? [judgeRefused(refused, release, facts)] : []),
    ...held.filter(({ isRefused }) => isRefused).map(judgeHeld),
    { level, about, what, remedy },
    judgeErrors('errors', errors, 'npm run status -- --log <file of the log>'),
  ];
}

/** All findings about an installation, red first, each with the command that fixes it. */
export function judgeStatus(facts: StatusFacts): Finding[] {
  const { dealers, leftOut, destinations, disks, logErrors, at } = facts;
  return worstFirst([
    judgeDatabase(facts),
    ...leftOut.map(
      ({ slug, reason }): Finding => ({
        level: 'red',
        about: slug,
        what: `Not served: ${reason}.`,
        remedy: `npm run build -- ${slug}`,
      }),
    ),
    ...destinations.map(
      ({ dealer, destination, since }): Finding => ({
        level: 'red',
        about: dealer,
        what: `"${destination}" is unavailable; its leads wait.`,
        since,
        remedy: `npm run leads -- test ${dealer}`,
      }),
    ),
    ...judgeEngines(facts.engines, at),
    ...judgeCdn(facts),
    ...judgeFailures(facts),
    ...judgeServer(facts),
    ...judgeOperations(facts),
    ...(logErrors
      ? [
          judgeErrors(
            `errors in ${logErrors.file}`,
            logErrors,
            `grep '"level":[56]0' <file of the log> | tail`,
          ),
        ]
      : []),
    ...disks.map(judgeDisk),
    judgeMachine(facts),
    ...dealers.flatMap((dealer) => judgeDealer(dealer, at)),
  ]);
}
