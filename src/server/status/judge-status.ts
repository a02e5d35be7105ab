import { type Finding, worstFirst } from './finding.ts';
import { judgeDealer } from './judge-dealer.ts';
import type {
  DiskFacts,
  ErrorFacts,
  FailedRelease,
  HeldRelease,
  RefusedCode,
  ServerFacts,
  StatusFacts,
} from './status-facts.ts';

const GB = 1_000_000_000;
const MB = 1_000_000;

/** Below it neither a backup nor a build fits. */
export const DISK_RED_BYTES = GB;
export const DISK_AMBER_SHARE = 0.1;
export const MEMORY_RED_SHARE = 0.03;
export const MEMORY_AMBER_SHARE = 0.1;
export const HEAP_RED_SHARE = 0.95;
export const HEAP_AMBER_SHARE = 0.8;
/** One a minute: more than single mishaps. */
export const ERRORS_RED = 60;

const percent = (share: number) => `${Math.round(share * 100)} %`;
export const inGb = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;
export const inMb = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

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

function judgeEngine({ engine }: StatusFacts): Finding {
  const about = 'search engine';
  if (engine.isAvailable) return { level: 'green', about, what: 'Meilisearch responds.' };
  const reason = engine.reason === undefined ? '' : `: ${engine.reason}`;
  const what = `Meilisearch is unavailable; searches use the database${reason}.`;
  return { level: 'red', about, what, remedy: 'curl -s "$MEILI_HOST/health"' };
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

/** Of one process: since its start, and no further back than an hour. */
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

function judgeRefused({ code, reason, since }: RefusedCode): Finding {
  const what = `New code (${code}) is not in force, the old one serves: ${reason.replace(/\.$/, '')}.`;
  const remedy = 'journalctl --unit forecourt --lines 50';
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

/** Releases that the server could not load, except those whose damage is known without it. */
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

function judgeServer(server: ServerFacts): Finding[] {
  const about = 'server';
  if (server.kind === 'silent') {
    const what = `No server responds at ${server.address}: ${server.reason}.`;
    return [{ level: 'red', about, what, remedy: 'systemctl start forecourt' }];
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
    ...(refused ? [judgeRefused(refused)] : []),
    ...held.filter(({ isRefused }) => isRefused).map(judgeHeld),
    { level, about, what, remedy },
    judgeErrors('errors', errors, 'npm run status -- --log <file of the log>'),
  ];
}

/** Everything there is to say about an installation, red first, each with the command that fixes it. */
export function judgeStatus(facts: StatusFacts): Finding[] {
  const { dealers, leftOut, destinations, disks, server, logErrors, at } = facts;
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
    judgeEngine(facts),
    ...judgeFailures(facts),
    ...judgeServer(server),
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
