import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { judgeStatus } from './judge-status.ts';
import {
  type DealerFacts,
  type DeliveryFacts,
  type EngineFacts,
  type FeedFacts,
  levelOf,
  type ProcessFacts,
  type StatusFacts,
} from './status-facts.ts';
import { statusPage, statusView } from './status-view.ts';

const AT = '2026-07-10T02:00:00.000Z';
const ago = (ms: number) => new Date(Date.parse(AT) - ms).toISOString();
const GB = 1e9;

const DEALER: DealerFacts = {
  slug: 'riverbend',
  release: { id: 'one', publishedAt: ago(40 * 24 * HOUR_MS) },
  isEdited: false,
  isLive: true,
  hasFeed: true,
  import: {
    finishedAt: ago(HOUR_MS),
    counts: { added: 1, changed: 2, removed: 3, unchanged: 34 },
    unfinishedSince: undefined,
  },
  feed: undefined,
  deliveries: [],
  stock: 37,
  indexBacklog: 0,
  leads: {},
  missingSettings: [],
  waitsForSettingsAlone: false,
  leadsLateAfterMinutes: 30,
};
const PROCESS: ProcessFacts = {
  startedAt: ago(HOUR_MS),
  release: 'abc',
  memory: { rssBytes: 300e6, heapUsedBytes: 200e6, heapLimitBytes: 2e9 },
  errors: { lastHour: 0, latest: undefined },
};
const SHARED: EngineFacts = {
  name: 'shared',
  dealers: 1,
  vehicles: 37,
  isAvailable: true,
  diverted: 0,
  waiting: 0,
  moves: [],
};
const WELL: StatusFacts = {
  at: AT,
  dealers: [DEALER],
  leftOut: [],
  database: { engine: 'sqlite', write: { outcome: 'ok' }, responds: true },
  engines: [SHARED],
  destinations: [],
  disks: [{ folder: '.data', freeBytes: 50 * GB, totalBytes: 100 * GB }],
  machine: { availableBytes: 4 * GB, totalBytes: 8 * GB },
  server: { kind: 'answered', process: PROCESS },
};
const moved = (state: 'copying' | 'leaving', to: string) => ({
  dealer: 'riverbend',
  state,
  to,
  since: ago(11 * MINUTE_MS),
});
const withDealer = (more: Partial<DealerFacts>): StatusFacts => ({
  ...WELL,
  dealers: [{ ...DEALER, ...more }],
});
const withProcess = (more: Partial<ProcessFacts>): StatusFacts => ({
  ...WELL,
  server: { kind: 'answered', process: { ...PROCESS, ...more } },
});
const imported = (more: Partial<NonNullable<DealerFacts['import']>>) =>
  withDealer({
    import: { finishedAt: ago(HOUR_MS), counts: undefined, unfinishedSince: undefined, ...more },
  });
const scheduled = (more: Partial<FeedFacts>) =>
  withDealer({
    feed: {
      ...{ lastSuccessAt: ago(2 * HOUR_MS), lastOutcome: 'failed', lastError: undefined },
      ...{ failures: 0, staleFrom: ago(-HOUR_MS), lastFileAt: undefined, fileMissingFrom: undefined },
      ...more,
    },
  });
const trouble = (leads: number, since: string, latest = since) => ({ leads, since, latest });

it('PLAT-65 the last purge of the CDN is shown, and purges that fail: red once operators are alerted', () => {
  const ofCdn = (cdn: StatusFacts['cdn']) =>
    judgeStatus({ ...WELL, cdn }).filter(({ about }) => about === 'CDN');
  expect(ofCdn(undefined)).toEqual([]);
  const purged = { lastPurgeAt: ago(MINUTE_MS), failing: undefined };
  expect(ofCdn(purged)).toEqual([{ level: 'green', about: 'CDN', what: 'Last purged at 01:59 UTC.' }]);
  const failing = (since: string) => ofCdn({ ...purged, failing: { sites: 2, since, reason: 'HTTP 401' } });
  expect(failing(ago(4 * MINUTE_MS))).toMatchObject([{ level: 'amber' }]);
  expect(failing(ago(5 * MINUTE_MS))).toMatchObject([
    { level: 'red', what: 'Changes of 2 sites are not purged: HTTP 401.', since: ago(5 * MINUTE_MS) },
  ]);
});

