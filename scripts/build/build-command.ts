import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dealersFolder, loadDealers } from '#src/config/load-dealers.ts';
import { formatProblem } from '#src/config/problem.ts';
import { buildSites } from '../processes/build-sites.ts';
import { failureText } from '../processes/prerender.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    'dealers-dir': { type: 'string' },
    out: { type: 'string' },
    /** File for the figures of this build. */
    json: { type: 'string' },
  },
});

/** Of the whole process from its start: seconds of processor time of all threads, and the most memory it held. */
function processFigures() {
  const { user, system } = process.cpuUsage();
  return {
    processCpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
}

const folder = dealersFolder(values['dealers-dir']);
const { dealers, problems } = loadDealers(folder);
for (const problem of problems) console.error(`\n${formatProblem(problem)}`);

const known = new Set(dealers.map((dealer) => dealer.slug));
const unknown = positionals.filter((slug) => !known.has(slug));
for (const slug of unknown) console.error(`\nNo valid dealer file for "${slug}" in ${folder}.`);
if (!values.all && positionals.length === 0) {
  console.error('Name the dealers to build, or --all:  npm run build -- <dealer>… | --all');
  process.exit(2);
}
const slugs = values.all ? [...known] : [...new Set(positionals)].filter((slug) => known.has(slug));
// A broken file of a dealer that was not asked for is told, but fails nothing.
let failures = unknown.length + (values.all ? problems.length : 0);
if (slugs.length > 0) {
  try {
    const built = await buildSites({
      dealersDir: folder,
      slugs,
      ...(values.out ? { outDir: values.out } : {}),
    });
    for (const failure of built.failed) console.error(`\n${failureText(failure)}`);
    failures += built.failed.length;
    const { rendering, compressing } = built.cpuSeconds;
    console.log(
      `Built ${built.pages} pages for ${slugs.length - built.failed.length} dealer(s) in ${built.seconds.toFixed(1)} s, ${built.changed} of them new or changed (${rendering.toFixed(1)} s of processor time rendering, ${compressing.toFixed(1)} s compressing and publishing). Release ${built.release}.`,
    );
    if (values.json) writeFileSync(values.json, JSON.stringify({ ...built, ...processFigures() }, null, 1));
  } catch (error) {
    failures += 1;
    console.error(`\n${error instanceof Error ? error.message : error}`);
  }
}
process.exitCode = failures > 0 ? 1 : 0;
