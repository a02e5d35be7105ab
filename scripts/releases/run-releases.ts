import { whatExists } from '#src/dealer-files/config-problem.ts';
import { liveSlugs, readPointer, removedSlugs } from '#src/dealer-files/release/current-release.ts';
import { type DealerRelease, readReleaseFile } from '#src/dealer-files/release/release-folders.ts';
import { changedInputs } from '#src/publishing/build/complete-sites.ts';
import { changeReleases } from '#src/publishing/distribution/change-releases.ts';
import { publishedDist } from '#src/publishing/distribution/mirror-releases.ts';
import { FORMER_RELEASES, storedReleases } from '#src/publishing/release/dealer-release.ts';
import {
  pruneReleases,
  publishRelease,
  rollBack,
  type Switched,
  slugsWithReleases,
} from '#src/publishing/release/release-lifecycle.ts';
import { runBuild } from '../build/run-build.ts';
import {
  type Called,
  columns,
  commandOf,
  type Terminal,
  UsageError,
  withSubcommands,
} from '../command/command.ts';

const minutes = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** What a release has changed against the one built before it. */
function whatChanged(release: DealerRelease, before: DealerRelease | undefined): string {
  if (!before) return '';
  return changedInputs(before.inputs, release.inputs).join(', ');
}

async function ofDealer(out: string, slug: string): Promise<string> {
  const releases = await storedReleases(out, slug);
  const pointer = readPointer(out, slug);
  const live = pointer && 'release' in pointer ? pointer : undefined;
  const [before] = live?.earlier ?? [];
  const stateOf = ({ id }: DealerRelease) => (id === live?.release ? 'live' : id === before ? 'before' : '');
  const rows = releases.map((release, at) => [
    release.id,
    stateOf(release),
    minutes(release.createdAt),
    release.code,
    whatChanged(release, releases[at + 1]),
  ]);
  return columns([['release', 'state', 'built', 'code', 'changed'], ...rows]);
}

function ofAll(out: string): string {
  const rows = liveSlugs(out).map((slug) => {
    const pointer = readPointer(out, slug);
    if (!pointer || 'reason' in pointer) return [slug, '', '', pointer?.reason ?? ''];
    const release = readReleaseFile(out, slug, pointer.release);
    return [slug, pointer.release, minutes(pointer.at), 'reason' in release ? release.reason : release.code];
  });
  return rows.length > 0
    ? columns([['dealer', 'live', 'since', 'code'], ...rows])
    : `No site is published in ${out}.`;
}

/** @param slug of the dealer; the live release of each without one */
const releaseTable = async (out: string, slug?: string): Promise<string> =>
  slug === undefined ? ofAll(out) : ofDealer(out, slug);

const USAGE = `Releases of dealers: each build of a dealer whose inputs have changed is one.

  npm run releases -- list [dealer]                releases of a dealer, or the live one of each
  npm run releases -- publish <dealer> [release]   builds the dealer as its file is now, or makes a release live
  npm run releases -- rollback <dealer> [release]  returns to the release that was live before, or to this one
  npm run releases -- prune <dealer> | --all       removes old releases
  npm run releases -- preview <dealer>             makes a folder of the dealer's site that any host can serve
  npm run releases -- previews <command>           publishes such folders to a folder or a bucket
  npm run releases -- compare <dealer> <folder>    writes what a preview changes, with pictures

A running server follows within a second, without a restart. prune leaves the live release, the one before it, the ${FORMER_RELEASES}
newest, and what running servers use. --out DIR, --dist DIR or DIST_DIR names the folder of builds (default dist/),
--dealers-dir DIR the dealer files (default dealers/). preview, previews and compare have a --help of their own.`;