it('PLAT-02 where all is well every part is green', () => {
  const findings = judgeStatus(WELL);
  expect(levelOf(findings)).toBe('green');
  expect(findings.map(({ about, what }) => `${about}: ${what}`)).toEqual([
    'database: SQLite stores a test row.',
    'search engine: Meilisearch responds.',
    'server: Release abc uses 300 MB of memory and 200 MB (10 %) of its heap.',
    'errors: 0 errors in the last hour.',
    'disk: 50.0 GB of 100.0 GB free at .data.',
    'memory: 4.0 GB of 8.0 GB of memory available.',
    'riverbend: Served, with 37 vehicles.',
  ]);
});

/** Facts, then level, part, words and command of the worst finding. */
const TABLE: readonly (readonly [StatusFacts, string, string, string | undefined])[] = [
  [
    { ...WELL, database: { ...WELL.database, write: { outcome: 'failed', reason: 'disk is full' } } },
    'red database',
    'No lead can be stored: disk is full.',
    'ls -l "$DATA_DIR"; df -h "$DATA_DIR"',
  ],
  [
    { ...WELL, database: { engine: 'postgres', write: { outcome: 'ok' }, responds: false } },
    'red database',
    'The database does not respond.',
    `psql "$DATABASE_URL" -c 'select 1'`,
  ],
  [
    { ...WELL, database: { ...WELL.database, write: { outcome: 'locked' } } },
    'amber database',
    'Another program has locked the database; forms wait for it.',
    'fuser -v "$DATA_DIR/forecourt.db"',
  ],
  [
    { ...WELL, leftOut: [{ slug: 'harbour', reason: 'its settings cannot be read' }] },
    'red harbour',
    'Not served: its settings cannot be read.',
    'npm run build -- harbour',
  ],
  [
    { ...WELL, destinations: [{ dealer: 'riverbend', destination: 'crm', since: ago(HOUR_MS) }] },
    'red riverbend',
    '"crm" is unavailable; its leads wait.',
    'npm run leads -- test riverbend',
  ],
  [
    { ...WELL, engines: [{ ...SHARED, isAvailable: false, reason: 'fetch failed' }] },
    'red search engine',
    'Meilisearch is unavailable; searches use the database: fetch failed.',
    'curl -s "$MEILI_HOST/health"',
  ],
  [
    {
      ...WELL,
      engines: [SHARED, { ...SHARED, name: 'east', dealers: 12, isAvailable: false }],
    },
    'red search engine east',
    'Meilisearch is unavailable; searches of 12 dealers use the database.',
    'npm run stock -- engines',
  ],
  [
    {
      ...WELL,
      engines: [SHARED, { ...SHARED, name: 'east', dealers: 0, moves: [moved('copying', 'east')] }],
    },
    'amber riverbend',
    'Its move to the search engine "east" is not finished; it is searched where it was.',
    'npm run stock -- engines move riverbend --to east',
  ],
  [
    { ...WELL, engines: [{ ...SHARED, moves: [moved('leaving', 'east')] }] },
    'amber riverbend',
    'It is searched on the engine "east", and is still to be removed from "shared".',
    'npm run stock -- engines move riverbend --to east',
  ],
  [
    { ...WELL, server: { kind: 'silent', address: 'http://127.0.0.1:4321', reason: 'ECONNREFUSED' } },
    'red server',
    'No server responds at http://127.0.0.1:4321: ECONNREFUSED.',
    'systemctl start forecourt@4321',
  ],
  [
    { ...WELL, server: { kind: 'refused', status: 401 } },
    'amber server',
    "A server responds, but refuses this HEALTH_TOKEN (401). Set the server's here, or restart the server with this one.",
    'HEALTH_TOKEN=<that of the server> npm run status',
  ],
  [
    { ...WELL, server: { kind: 'refused', status: 429 } },
    'amber server',
    'A server responds, but refuses every HEALTH_TOKEN after too many wrong ones (429). Wait ten minutes.',
    'sleep 600; npm run status',
  ],
  [
    withProcess({ memory: { rssBytes: 2e9, heapUsedBytes: 1.95e9, heapLimitBytes: 2e9 } }),
    'red server',
    'Release abc uses 2000 MB of memory and 1950 MB (98 %) of its heap.',
    'NODE_OPTIONS=--max-old-space-size=4096 npm run serve',
  ],
  [
    withProcess({ errors: { lastHour: 60, latest: ago(MINUTE_MS) } }),
    'red errors',
    '60 errors in the last hour, the last at 01:59 UTC.',
    'npm run status -- --log <file of the log>',
  ],
  [
    withProcess({ errors: { lastHour: 1, latest: ago(MINUTE_MS) } }),
    'amber errors',
    '1 error in the last hour, the last at 01:59 UTC.',
    'npm run status -- --log <file of the log>',
  ],
  [
    {
      ...WELL,
      logErrors: {
        file: 'serve.log',
        lastHour: 3,
        latest: AT,
        messages: [{ message: 'picture failed', count: 3 }],
      },
    },
    'amber errors in serve.log',
    '3 errors in the last hour, the last at 02:00 UTC: picture failed (3).',
    `grep '"level":[56]0' <file of the log> | tail`,
  ],
  [
    { ...WELL, disks: [{ folder: '.data', freeBytes: 0.9 * GB, totalBytes: 4 * GB }] },
    'red disk',
    '0.9 GB of 4.0 GB free at .data.',
    'du -xh --max-depth=2 .data | sort -h | tail',
  ],
  [
    { ...WELL, disks: [{ folder: '.data', freeBytes: 9 * GB, totalBytes: 100 * GB }] },
    'amber disk',
    '9.0 GB of 100.0 GB free at .data.',
    'du -xh --max-depth=2 .data | sort -h | tail',
  ],
  [
    { ...WELL, machine: { availableBytes: 0.2 * GB, totalBytes: 8 * GB } },
    'red memory',
    '0.2 GB of 8.0 GB of memory available.',
    'ps aux --sort=-rss | head',
  ],
  [
    withDealer({ release: undefined }),
    'red riverbend',
    'Its release cannot be read.',
    'npm run build -- riverbend',
  ],
  [
    withDealer({ release: { id: 'one', publishedAt: AT, damage: 'its pages are gone' } }),
    'red riverbend',
    'Its live release one is damaged: its pages are gone.',
    'npm run build -- riverbend',
  ],
  [
    withProcess({ failed: [{ dealer: 'riverbend', reason: 'format 9', since: ago(HOUR_MS) }] }),
    'red riverbend',
    'The server could not load its live release: format 9.',
    'npm run build -- riverbend',
  ],
  [
    withDealer({ isEdited: true }),
    'amber riverbend',
    'Its dealer file was edited after it was published.',
    'npm run build -- riverbend',
  ],
  [
    withDealer({ import: undefined, stock: 0 }),
    'red riverbend',
    'Its feed was never imported.',
    'npm run import -- riverbend',
  ],
  [
    imported({ finishedAt: ago(26 * HOUR_MS) }),
    'amber riverbend',
    'Its stock is 26 hours old.',
    'npm run import -- riverbend',
  ],
  [
    imported({ finishedAt: ago(72 * HOUR_MS) }),
    'red riverbend',
    'Its stock is 72 hours old.',
    'npm run import -- riverbend',
  ],
  [
    imported({ unfinishedSince: ago(HOUR_MS) }),
    'amber riverbend',
    'Its last import did not finish.',
    'npm run import -- riverbend',
  ],
  [
    withProcess({
      held: [{ dealer: 'riverbend', release: 'two', code: 'new', since: ago(HOUR_MS), isRefused: true }],
    }),
    'amber riverbend',
    'Release two is not served, the one before is: its code (new) is not in force.',
    'npm run releases -- rollback riverbend',
  ],
  [withDealer({ stock: 0 }), 'red riverbend', 'It has no vehicle in stock.', 'npm run import -- riverbend'],
  [
    scheduled({ lastOutcome: 'refused', failures: 1 }),
    'red riverbend',
    'Its feed is refused, because it looks broken.',
    'npm run import -- riverbend --dry-run',
  ],
  [
    scheduled({ staleFrom: AT, failures: 9, lastError: 'http_500' }),
    'red riverbend',
    'Its stock is 2 hours old.',
    'npm run import -- riverbend',
  ],
  [
    scheduled({ lastSuccessAt: undefined, staleFrom: ago(1) }),
    'red riverbend',
    'Its feed was never read.',
    'npm run import -- riverbend',
  ],
  [
    scheduled({ lastFileAt: ago(27 * HOUR_MS), fileMissingFrom: ago(HOUR_MS) }),
    'red riverbend',
    'No new file of its feed has come for 27 hours.',
    'npm run import -- riverbend',
  ],
  [
    scheduled({ failures: 2, lastError: 'http_500' }),
    'amber riverbend',
    'Its feed could not be read 2 times in a row (http_500). The server has a fault of its own: the feed is read again by itself; ask the supplier if it goes on.',
    'npm run import -- riverbend',
  ],
  [
    withDealer({ indexBacklog: 1000 }),
    'amber riverbend',
    'Changes of 1000 vehicles have not reached the search engine.',
    'npm run import -- --rebuild',
  ],
  [
    withDealer({ leads: { dead: trouble(2, ago(30 * 24 * HOUR_MS), ago(HOUR_MS)) } }),
    'red riverbend',
    '2 leads were given up.',
    'npm run leads -- retry --dead --dealer riverbend',
  ],
  [
    withDealer({ leads: { dead: trouble(1, ago(30 * 24 * HOUR_MS)) } }),
    'amber riverbend',
    '1 lead was given up.',
    'npm run leads -- retry --dead --dealer riverbend',
  ],
  [
    withDealer({ leads: { waiting: trouble(1, ago(30 * MINUTE_MS)) } }),
    'red riverbend',
    '1 lead waits, the first for more than 30 minutes.',
    'npm run leads -- list --dealer riverbend --state pending',
  ],
  [
    withDealer({
      leads: { waiting: trouble(2, ago(MINUTE_MS)) },
      missingSettings: [{ reason: 'environment variable SMTP_URL is not set', leads: 2 }],
    }),
    'red riverbend',
    '2 leads wait: environment variable SMTP_URL is not set.',
    'npm run leads -- list --dealer riverbend --state pending',
  ],
  [
    withDealer({ leads: { held: trouble(3, ago(HOUR_MS)) } }),
    'amber riverbend',
    '3 leads are held on suspicion.',
    'npm run leads -- list --dealer riverbend --state held',
  ],
];

