import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { readEnvironment } from '#src/config/environment.ts';
import { SlugSchema } from '#src/config/sections/setting-types.ts';
import { formatProblem, whatExists } from '#src/dealer-files/config-problem.ts';
import { readDealerFiles } from '#src/dealer-files/load-dealers.ts';
import { liveSlugs } from '#src/dealer-files/release/current-release.ts';
import { publishedHosts, readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import { type BuildResult, type BuiltDealer, buildSites } from '#src/publishing/build/build-sites.ts';
import { failureText } from '#src/publishing/build/failed-site.ts';
import { publishedDist } from '#src/publishing/distribution/mirror-releases.ts';
import { unpublishSite } from '#src/publishing/release/release-lifecycle.ts';
import {
  type Called,
  commandOf,
  existingDealersFolder,
  type Terminal,
  UsageError,
} from '../command/command.ts';
import { withProgress } from '../command/progress.ts';

const USAGE = `Builds and publishes the sites of dealers, or takes one down.

  npm run build -- <dealer>… | --all  [--json FILE]
  npm run build -- --unpublish <dealer>

--all builds every dealer with a valid file. --json writes the figures of the build to a file.
--unpublish removes a site and the settings it is served with; its stock and leads stay in the database.
--dealers-dir DIR names the dealer files (default dealers/), --out DIR the folder to build into (default dist/).`;

const options = {
  all: { type: 'boolean', default: false },
  'dealers-dir': { type: 'string' },
  out: { type: 'string' },
  json: { type: 'string' },
  unpublish: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Of the whole process from its start: seconds of processor time of all threads, and the most memory it held. */
function processFigures() {
  const { user, system } = process.cpuUsage();
  return {
    processCpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
}

/** Each dealer with what was done, and why; those without a change in one line. */
function dealersText(dealers: readonly BuiltDealer[]): string[] {
  const whys = dealers.flatMap(({ slug, release, state, changed }) => {
    if (state === 'unchanged') return [];
    const why = changed.length > 0 ? ` Changed: ${changed.join(', ')}.` : '';
    return `${slug}: release ${release} is ${state === 'built' ? 'built and' : 'there already, and'} live.${why}`;
  });
  const unchanged = dealers.filter(({ state }) => state === 'unchanged').map(({ slug }) => slug);
  return unchanged.length > 0 ? [...whys, `Unchanged: ${unchanged.join(', ')}.`] : whys;
}

function builtText({ dealers, pages, stockPages, seconds, changed, cpuSeconds, code }: BuildResult): string {
  const { rendering, compressing } = cpuSeconds;
  const built = dealers.filter(({ state }) => state === 'built').length;
  const content = changed === 0 ? 'with the same content as before' : `${changed} of them new or changed`;
  const figures = `Built ${pages} pages and ${stockPages} of the stock for ${built} dealer(s) in ${seconds.toFixed(1)} s, ${content} (${rendering.toFixed(1)} s of processor time rendering, ${compressing.toFixed(1)} s compressing and storing). Code ${code}.`;
  return [...dealersText(dealers), figures].join('\n');
}

async function unpublish(slug: string, out: string, terminal: Terminal): Promise<number> {
  if (v.is(SlugSchema, slug) && (await unpublishSite(slug, out))) {
    terminal.log(`"${slug}" is no longer published in ${out}.`);
    return 0;
  }
  terminal.error(`No site "${slug}" is published in ${out}. ${whatExists(slug, liveSlugs(out))}`);
  return 1;
}

type Request = { dealersDir: string; out: string; json: string | undefined };

/** @param named dealers to build; every valid one if undefined */
async function build(
  named: readonly string[] | undefined,
  { dealersDir, out, json }: Request,
  terminal: Terminal,
): Promise<number> {
  const files = readDealerFiles(dealersDir, publishedHosts(readSnapshots(out)));
  const { sound, problems } = files;
  for (const problem of problems) terminal.error(`\n${formatProblem(problem)}`);
  const known = new Set(sound.map(({ dealer }) => dealer.slug));
  const unknown = [...new Set(named)].filter((slug) => !known.has(slug));
  for (const slug of unknown)
    terminal.error(`\nNo valid dealer file for "${slug}" in ${dealersDir}. ${whatExists(slug, known)}`);
  const slugs = named ? [...new Set(named)].filter((slug) => known.has(slug)) : [...known];
  // A broken file of a dealer that was not named is reported, but fails nothing.
  const isLeftOut = unknown.length > 0 || (!named && problems.length > 0);
  if (slugs.length === 0) return isLeftOut ? 1 : 0;
  // Pages for everyone have nothing that is signed.
  const env = readEnvironment({ SITE_SECRET: randomBytes(32).toString('hex'), ...process.env });
  const built = await withProgress((onProgress) =>
    buildSites({ dealersDir, slugs, outDir: out, files, env, onProgress }),
  );
  for (const failure of built.failed) terminal.error(`\n${failureText(failure)}`);
  terminal.log(builtText(built));
  if (built.withoutStock !== undefined) {
    terminal.log(`Servers render the pages of the stock: there was no database (${built.withoutStock}).`);
  }
  if (built.leftBehind.length > 0) {
    terminal.log(
      `${built.leftBehind.join(', ')} in ${out} are of an earlier version. Restart serve and workers, then delete them.`,
    );
  }
  if (json) writeFileSync(json, JSON.stringify({ ...built, ...processFigures() }, null, 1));
  return isLeftOut || built.failed.length > 0 ? 1 : 0;
}

async function run({ values, positionals }: Called<typeof options>, terminal: Terminal): Promise<number> {
  const out = await publishedDist(values.out, { isRepair: true });
  if (values.unpublish !== undefined) {
    if (values.all || positionals.length > 0)
      throw new UsageError('--unpublish takes one dealer down and builds none.');
    return unpublish(values.unpublish, out, terminal);
  }
  if (!values.all && positionals.length === 0) throw new UsageError('Name the dealers to build, or --all.');
  const dealersDir = existingDealersFolder(values['dealers-dir']);
  return build(values.all ? undefined : positionals, { dealersDir, out, json: values.json }, terminal);
}

/** What `npm run build -- …` does. @returns the exit code */
export const runBuild = commandOf(USAGE, options, run);