const options = {
  all: { type: 'boolean', default: false },
  out: { type: 'string' },
  dist: { type: 'string' },
  'dealers-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type Request = { out: string; dealersDir: string | undefined; isAll: boolean };

/** @throws Error that names the dealers there are */
async function requireDealer(out: string, slug: string): Promise<void> {
  const all = [...(await slugsWithReleases(out)), ...liveSlugs(out), ...removedSlugs(out)];
  const slugs = [...new Set(all)].sort();
  if (slugs.includes(slug)) return;
  if (slugs.length === 0)
    throw new Error(`No dealer has a release in ${out}. Build first: npm run build -- --all`);
  throw new Error(`There is no dealer "${slug}" in ${out}. ${whatExists(slug, slugs)}`);
}

function switchedText(slug: string, { release, rebuiltFrom, isUnchanged }: Switched): string {
  if (isUnchanged) return `${slug}: release ${release} is live already.`;
  const how = rebuiltFrom ? ` Its pages are those of ${rebuiltFrom}, rendered with the live code.` : '';
  return `${slug}: release ${release} is live.${how}`;
}

const FROM_FILE = 'The next build publishes what the dealer file says then.';

async function list({ out }: Request, slug: string | undefined): Promise<string> {
  if (slug !== undefined) await requireDealer(out, slug);
  return releaseTable(out, slug);
}

async function publish(
  { out, dealersDir }: Request,
  terminal: Terminal,
  slug: string,
  id?: string,
): Promise<number> {
  if (id === undefined) {
    const dealers = dealersDir === undefined ? [] : ['--dealers-dir', dealersDir];
    return runBuild([slug, '--out', out, ...dealers], terminal);
  }
  await requireDealer(out, slug);
  const switched = await publishRelease(out, slug, id);
  terminal.log(`${switchedText(slug, switched)} ${FROM_FILE}`);
  return 0;
}

async function prune({ out, isAll }: Request, slug: string | undefined): Promise<string> {
  if (isAll === (slug !== undefined)) throw new UsageError('Name a dealer to prune, or --all.');
  if (slug !== undefined) await requireDealer(out, slug);
  const slugs = slug === undefined ? await slugsWithReleases(out) : [slug];
  const { releases, code } = await changeReleases(out, async (shared) => {
    const local = await pruneReleases(out, slugs);
    return (await shared?.prune(slug)) ?? local;
  });
  const lines = Object.entries(releases).flatMap(([each, ids]) =>
    ids.length > 0 ? `${each}: removed ${ids.join(', ')}.` : [],
  );
  if (code.length > 0) lines.push(`Removed code ${code.join(', ')}.`);
  return lines.length > 0 ? lines.join('\n') : 'There is nothing to remove.';
}

async function run({ values, positionals }: Called<typeof options>, terminal: Terminal): Promise<number> {
  const [command, slug, id, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Too many words: ${more.join(' ')}.`);
  const request: Request = {
    out: await publishedDist(values.out ?? values.dist, { dealer: slug }),
    dealersDir: values['dealers-dir'],
    isAll: values.all,
  };
  switch (command) {
    case 'list':
      terminal.log(await list(request, slug));
      return 0;
    case 'prune':
      terminal.log(await prune(request, slug));
      return 0;
    case 'publish':
    case 'rollback': {
      if (slug === undefined) throw new UsageError(`Name the dealer to ${command}.`);
      if (command === 'publish') return publish(request, terminal, slug, id);
      await requireDealer(request.out, slug);
      terminal.log(`${switchedText(slug, await rollBack(request.out, slug, id))} ${FROM_FILE}`);
      return 0;
    }
    default:
      throw new UsageError(command === undefined ? 'Name a command.' : `There is no command "${command}".`);
  }
}

/** What `npm run releases -- …` does. @returns the exit code */
export const runReleases = withSubcommands(
  {
    preview: async (args, terminal) => (await import('./preview/run-preview.ts')).runPreview(args, terminal),
    previews: async (args, terminal) =>
      (await import('./previews/run-previews.ts')).runPreviews(args, terminal),
    compare: async (args, terminal) => (await import('./compare/run-compare.ts')).runCompare(args, terminal),
  },
  commandOf(USAGE, options, run),
);
