import { parseArgs } from 'node:util';
import { dealersFolder, loadDealers } from '#src/config/load-dealers.ts';
import { formatProblem } from '#src/config/problem.ts';
import { buildSites } from './processes/build-sites.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, 'dealers-dir': { type: 'string' }, out: { type: 'string' } },
});

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
const slugs = values.all ? [...known] : positionals.filter((slug) => known.has(slug));
if (slugs.length > 0) {
  const { seconds, pages } = await buildSites({
    dealersDir: folder,
    slugs,
    ...(values.out ? { outDir: values.out } : {}),
  });
  console.log(`Built ${pages} pages for ${slugs.length} dealer(s) in ${seconds.toFixed(1)} s.`);
}
process.exitCode = problems.length > 0 || unknown.length > 0 ? 1 : 0;