const ROWS = TABLE.map(([facts, where, what, remedy]) => ({ facts, where, what, remedy }));

it.each(ROWS)('PLAT-02 FORM-11 PLAT-03 $where: $what', ({ facts, where, what, remedy }) => {
  const [worst] = judgeStatus(facts);
  expect(`${worst?.level} ${worst?.about}`).toBe(where);
  expect(worst).toMatchObject({ what, remedy });
});

it('FORM-11 leads that wait for a setting alone are named once, however long they wait', () => {
  const waiting = (waitsForSettingsAlone: boolean) =>
    withDealer({
      leads: { waiting: trouble(2, ago(HOUR_MS)) },
      missingSettings: [{ reason: 'environment variable SMTP_URL is not set', leads: 2 }],
      waitsForSettingsAlone,
    });
  const red = (of: StatusFacts) =>
    judgeStatus(of).flatMap(({ level, what }) => (level === 'red' ? [what] : []));
  const named = '2 leads wait: environment variable SMTP_URL is not set.';
  expect(red(waiting(true))).toEqual([named]);
  expect(red(waiting(false))).toEqual([named, '2 leads wait, the first for more than 30 minutes.']);
});

it('PLAT-02 damage that also keeps the server from loading a release is named once', () => {
  const failed = [{ dealer: 'riverbend', reason: 'format 9', since: AT }];
  const damage = 'its settings cannot be read (format 9)';
  const damaged = withDealer({ release: { id: 'one', publishedAt: AT, damage } });
  const facts = { ...damaged, server: withProcess({ failed }).server };
  const red = judgeStatus(facts).filter(({ level }) => level === 'red');
  expect(red.map(({ what }) => what)).toEqual([`Its live release one is damaged: ${damage}.`]);
});

