import { writeFileSync } from 'node:fs';
import { readDatabasePlace, readEnvironment } from '#src/config/environment.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { formatProblem } from '#src/dealer-files/problem.ts';
import { distFolder } from '#src/dealer-files/snapshot.ts';
import { importPictures, type PictureSummary } from '#src/server/images/import-pictures.ts';
import { requireData } from '#src/server/installation.ts';
import { liveDealers } from '#src/server/published-fleet.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { type ImportSummary, importStock } from '#src/server/stock/import-stock.ts';
import { drainIndexChanges } from '#src/server/stock/index-changes.ts';
import { stockHistory } from '#src/server/stock/stock-history.ts';
import { existingDealersFolder, exitCodeOf } from './command/command.ts';
import { type ImportArguments, readArguments, USAGE } from './import/arguments.ts';
import { historyText } from './import/history-text.ts';
import { pictureLines } from './import/picture-lines.ts';
import { fleetTable, summaryText } from './import/summary-text.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const report = (line: string) => console.log(line);

/** Prints what happened to a vehicle. @returns the exit code */
async function history(dealer: string, words: string): Promise<number> {
  const found = await stockHistory(readDatabasePlace(process.env), dealer, words);
  if (found.length === 0) {
    console.error(`No vehicle of "${dealer}" has or had the stock number, VIN or slug "${words}".`);
    return 1;
  }
  console.log(found.map(historyText).join('\n\n'));
  return 0;
}

/** Sends what is marked, or everything. @returns whether Meilisearch took it */
async function updateIndex(services: Services, rebuild: boolean): Promise<boolean> {
  try {
    const sent = await drainIndexChanges(services, { rebuild, report });
    console.log(`\n${sent} vehicles sent to the search index.`);
    return true;
  } catch (error) {
    console.error(
      `\n${messageOf(error)}\nThe vehicles are stored; run the import again once Meilisearch (MEILI_HOST) answers.`,
    );
    return false;
  }
}

type Outcomes = ReadonlyMap<string, ImportSummary | 'refused'>;

/** Fetches what the feeds name by address, dealer after dealer, and says what could not be had. */
async function fetchPictures(services: Services, outcomes: Outcomes): Promise<Map<string, PictureSummary>> {
  const fetched = new Map<string, PictureSummary>();
  for (const [dealer, outcome] of outcomes) {
    if (outcome === 'refused') continue;
    try {
      const summary = await importPictures(services, dealer, outcome.pictured);
      fetched.set(dealer, summary);
      const lines = pictureLines(summary);
      if (lines.length > 0) console.log([`\n${dealer}`, ...lines].join('\n'));
    } catch (error) {
      console.error(`\n${dealer}: its pictures could not be imported (${messageOf(error)}).`);
    }
  }
  return fetched;
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

/** One dealer after the other; what goes wrong with one leaves the others alone. @returns the exit code */
async function importDealers({ slugs, mode, values }: ImportArguments): Promise<number> {
  const dealersDir = existingDealersFolder(values['dealers-dir']);
  const dryRun = values['dry-run'];
  // A dry run tries what the files say now; what is stored agrees with what is served.
  const files = dryRun ? { ...loadDealers(dealersDir), edited: new Set<string>() } : undefined;
  const { dealers, problems, edited } = files ?? liveDealers({ dist: distFolder(values.dist), dealersDir });
  for (const problem of problems) console.error(`\n${formatProblem(problem)}`);
  const unknown = slugs.filter((slug) => !dealers.some((dealer) => dealer.slug === slug));
  for (const slug of unknown) console.error(`No valid dealer file for "${slug}" in ${dealersDir}.`);
  const chosen = dealers.filter(({ slug, stock }) => (values.all ? stock.feed : slugs.includes(slug)));
  for (const { slug } of chosen.filter(({ slug }) => edited.has(slug))) {
    console.error(`"${slug}" is imported as it is published: its dealer file has been edited since.`);
  }

  const env = readEnvironment({
    SITE_SECRET: 'not needed by an import, which signs nothing',
    ...process.env,
  });
  requireData(distFolder(values.dist), env, values['new-data']);
  const services = await openServices({ env, dealers });
  const outcomes = new Map<string, ImportSummary | 'refused'>();
  try {
    for (const dealer of chosen) {
      try {
        const options = { dealersDir, force: values.force, dryRun, mode, report };
        const summary = await importStock(services, dealer, options);
        outcomes.set(dealer.slug, summary);
        console.log(
          `\n${summaryText(dealer.name, summary, { isDryRun: dryRun, values: dealer.stock.feed?.values })}`,
        );
      } catch (error) {
        outcomes.set(dealer.slug, 'refused');
        console.error(`\n${messageOf(error)}`);
      }
    }
    let isIndexed = dryRun || (await updateIndex(services, values.rebuild));
    // Cars are found at once; their pictures follow when they have been fetched.
    const pictures = dryRun ? new Map<string, PictureSummary>() : await fetchPictures(services, outcomes);
    if ([...pictures.values()].some(({ vehicles }) => vehicles > 0)) {
      isIndexed = await updateIndex(services, false);
    }
    if (outcomes.size > 1) console.log(`\n${fleetTable(outcomes)}`);
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

async function main(): Promise<number> {
  const read = readArguments();
  if (read.command === 'history') return history(read.dealer, read.words);
  if (read.command === 'import') return importDealers(read);
  console.log(USAGE);
  return 0;
}

process.exitCode = await exitCodeOf(main, USAGE, console);
