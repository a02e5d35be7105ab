import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Environment } from '#src/config/environment.ts';
import { moveSpecialDays } from '#src/dealer-files/derive-settings.ts';
import { type DealerFiles, readDealerFiles } from '#src/dealer-files/load-dealers.ts';
import { isRemoved, readPointer } from '#src/dealer-files/release/current-release.ts';
import {
  type DealerRelease,
  pagesFolder,
  readReleaseFile,
} from '#src/dealer-files/release/release-folders.ts';
import { distFolder, publishedHosts, readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import { mergeLayers } from '#src/dealer-files/settings-layers.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import { filesUnder } from '#src/platform/storage/file-tree.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { changeReleases, type SharedReleases } from '#src/publishing/distribution/change-releases.ts';
import { codeId, loadPages, pageBundle } from '#src/publishing/page-bundle.ts';
import {
  findLiveCode,
  leftByEarlierVersion,
  storeCode,
  switchCode,
} from '#src/publishing/release/code-release.ts';
import { goLive, isWhole, storeRelease } from '#src/publishing/release/dealer-release.ts';
import { pruneReleases } from '#src/publishing/release/release-lifecycle.ts';
import { firstStockPages } from '#src/publishing/stock-pages/first-stock-pages.ts';
import { changedInputs, completeSites, releaseId, releaseInputs } from './complete-sites.ts';
import { type FailedSite, failureText, refuseTakenHosts } from './failed-site.ts';
import { renderSites } from './render-sites.ts';
import { createSitePictures, type Photos, type SitePictures } from './site-pictures.ts';

export type BuiltDealer = {
  slug: string;
  /** Id of its live release. */
  release: string;
  /** `unchanged`: already live. `stored`: built before and live again. */
  state: 'built' | 'stored' | 'unchanged';
  /** Names of the inputs that differ from the previous release; empty for the first. */
  changed: string[];
};

export type BuildResult = {
  /** Id of the live code release. */
  code: string;
  dealers: BuiltDealer[];
  seconds: number;
  /** CPU time of all threads. */
  cpuSeconds: { rendering: number; compressing: number };
  /** Number of rendered pages that depend on settings only. */
  pages: number;
  /** Number of rendered pages that show stock. */
  stockPages: number;
  /** Pages that differ from the published ones. */
  changed: number;
  /** Unchanged sites. */
  failed: FailedSite[];
  /** Why no stock pages were rendered. */
  withoutStock?: string | undefined;
  /** Files that an earlier version left in the output folder. */
  leftBehind: string[];
};

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** A dealer to build, with the release its inputs produce. */
type Chosen = { dealer: DealerConfig; release: DealerRelease };

async function choose(
  { sound }: DealerFiles,
  slugs: readonly string[],
  code: string,
  pictures: SitePictures,
): Promise<Map<string, Chosen>> {
  const known = new Map(sound.map((each) => [each.dealer.slug, each]));
  const chosen = new Map<string, Chosen>();
  const createdAt = new Date().toISOString();
  for (const { dealer, layers } of slugs.flatMap((slug) => known.get(slug) ?? [])) {
    const pictureWidths = await pictures.widths(dealer);
    const { slug } = dealer;
    const inputs = releaseInputs({ ...dealer, pictureWidths }, layers, { code, photos: pictures.photos });
    const id = releaseId(slug, inputs);
    const settings = mergeLayers(layers);
    chosen.set(slug, {
      dealer: { ...moveSpecialDays(dealer), pictureWidths, release: { id, code } },
      release: { slug, id, code, createdAt, settings, pictureWidths, inputs },
    });
  }
  return chosen;
}

const dealersOf = (chosen: ReadonlyMap<string, Chosen>, slugs: Iterable<string> = chosen.keys()) =>
  [...slugs].flatMap((slug) => chosen.get(slug)?.dealer ?? []);

const liveRelease = (out: string, slug: string): string | undefined => {
  const pointer = readPointer(out, slug);
  return pointer && 'release' in pointer ? pointer.release : undefined;
};

/** Compares the input hashes of each selected dealer with its live release. */
async function plan(
  chosen: ReadonlyMap<string, Chosen>,
  out: string,
  shared?: SharedReleases,
): Promise<BuiltDealer[]> {
  const ofLive = [...chosen.values()].map(({ release }) => release);
  const whole = await shared?.whole(ofLive.filter(({ slug, id }) => liveRelease(out, slug) === id));
  const isThere = ({ release: { slug, id } }: Chosen) => whole?.has(slug) || isWhole(out, slug, id);
  const absent = [...chosen.values()].filter((each) => !isThere(each));
  await shared?.fetch(absent.map(({ release }) => release));
  return [...chosen.values()].map((each) => {
    const { slug, id, inputs } = each.release;
    const live = liveRelease(out, slug);
    const before = live === undefined || live === id ? undefined : readReleaseFile(out, slug, live);
    const changed = before && 'inputs' in before ? changedInputs(before.inputs, inputs) : [];
    const isUnchanged = live === id && (!shared || whole?.has(slug));
    const state = !isThere(each) ? 'built' : isUnchanged ? 'unchanged' : 'stored';
    return { slug, release: id, state, changed };
  });
}

const noSite = (failed: readonly FailedSite[]) =>
  new Error(`No site could be built.\n${failed.map(failureText).join('\n')}`);

type Work = {
  out: string;
  staging: string;
  code: string;
  pictures: SitePictures;
  chosen: ReadonlyMap<string, Chosen>;
  failed: FailedSite[];
  onProgress: OnProgress | undefined;
  shared: SharedReleases | undefined;
};
type Rendered = { pages: number; changed: number; cpu: BuildResult['cpuSeconds'] };

/** Renders dealers and stores their releases; those that fail are added to `failed`. */
async function buildReleases(slugs: readonly string[], work: Work): Promise<Rendered> {
  const { out, staging, code, pictures, chosen, failed, onProgress, shared } = work;
  const cpuBefore = cpuSeconds();
  onProgress?.('Compiling the pages');
  const bundle = await pageBundle(code);
  const renderPage = await loadPages(join(bundle.server, 'entry.mjs'));
  await storeCode(bundle, out);
  const { rendered, failed: unrendered } = await renderSites(
    dealersOf(chosen, slugs),
    renderPage,
    staging,
    onProgress,
  );
  const cpuRendered = cpuSeconds();
  const sites = rendered.map((slug) => ({ from: join(staging, slug) }));
  const pagesOf = new Map(sites.map(({ from }) => [from, filesUnder(from)]));
  const configured = new Map([...chosen].map(([slug, { dealer }]) => [slug, dealer]));
  const { whole, failed: incomplete } = await completeSites(
    sites,
    configured,
    pictures,
    undefined,
    onProgress,
  );
  failed.push(...unrendered, ...incomplete);
  const isPage = (name: string) => name.endsWith('.html');
  // Files that do not change are those of the live release.
  const live = slugs.map((slug) => ({ slug, id: liveRelease(out, slug) ?? '' }));
  await shared?.fetch(live.filter(({ id }) => id !== ''));
  let changed = 0;
  for (const [done, { from }] of whole.entries()) {
    onProgress?.('Compressing and storing sites', done, whole.length);
    const slug = basename(from);
    const { release } = chosen.get(slug) as Chosen;
    try {
      const names = await storeRelease(out, { from, rendered: pagesOf.get(from) ?? [] }, release);
      changed += names.filter(isPage).length;
    } catch (error) {
      const isFirst = liveRelease(out, slug) === undefined || isRemoved(out, slug);
      const folder = pagesFolder(out, slug, release.id);
      failed.push({ slug, folder, isFirst, reason: plainReason(error) });
    }
  }
  return {
    pages: [...pagesOf.values()].flat().filter(isPage).length,
    changed,
    cpu: { rendering: cpuRendered - cpuBefore, compressing: cpuSeconds() - cpuRendered },
  };
}

type Build = {
  files: DealerFiles;
  slugs: readonly string[];
  out: string;
  photos: Photos;
  env?: Environment | undefined;
  onProgress?: OnProgress | undefined;
  shared: SharedReleases | undefined;
};

async function build({ files, slugs, out, photos, env, onProgress, shared }: Build) {
  const started = performance.now();
  const staging = join(out, '.staging');
  await rm(staging, { recursive: true, force: true });
  const pictures = createSitePictures(undefined, photos);
  // Computed once: an edit during the build would name the releases after other code.
  const code = codeId();
  onProgress?.('Reading settings and pictures');
  const chosen = await choose(files, slugs, code, pictures);
  const refused = refuseTakenHosts(dealersOf(chosen), readSnapshots(out));
  for (const { slug } of refused) chosen.delete(slug);
  if (chosen.size === 0) throw noSite(refused);
  const planned = await plan(chosen, out, shared);
  const missing = planned.filter(({ state }) => state === 'built').map(({ slug }) => slug);
  const failed = [...refused];
  const isCodeLive = findLiveCode(out)?.code === code;
  const rendered =
    missing.length > 0 &&
    (await buildReleases(missing, { out, staging, code, pictures, chosen, failed, onProgress, shared }));
  if (missing.length === 0 && !isCodeLive) await storeCode(await pageBundle(code), out);
  const isFailed = (slug: string) => failed.some((each) => each.slug === slug);
  const soundDealers = () => dealersOf(chosen).filter(({ slug }) => !isFailed(slug));
  const first = env && (await firstStockPages(out, { code, env, dealers: soundDealers(), onProgress }));
  failed.push(...(first?.failed ?? []));
  // A failed dealer keeps its published hosts, even one that this build would move to another dealer.
  failed.push(...refuseTakenHosts(soundDealers(), readSnapshots(out)));
  const dealers = planned.filter(({ slug }) => !isFailed(slug));
  if (dealers.length === 0) throw noSite(failed);
  const switching = dealers.filter(({ state }) => state !== 'unchanged');
  await shared?.store(
    switching.map(({ slug, release }) => ({ slug, id: release })),
    code,
  );
  if (!isCodeLive) {
    const releases = Object.fromEntries(dealers.map(({ slug, release }) => [slug, release]));
    await switchCode(out, code, { releases });
  }
  for (const { slug, release } of dealers) goLive(out, slug, release);
  const switched = switching.map(({ slug }) => slug);
  if (switched.length > 0) await pruneReleases(out, switched);
  const { pages, changed, cpu } = rendered || { pages: 0, changed: 0, cpu: { rendering: 0, compressing: 0 } };
  const seconds = (performance.now() - started) / 1000;
  const leftBehind = leftByEarlierVersion(out);
  const stockPages = first?.pages ?? 0;
  const withoutStock = first?.reason;
  return {
    code,
    dealers,
    seconds,
    cpuSeconds: cpu,
    pages,
    stockPages,
    changed,
    failed,
    withoutStock,
    leftBehind,
  };
}

/**
 * Builds a release of each named dealer whose inputs have changed and makes it live (PLAT-01).
 * `src/dealer-files/release/release-folders.ts` describes the output folders.
 * @param options.files as read at the start; later edits are left to the next build
 * @throws FolderInUse while another process builds into the same folder
 */
export function buildSites(options: {
  dealersDir: string;
  slugs: readonly string[];
  outDir?: string;
  files?: DealerFiles;
  photos?: Photos;
  /** Environment of the database from which stock pages are rendered. Without it, servers render them. */
  env?: Environment;
  onProgress?: OnProgress;
}): Promise<BuildResult> {
  const { dealersDir, slugs, photos = 'made', env, onProgress } = options;
  const out = distFolder(options.outDir);
  const onWait = () => onProgress?.('Waiting for another machine, which publishes');
  const run = async (shared: SharedReleases | undefined) => {
    const files = options.files ?? readDealerFiles(dealersDir, publishedHosts(readSnapshots(out)));
    try {
      return await build({ files, slugs, out, photos, env, onProgress, shared });
    } finally {
      // An incomplete site would fill the disk further.
      await rm(join(out, '.staging'), { recursive: true, force: true });
    }
  };
  return changeReleases(out, run, onWait);
}
