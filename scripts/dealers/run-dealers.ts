import { basename } from 'node:path';
import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { entriesOf, schemaAt } from '#src/config/schema-description.ts';
import { formatProblem, nearestWord } from '#src/dealer-files/config-problem.ts';
import { loadDealer, type ResolvedDealer, readDealerFiles } from '#src/dealer-files/load-dealers.ts';
import { fileAtRevision } from '#src/dealer-files/previous-settings.ts';
import { publishedHosts, readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import { type Provenance, provenanceOf } from '#src/dealer-files/settings-layers.ts';
import { publishedDist } from '#src/publishing/distribution/mirror-releases.ts';
import { columns, exitCodeOf, showHelp, type Terminal } from '../command/command.ts';
import { changeLines } from './change-lines.ts';
import { runCheck } from './check.ts';
import { dealerFile, type Request, readArguments, USAGE } from './dealer-arguments.ts';
import { runNew } from './new.ts';
import { runReviews } from './reviews.ts';

const isBelow = ({ path }: Provenance, at: string) => path === at || path.startsWith(`${at}.`);

/** Why a path shows nothing. */
function nothingAt(path: string): string {
  const keys = path.split('.');
  if (schemaAt(DealerConfigSchema, keys)) return `"${path}" is not set.`;
  const above = schemaAt(DealerConfigSchema, keys.slice(0, -1));
  const known = Object.keys((above && entriesOf(above)) ?? {});
  const meant = nearestWord(keys.at(-1) ?? '', known);
  const full = meant && [...keys.slice(0, -1), meant].join('.');
  return `There is no setting "${path}".${full ? ` Did you mean "${full}"?` : ''}`;
}

/** `show <slug> [path]`: every value in force with its source. @returns the exit code */
export function runShow({ words: [slug = '', path], dealersDir, json }: Request, terminal: Terminal): number {
  const loaded = loadDealer(dealerFile(dealersDir, slug));
  if ('problems' in loaded) {
    for (const problem of loaded.problems) terminal.error(`${formatProblem(problem)}\n`);
    return 1;
  }
  const all = provenanceOf(loaded.layers, loaded.dealer);
  const shown = path === undefined ? all : all.filter((each) => isBelow(each, path));
  if (shown.length === 0 && path !== undefined) {
    terminal.error(nothingAt(path));
    return 1;
  }
  if (json) terminal.log(JSON.stringify(shown, null, 2));
  else terminal.log(columns(shown.map((each) => [each.path, each.origin, JSON.stringify(each.value)])));
  return 0;
}

const HEADS = ['slug', 'name', 'template', 'group', 'state', 'hosts', 'locations', 'makes'];

/** Makes a dealer says it sells; stock may hold others. */
const makesSold = ({ manufacturer, locations, brands }: DealerConfig): string[] => [
  ...new Set([
    ...(manufacturer === undefined ? [] : [manufacturer]),
    ...locations.flatMap(({ manufacturers }) => manufacturers),
    ...brands.flatMap(({ make }) => make ?? []),
  ]),
];

const rowOf = (dealer: DealerConfig): string[] => [
  dealer.slug,
  dealer.name,
  dealer.template,
  dealer.group ?? '',
  dealer.status.state,
  dealer.hosts.join(' '),
  String(dealer.locations.length),
  makesSold(dealer).join(', '),
];

/** `list`. @returns the exit code */
export function runList({ dealersDir, dist }: Request, terminal: Terminal): number {
  const { files, sound, problems } = readDealerFiles(dealersDir, publishedHosts(readSnapshots(dist)));
  const valid = new Set(sound.map(({ file }) => file));
  const broken = files.filter((file) => !valid.has(file));
  if (files.length === 0) terminal.log(`No dealer files in ${dealersDir}.`);
  if (sound.length > 0) terminal.log(columns([HEADS, ...sound.map(({ dealer }) => rowOf(dealer))]));
  for (const file of broken) {
    const name = basename(file);
    const count = problems.filter((each) => each.file === file || each.affects?.includes(name)).length;
    const slug = basename(name, '.json');
    const mistakes = count === 1 ? '1 mistake' : `${count} mistakes`;
    terminal.error(`${slug}  left out for ${mistakes}: npm run dealers -- check ${slug}`);
  }
  return broken.length > 0 ? 1 : 0;
}

const SAME_BASIS = 'Both sides use today’s templates and defaults.';

function tellProblems(resolved: ResolvedDealer, terminal: Terminal, introduction: string): boolean {
  if ('dealer' in resolved) return false;
  terminal.error(`${introduction}\n`);
  for (const problem of resolved.problems) terminal.error(`${formatProblem(problem)}\n`);
  return true;
}

/** `diff <slug> [git ref]`. @returns the exit code */
function runDiff(request: Request, terminal: Terminal): number {
  const [slug = '', reference = 'HEAD'] = request.words;
  const file = dealerFile(request.dealersDir, slug);
  const former = fileAtRevision(file, reference);
  try {
    const [before, after] = [loadDealer(former.file), loadDealer(file)];
    const isBroken = [
      tellProblems(after, terminal, 'The file has mistakes, so nothing can be compared:'),
      tellProblems(before, terminal, `As of ${reference} the file has mistakes by today’s rules:`),
    ].includes(true);
    if (isBroken) return 1;
    const lines = 'dealer' in before && 'dealer' in after ? changeLines(before.dealer, after.dealer) : [];
    terminal.log(
      lines.length === 0
        ? `"${slug}" has not changed since ${reference}. ${SAME_BASIS}`
        : [`"${slug}" since ${reference}. ${SAME_BASIS}`, ...lines].join('\n'),
    );
    return 0;
  } finally {
    former.remove();
  }
}

const COMMANDS = {
  check: runCheck,
  list: runList,
  show: runShow,
  diff: runDiff,
  new: runNew,
  reviews: runReviews,
  help: showHelp(USAGE),
};

/** What `npm run dealers -- …` does. @returns the exit code: 0 fine, 1 problems found, 2 wrong usage */
export const runDealers = (args: string[], terminal: Terminal): Promise<number> =>
  exitCodeOf(
    async () => {
      const request = readArguments(args);
      if (request.command !== 'help') await publishedDist(request.dist);
      return COMMANDS[request.command](request, terminal);
    },
    USAGE,
    terminal,
  );
