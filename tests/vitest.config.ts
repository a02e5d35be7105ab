import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { IS_CORE, IS_FULL } from './extent.ts';
import { PATIENCE_MS } from './fixtures/patience.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests of what touches no database. */
const WITHOUT_DATABASE = [
  // SQLite is copied by the command; of Postgres it saves the rest, which the tests of SQLite show.
  'tests/integration/backup.test.ts',
  'tests/integration/{build-failures,build-sites,content-pages,dealers-command,frame,frame-browser}.test.ts',
  'tests/integration/{http-files,image-cache,images,picture-source,drawn-map,place-map,publish,saved-cars-browser}.test.ts',
  'tests/integration/{compare-browser,previews-cdn,previews-killed,previews-publish}.test.ts',
  'tests/integration/{site-script,stock-rules,upload-places}.test.ts',
  // It has a Postgres of its own.
  'tests/integration/{releases-lost,releases-shared}.test.ts',
];

/** Walks in a browser, what compiles pages, and what starts processes a dozen times: in the core shorter tests prove the same rows. */
const NOT_IN_CORE = [
  'tests/integration/!(location-layout|saved-cars|saved-cards|finance-calculator|vehicle-hand|sales-counter|leads)-browser.test.ts',
  'tests/integration/{axe,build-failures,import-pictures-command,site-script,stock-demo-feed}.test.ts',
  // What leads-faults shows without kill -9, benches do on as few leads.
  'tests/integration/{demo-stops,development,leads-crash,leads-faults,preview-again,previews-killed,publish,releases-interrupted}.test.ts',
  'tests/integration/{rolling-restart,status-processes,reservation-crash,saved-search-worker,serve-stops}.test.ts',
  'tests/integration/stock-{crash,processes,rebuild}.test.ts',
  // The longest of those whose rows shorter tests prove too.
  'tests/integration/{backup,build-sites,content-pages,dealers-command,full-disk,search-distance,leads-command}.test.ts',
  'tests/integration/{relevance,releases-command,response-wording,restore-rehearsal,stock-command}.test.ts',
  'tests/integration/{saved-search-alerts,saved-search-pages,stock-overlays,pdf-response}.test.ts',
  'tests/contracts/mail-headers.test.ts',
];

/** What Postgres could do otherwise than SQLite: all that reads and writes it, and whole journeys with kill -9. */
const ON_POSTGRES = [
  'tests/integration/outbound-{deliveries,delivery-alarms}.test.ts',
  'tests/integration/engine-{moves,moves-killed,outage,versions}.test.ts',
  'tests/integration/{car-sitemap,cdn-purger,counted-requests,daily-counts,database,health,keyed-ids,listed-at,machines,other-releases,prize-draws,search-database,status,status-charts}.test.ts',
  'tests/integration/{my-garage,restore-rehearsal,sign-in-page}.test.ts',
  'tests/integration/leads-{acknowledgement,admin,alarm,breaker,delivery,erased-bytes,erasure,export,faults}.test.ts',
  'tests/integration/leads-{limits,listed-cars,queues,retention,slot-limit,stats,store,test-drives,worker}.test.ts',
  'tests/integration/saved-search-{alerts,pages,worker}.test.ts',
  'tests/integration/{online-payment-page,payment-privacy,reservations,reservations-command,reservation-crash,reservation-payments}.test.ts',
  'tests/integration/stock-{alarms,by-hand,crash,feeds,folder,guards,import,incremental,leases,overlays,processes,pushed,rebuild,safety,scale,schedule}.test.ts',
  'tests/integration/trade-in-{decision,estimate,lead,plate,privacy,record}.test.ts',
  'tests/integration/trade-in-{photos,photo-erasure,photo-limits,photo-updates}.test.ts',
  'tests/integration/{account-endpoints,account-gates,account-privacy,account-sessions,form-hostile,watchlist,phone-code-api,phone-code-lead,phone-code-limits,vehicle-page,vehicle-view}.test.ts',
];

/** What reads and writes the database by itself, migrations, leases, and whole journeys of a lead, a feed and a payment. */
const CORE_ON_POSTGRES = [
  'tests/integration/{daily-counts,database,listed-at,other-releases,search-database}.test.ts',
  'tests/integration/leads-{erasure,queues,store}.test.ts',
  'tests/integration/stock-{import,leases}.test.ts',
  'tests/integration/{account-sessions,reservations,trade-in-record,watchlist}.test.ts',
];