const FINE: readonly (readonly [string, StatusFacts])[] = [
  ['an import 25 hours ago', imported({ finishedAt: ago(25 * HOUR_MS) })],
  ['an import under way', imported({ unfinishedSince: ago(59 * MINUTE_MS) })],
  [
    'a scheduled feed that has not changed for days',
    {
      ...scheduled({ lastOutcome: 'unchanged' }),
      dealers: scheduled({ lastOutcome: 'unchanged' }).dealers.map((dealer) => ({
        ...dealer,
        import: { finishedAt: ago(100 * HOUR_MS), counts: undefined, unfinishedSince: undefined },
      })),
    },
  ],
  ['a first import under way', imported({ finishedAt: undefined, unfinishedSince: ago(MINUTE_MS) })],
  ['an old feed of a paused site', withDealer({ isLive: false, import: undefined, stock: 0 })],
  ['a site without a feed', withDealer({ hasFeed: false, import: undefined, stock: 0 })],
  ['dealer files that were not looked at', withDealer({ isEdited: undefined })],
  ['a lead that waits for 29 minutes', withDealer({ leads: { waiting: trouble(1, ago(29 * MINUTE_MS)) } })],
  ['a server that shows no more', { ...WELL, server: { kind: 'alive' } }],
];

it.each(FINE)('PLAT-02 %s is no reason for concern', (_, facts) => {
  expect(levelOf(judgeStatus(facts))).toBe('green');
});

