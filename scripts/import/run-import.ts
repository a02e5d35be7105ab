import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readDatabaseLocation, readEnvironment } from '#src/config/environment.ts';
import { formatProblem, whatExists } from '#src/dealer-files/config-problem.ts';
import { liveDealers } from '#src/dealer-files/fleet/published-fleet.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { alertAfterImport } from '#src/features/account/server/saved-searches/alert-worker.ts';
import { reportFeeds } from '#src/features/feeds/server/outbound-feed-report.ts';
import type { ImportSummary } from '#src/features/stock/server/importing/import-stock.ts';
import { importManually } from '#src/features/stock/server/importing/manual-import.ts';
import { stockHistory } from '#src/features/stock/server/importing/stock-history.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { importPictures, type PictureSummary } from '#src/features/stock/server/pictures/import-pictures.ts';
import { plainMessage, plainReason } from '#src/platform/text/plain-reason.ts';
import { publishedDist } from '#src/publishing/distribution/mirror-releases.ts';
import { requireData } from '#src/server/data-installation.ts';
import { openServices, type Services } from '#src/server/services.ts';
import {
  existingDealersFolder,
  exitCodeOf,
  readOptions,
  type Terminal,
  UsageError,
} from '../command/command.ts';
import { withProgress } from '../command/progress.ts';
import { feedLines } from '../stock/feeds/feed-text.ts';
import { historyText } from './history-text.ts';
import { fleetTable, summaryText } from './summary-text.ts';
import { runTry } from './try-import.ts';

/** The report on a dealer's pictures; empty if the feed names none by address. */
function pictureLines(summary: PictureSummary): string[] {
  const { asked, fetched, unchanged, failures, vehicles, forgotten } = summary;
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  return [
    ...(asked > 0
      ? [
          `  pictures: ${fetched} fetched, ${unchanged} unchanged, ${failed} could not be fetched; ${vehicles} vehicles have new pictures`,
        ]
      : []),
    ...failures.map(
      ({ reason, count, example }) =>
        `  ${String(count).padStart(6)} × ${reason}\n           e.g. ${example}`,
    ),
    ...(failed > 0
      ? ['  Later imports try them again; until then their vehicles show other pictures, or none.']
      : []),
    ...(forgotten > 0 ? [`  ${forgotten} pictures deleted that were unused for 90 days`] : []),
  ];
}

const USAGE = `Imports the stock of dealers and brings the search index up to date.

  npm run import -- <dealer>… | --all  [--dry-run] [--force] [--incremental | --full] [--report FILE]
  npm run import -- --rebuild
  npm run import -- history <dealer> <stock number | VIN | slug>
  npm run import -- try <dealer> [--feed FILE|ADDRESS] [--write]

try says what a feed is, what its columns hold and how they would be mapped; --write puts that into the dealer file.
--incremental reads the feed as changes alone, --full as the whole stock, regardless of "stock.feed.mode".
--rebuild builds the search index again from the database; dealers named with it are imported first.
A published dealer is imported by its published settings, any other by its file; --dry-run tries the files as they are.
--dealers-dir DIR names another folder than dealers/, --dist DIR another folder of builds than dist/, DATA_DIR the data folder (.data),
DATABASE_URL a Postgres database instead of the one in that folder. --new-data accepts a database other than the built sites’ own.`;