/** Needs both engines at once, or several machines, which SQLite cannot have. */
const NEEDS_POSTGRES = 'tests/integration/{move-database,machines-*}.test.ts';

function postgresTests(): string[] {
  if (IS_FULL) return ['tests/integration/**/*.test.ts', 'tests/switches/**/*.test.ts'];
  return [...(IS_CORE ? CORE_ON_POSTGRES : ON_POSTGRES), NEEDS_POSTGRES];
}

const UNIT_TESTS = 'src/**/*.test.{ts,tsx}';
const SCRIPT_TESTS = 'scripts/**/*.test.ts';

/** Unit tests that replace a module: a file that has loaded the real one keeps it. */
const REPLACING_MODULES = globSync([UNIT_TESTS, SCRIPT_TESTS], { cwd: root }).filter((file) =>
  /\bvi\.(?:mock|doMock|resetModules)\(/.test(
    readFileSync(new URL(file, new URL('..', import.meta.url)), 'utf8'),
  ),
);

/**
 * Loaded by Node itself, which is faster. The rendered pages load these modules too, and a process has one copy of
 * each. Other modules import styles or components.
 */
const LOADED_BY_NODE = {
  deps: {
    external: [
      /\/src\/(?:config|dealer-files|publishing|server|platform\/(?!ui\/|theme\/)|features\/[\w-]+\/(?!view\/|client\/))(?!.*\.test\.)/,
      /\/scripts\/(?!.*\.test\.)/,
    ],
  },
};

export default defineConfig({
  root,
  cacheDir: '.astro/vitest',
  test: {
    // Tests must not see what is published on this machine, nor its data.
    env: { DIST_DIR: '.astro/nothing-published', DATA_DIR: '.astro/no-data' },
    restoreMocks: true,
    // As with CI set, where a missing or obsolete snapshot fails: `-u` writes them.
    update: 'none',
    // A twelfth of the processor's time went into garbage collectors that share their work between threads, and as much
    // into collecting a young generation that starts at one megabyte.
    execArgv: ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'],
    // Tests wait for browsers, servers and disks more than they compute: two share two cores well, and three where none
    // starts a browser.
    maxWorkers: Math.max(IS_CORE ? 3 : 2, availableParallelism() - 1),
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Half of the time went into loading the same modules for every file.
          isolate: false,
          server: LOADED_BY_NODE,
          // Properties over whole spaces of addresses take seconds, and on a busy machine minutes.
          testTimeout: 300_000,
          include: [UNIT_TESTS, SCRIPT_TESTS],
          exclude: REPLACING_MODULES,
          setupFiles: ['tests/setup/no-console-errors.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-isolated',
          testTimeout: 300_000,
          include: REPLACING_MODULES,
          setupFiles: ['tests/setup/no-console-errors.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          isolate: false,
          server: LOADED_BY_NODE,
          include: postgresTests(),
          exclude: WITHOUT_DATABASE,
          globalSetup: [
            'tests/setup/postgres-setup.ts',
            'tests/setup/meilisearch-setup.ts',
            'tests/setup/on-demand-pages.ts',
            'tests/setup/shared-build.ts',
          ],
          setupFiles: ['tests/setup/no-console-errors.ts', 'tests/setup/drop-databases.ts'],
          // Some start a dozen processes, on a machine that has other work.
          testTimeout: 600_000,
          hookTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          isolate: false,
          server: LOADED_BY_NODE,
          include: [
            'tests/integration/**/*.test.ts',
            'tests/contracts/**/*.test.ts',
            'tests/switches/**/*.test.ts',
          ],
          exclude: [NEEDS_POSTGRES, ...(IS_CORE ? NOT_IN_CORE : [])],
          globalSetup: [
            'tests/setup/meilisearch-setup.ts',
            'tests/setup/on-demand-pages.ts',
            'tests/setup/shared-build.ts',
          ],
          setupFiles: ['tests/setup/no-console-errors.ts'],
          // Some start a dozen processes, on a machine that has other work.
          testTimeout: 600_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