it('PLAT-02 red comes first, then amber', () => {
  const facts: StatusFacts = {
    ...WELL,
    disks: [{ folder: '.data', freeBytes: 9 * GB, totalBytes: 100 * GB }],
    dealers: [DEALER, { ...DEALER, slug: 'harbour', leads: { dead: trouble(1, AT) } }],
  };
  const levels = judgeStatus(facts).map(({ level, about }) => `${level} ${about}`);
  expect(levels.slice(0, 3)).toEqual(['red harbour', 'amber disk', 'green database']);
});

const DELIVERY: DeliveryFacts = {
  feed: 'Stock as XML (carsales)',
  receiver: 'files.example',
  lastSuccessAt: ago(30 * HOUR_MS),
  nextDueAt: ago(-HOUR_MS),
  failures: 0,
  lastError: undefined,
  isOverdue: false,
  vehicles: 212,
  leftOut: 3,
};

it.each([
  [0, false, 'green'],
  [2, false, 'amber'],
  [9, true, 'red'],
] as const)(
  'FEED-23 a delivery that failed %i times is judged (alarm: %s) as %s',
  (failures, isOverdue, level) => {
    const lastError = failures > 0 ? 'wrong_host_key' : undefined;
    const facts = withDealer({ deliveries: [{ ...DELIVERY, failures, isOverdue, lastError }] });
    expect(levelOf(judgeStatus(facts))).toBe(level);
    expect(statusView(facts).deliveries[0]?.level).toBe(level);
  },
);

it('FEED-23 the status of a failing delivery names receiver, code and remedy', () => {
  const deliveries = [{ ...DELIVERY, failures: 2, lastError: 'wrong_host_key' }];
  const [finding] = judgeStatus(withDealer({ deliveries }));
  expect(finding).toMatchObject({
    about: 'riverbend',
    since: DELIVERY.lastSuccessAt,
    remedy: 'npm run stock -- feeds riverbend --deliver',
  });
  expect(finding?.what).toContain(
    'Stock as XML (carsales) could not be delivered to files.example 2 times in a row',
  );
  expect(finding?.what).toContain('another host key than the dealer file (wrong_host_key)');
  expect(finding?.what).toContain('ssh-keyscan');
});

it('FEED-23 the status shows last success, next delivery, vehicles and those left out', () => {
  const { deliveries } = statusView(withDealer({ deliveries: [DELIVERY] }));
  expect(deliveries.map(({ cells }) => cells)).toEqual([
    ['riverbend', DELIVERY.feed, 'files.example', '30 h', '2026-07-10 03:00 UTC', '212', '3', '0'],
  ]);
});

it('FEED-23 the status page has a table of deliveries, if there are any', () => {
  const page = (deliveries: DeliveryFacts[]) => statusPage(statusView(withDealer({ deliveries })), undefined);
  expect(page([DELIVERY])).toContain('<h2>Deliveries</h2>');
  expect(page([DELIVERY])).toContain('<td data-label="to" class="wide">files.example</td>');
  expect(page([{ ...DELIVERY, failures: 2, lastError: 'stalled' }])).toContain(
    '<td data-label="failures" class="half">2 (stalled)</td>',
  );
  expect(page([])).not.toContain('<h2>Deliveries</h2>');
});

it('FEED-23 the status of a closed site has no deliveries', () => {
  const facts = withDealer({ isLive: false, deliveries: [{ ...DELIVERY, failures: 2, isOverdue: true }] });
  expect(judgeStatus(facts).filter(({ level }) => level === 'red')).toEqual([]);
  expect(statusView(facts).deliveries).toEqual([]);
});