const options = {
  all: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  incremental: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  rebuild: { type: 'boolean', default: false },
  report: { type: 'string' },
  feed: { type: 'string' },
  write: { type: 'boolean', default: false },
  'dealers-dir': { type: 'string' },
  dist: { type: 'string' },
  'new-data': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const parse = (args: string[]) => readOptions(() => parseArgs({ args, allowPositionals: true, options }));

/** @throws UsageError */
function readArguments(args: string[]) {
  const { values, positionals } = parse(args);
  if (values.help) return { command: 'help' } as const;
  if (positionals[0] === 'history') {
    const [, dealer, words, ...more] = positionals;
    if (dealer === undefined || words === undefined || more.length > 0) {
      throw new UsageError('Name one dealer and one stock number, VIN or slug.');
    }
    return { command: 'history', dealer, words } as const;
  }
  if (positionals[0] === 'try') {
    const [, slug, ...more] = positionals;
    if (slug === undefined || more.length > 0) throw new UsageError('Name one dealer to try a feed for.');
    const dealersDir = existingDealersFolder(values['dealers-dir']);
    return { command: 'try', slug, dealersDir, feed: values.feed, isWritten: values.write } as const;
  }
  if (values.feed !== undefined || values.write) throw new UsageError('--feed and --write go with "try".');
  if (values.incremental && values.full) throw new UsageError('--incremental or --full, not both.');
  if (values['dry-run'] && values.rebuild) throw new UsageError('--dry-run writes nothing, --rebuild does.');
  if (!values.all && !values.rebuild && positionals.length === 0) {
    throw new UsageError('Name the dealers to import, or --all.');
  }
  const mode = values.incremental ? 'incremental' : values.full ? 'full' : undefined;
  return { command: 'import', slugs: positionals, mode, values } as const;
}

type ImportArguments = Extract<ReturnType<typeof readArguments>, { command: 'import' }>;

/** Prints what happened to a vehicle. @returns the exit code */
async function history(dealer: string, words: string, terminal: Terminal): Promise<number> {
  const found = await stockHistory(readDatabaseLocation(process.env), dealer, words);
  if (found.length === 0) {
    terminal.error(`No vehicle of "${dealer}" has or had the stock number, VIN or slug "${words}".`);
    return 1;
  }
  terminal.log(found.map(historyText).join('\n\n'));
  return 0;
}

/** Sends the marked vehicles, or all. @returns whether Meilisearch accepted them */
async function updateIndex(services: Services, rebuild: boolean, terminal: Terminal): Promise<boolean> {
  try {
    const sent = await withProgress((onProgress, clear) => {
      const report = (line: string) => {
        clear();
        terminal.log(line);
      };
      return drainIndexChanges(services, { rebuild, report, onProgress });
    });
    terminal.log(`\n${sent} vehicles sent to the search index.`);
    return true;
  } catch (error) {
    terminal.error(
      `\n${plainMessage(error)}\nThe vehicles are stored; run the import again once Meilisearch (MEILI_HOST) answers: npx node scripts/meilisearch.ts starts one.`,
    );
    return false;
  }
}

type Outcomes = ReadonlyMap<string, ImportSummary | 'refused'>;

/** Fetches the pictures that feeds name by address, dealer after dealer, and reports failures. */
async function fetchPictures(
  services: Services,
  outcomes: Outcomes,
  terminal: Terminal,
): Promise<Map<string, PictureSummary>> {
  const fetched = new Map<string, PictureSummary>();
  for (const [dealer, outcome] of outcomes) {
    if (outcome === 'refused') continue;
    try {
      const summary = await withProgress((onProgress) =>
        importPictures(services, dealer, outcome.pictured, undefined, undefined, onProgress),
      );
      fetched.set(dealer, summary);
      const lines = pictureLines(summary);
      if (lines.length > 0) terminal.log([`\n${dealer}`, ...lines].join('\n'));
    } catch (error) {
      terminal.error(`\n${dealer}: its pictures could not be imported (${plainReason(error)}).`);
    }
  }
  return fetched;
}

/** Sends alerts about what is new; where this fails, a worker sends them. */
async function sendAlerts(services: Services, terminal: Terminal): Promise<void> {
  try {
    const sent = await alertAfterImport(services);
    if (sent > 0) terminal.log(`\n${sent} ${sent === 1 ? 'alert' : 'alerts'} of saved searches sent.`);
  } catch (error) {
    terminal.error(`\nAlerts of saved searches could not be sent (${plainReason(error)}).`);
  }
}

/** Says what the feeds for advertisers leave out. */
async function describeFeeds(
  services: Services,
  dealers: readonly DealerConfig[],
  outcomes: Outcomes,
  terminal: Terminal,
): Promise<void> {
  for (const dealer of dealers) {
    if (outcomes.get(dealer.slug) === 'refused') continue;
    const reports = await reportFeeds(services, dealer);
    if (reports.length > 0)
      terminal.log([`\n${dealer.name}: feeds for advertisers`, ...reports.flatMap(feedLines)].join('\n'));
  }
}

/** Summaries by dealer as JSON; those refused are not among them. */
function writeReport(file: string, outcomes: Outcomes, pictures: ReadonlyMap<string, PictureSummary>): void {
  const summaries = [...outcomes].flatMap(([dealer, outcome]) => {
    if (outcome === 'refused') return [];
    const { pictured: _, ...summary } = outcome;
    return [[dealer, { ...summary, pictures: pictures.get(dealer) }] as const];
  });
  writeFileSync(file, JSON.stringify(Object.fromEntries(summaries), null, 1));
}

/** One dealer after the other; a failure of one does not affect the others. @returns the exit code */
async function importDealers({ slugs, mode, values }: ImportArguments, terminal: Terminal): Promise<number> {
  const dealersDir = existingDealersFolder(values['dealers-dir']);
  const dryRun = values['dry-run'];
  const dist = dryRun ? distFolder(values.dist) : await publishedDist(values.dist);
  // A dry run tries the files as they are now; an import uses the settings that are served.
  const files = dryRun ? { ...loadDealers(dealersDir), edited: new Set<string>() } : undefined;
  const { dealers, problems, edited } = files ?? liveDealers({ dist, dealersDir });
  for (const problem of problems) terminal.error(`\n${formatProblem(problem)}`);
  const unknown = slugs.filter((slug) => !dealers.some((dealer) => dealer.slug === slug));
  const known = dealers.map(({ slug }) => slug);
  for (const slug of unknown)
    terminal.error(`No valid dealer file for "${slug}" in ${dealersDir}. ${whatExists(slug, known)}`);
  const chosen = dealers.filter(({ slug, stock }) => (values.all ? stock.feed : slugs.includes(slug)));
  for (const { slug } of chosen.filter(({ slug }) => edited.has(slug))) {
    terminal.error(`"${slug}" is imported as it is published: its dealer file has been edited since.`);
  }

  const env = readEnvironment({
    SITE_SECRET: 'not needed by an import, which signs nothing',
    ...process.env,
  });
  requireData(dist, env, values['new-data']);
  const services = await openServices({ env, dealers });
  const outcomes = new Map<string, ImportSummary | 'refused'>();
  try {
    for (const dealer of chosen) {
      try {
        const summary = await withProgress((onProgress, clear) => {
          onProgress(`Importing the stock of ${dealer.slug}`);
          const report = (line: string) => {
            clear();
            terminal.log(line);
          };
          return importManually(services, dealer, { dealersDir, force: values.force, dryRun, mode, report });
        });
        outcomes.set(dealer.slug, summary);
        terminal.log(
          `\n${summaryText(dealer.name, summary, { isDryRun: dryRun, values: dealer.stock.feed?.values })}`,
        );
      } catch (error) {
        outcomes.set(dealer.slug, 'refused');
        terminal.error(`\n${plainMessage(error)}`);
      }
    }
    let isIndexed = dryRun || (await updateIndex(services, values.rebuild, terminal));
    // Cars are searchable immediately; their pictures follow when fetched.
    const pictures = dryRun
      ? new Map<string, PictureSummary>()
      : await fetchPictures(services, outcomes, terminal);
    if ([...pictures.values()].some(({ vehicles }) => vehicles > 0)) {
      isIndexed = await updateIndex(services, false, terminal);
    }
    if (!dryRun) await sendAlerts(services, terminal);
    if (!dryRun) await describeFeeds(services, chosen, outcomes, terminal);
    if (outcomes.size > 1) terminal.log(`\n${fleetTable(outcomes)}`);
    if (values.report) writeReport(values.report, outcomes, pictures);
    // A broken file of a dealer that was not named is reported, but fails nothing.
    const failures = unknown.length + (values.all ? problems.length : 0);
    const isPictured =
      dryRun || pictures.size === [...outcomes.values()].filter((o) => o !== 'refused').length;
    const isTaken = (outcome: ImportSummary | 'refused') =>
      outcome !== 'refused' && (values.force || outcome.refusals.length === 0);
    const isWhole = isPictured && failures === 0 && [...outcomes.values()].every(isTaken);
    return isWhole && isIndexed ? 0 : 1;
  } finally {
    await services.close();
  }
}

/** What `npm run import -- …` does. @returns the exit code */
export const runImport = (args: string[], terminal: Terminal): Promise<number> =>
  exitCodeOf(
    async () => {
      const read = readArguments(args);
      if (read.command === 'history') return history(read.dealer, read.words, terminal);
      if (read.command === 'try') return runTry(read, terminal);
      if (read.command === 'import') return importDealers(read, terminal);
      terminal.log(USAGE);
      return 0;
    },
    USAGE,
    terminal,
  );
