import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import { dealersFolder, loadDealers } from '#src/config/load-dealers.ts';
import { formatProblem } from '#src/config/problem.ts';
import { importPictures, type PictureSummary } from '#src/server/images/import-pictures.ts';
import { openServices } from '#src/server/services.ts';
import { type ImportSummary, importStock } from '#src/server/stock/import-stock.ts';
import { drainIndexChanges, rebuildIndex } from '#src/server/stock/index-changes.ts';
import { pictureLines } from './import/picture-lines.ts';

const USAGE =
  'npm run import -- <dealer>… | --all  [--dry-run] [--force] [--rebuild] [--report FILE] [--dealers-dir DIR]';

function usage(mistake: string): never {
  console.error(`${mistake}\n  ${USAGE}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        'dry-run': { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        rebuild: { type: 'boolean', default: false },
        report: { type: 'string' },
        'dealers-dir': { type: 'string' },
      },
    });
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = readArguments();
if (!values.all && positionals.length === 0) usage('Name the dealers to import, or --all:');

const dealersDir = dealersFolder(values['dealers-dir']);
if (!existsSync(dealersDir)) usage(`There is no folder ${dealersDir}.`);
const { dealers, problems } = loadDealers(dealersDir);
for (const problem of problems) console.error(`\n${formatProblem(problem)}`);
const unknown = positionals.filter((slug) => !dealers.some((dealer) => dealer.slug === slug));
for (const slug of unknown) console.error(`No valid dealer file for "${slug}" in ${dealersDir}.`);
const chosen = dealers.filter(({ slug, stock }) => (values.all ? stock.feed : positionals.includes(slug)));

function printSummary(dealer: DealerConfig, summary: Omit<ImportSummary, 'pictured'>): void {
  const verb = values['dry-run'] ? 'would be' : 'were';
  console.log(
    `\n${dealer.name}: ${summary.rows} rows, ${summary.stored} vehicles, ${summary.skipped} rows skipped, ${summary.seconds.toFixed(1)} s`,
  );
  console.log(
    `  ${summary.added} ${verb} added, ${summary.changed} changed (${summary.repriced} repriced, ${summary.sold} sold, ${summary.returned} returned), ${summary.unchanged} unchanged, ${summary.removed} removed`,
  );
  const groups = Map.groupBy(
    summary.problems,
    ({ reason, column, skipped }) =>
      `${reason}, ${column ? `column "${column}"` : 'row'}: ${skipped ? 'row skipped' : reason === 'doubtful' ? 'kept' : 'value left out'}`,
  );
  for (const [title, found] of groups) {
    const [example] = found;
    if (!example) continue;
    console.log(
      `  ${String(found.length).padStart(6)} × ${title}\n           e.g. row ${example.row}: ${JSON.stringify(example.value)}; expected ${example.expected}. ${example.remedy}`,
    );
  }
}

const services = await openServices({
  env: readEnvironment({ SITE_SECRET: 'not needed by an import, which signs nothing', ...process.env }),
  dealers,
});
const reports: Record<string, Omit<ImportSummary, 'pictured'> & { pictures?: PictureSummary }> = {};
const pictured = new Map<DealerConfig, ImportSummary['pictured']>();
let failed = problems.length > 0 || unknown.length > 0;
for (const dealer of chosen) {
  try {
    const { pictured: vehicles, ...summary } = await importStock(services, dealer, {
      dealersDir,
      force: values.force,
      dryRun: values['dry-run'],
    });
    reports[dealer.slug] = summary;
    pictured.set(dealer, vehicles);
    printSummary(dealer, summary);
  } catch (error) {
    failed = true;
    console.error(`\n${error instanceof Error ? error.message : error}`);
  }
}

async function sendToIndex(send: typeof drainIndexChanges): Promise<void> {
  try {
    await services.index.ensure();
    const sent = await send(services);
    console.log(`\n${sent} vehicles sent to the search index.`);
  } catch (error) {
    failed = true;
    console.error(
      `\n${error instanceof Error ? error.message : error}\nThe vehicles are stored; run the import again once Meilisearch (MEILI_HOST) answers.`,
    );
  }
}

if (!values['dry-run']) {
  // Cars are found at once; their pictures follow when they have been fetched.
  await sendToIndex(values.rebuild ? rebuildIndex : drainIndexChanges);
  let changed = 0;
  for (const [dealer, vehicles] of pictured) {
    const pictures = await importPictures(services, dealer.slug, vehicles);
    const report = reports[dealer.slug];
    if (report) report.pictures = pictures;
    const lines = pictureLines(pictures);
    if (lines.length > 0) console.log([`\n${dealer.name}`, ...lines].join('\n'));
    changed += pictures.vehicles;
  }
  if (changed > 0) await sendToIndex(drainIndexChanges);
}
if (values.report) writeFileSync(values.report, JSON.stringify(reports, null, 1));
await services.close();
process.exitCode = failed ? 1 : 0;
