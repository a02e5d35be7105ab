import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { JsonObject } from '#src/dealer-files/inherit.ts';
import { mergeLayers } from '#src/dealer-files/layers.ts';
import { readDealerFiles } from '#src/dealer-files/load-dealers.ts';
import {
  distFolder,
  isRemoved,
  publishedHosts,
  readSnapshots,
  removeSnapshot,
  writeSnapshot,
} from '#src/dealer-files/snapshot.ts';
import { withSpecialDaysInPlace } from '#src/dealer-files/special-days.ts';
import { SITES_FOLDER } from '#src/server/http/static-files.ts';
import { completeSites } from './complete-sites.ts';
import { compressPages, isCompressible } from './compress-files.ts';
import { type FailedSite, failureText } from './failed-site.ts';
import { withFolderLock } from './folder-lock.ts';
import { loadPages, pageBundle } from './page-bundle.ts';
import { addAssets, changedFiles, publishSite, type SitePages } from './publish-site.ts';
import { publishServer, type Release } from './release.ts';
import { renderSites } from './render-sites.ts';
import { createSitePictures, type SitePictures } from './site-pictures.ts';
import { refuseTakenHosts } from './taken-hosts.ts';

export type BuildResult = Release & {
  seconds: number;
  /** Processor time of all threads. */
  cpuSeconds: { rendering: number; compressing: number };
  pages: number;
  /** Pages that differ from the published ones. */
  changed: number;
  /** Sites left unchanged. */
  failed: FailedSite[];
};

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** A dealer to build, with its resolved settings. */
type Chosen = { dealer: DealerConfig; settings: JsonObject };

/** Dealer files are read once: an edit during the build waits for the next. */
async function choose(
  dealersDir: string,
  slugs: readonly string[],
  out: string,
  pictures: SitePictures,
): Promise<Map<string, Chosen>> {
  const { sound } = readDealerFiles(dealersDir, publishedHosts(readSnapshots(out)));
  const known = new Map(sound.map((each) => [each.dealer.slug, each]));
  const chosen = new Map<string, Chosen>();
  for (const { dealer, layers } of slugs.flatMap((slug) => known.get(slug) ?? [])) {
    const pictureWidths = await pictures.widths(dealer);
    const whole = { ...withSpecialDaysInPlace(dealer), pictureWidths };
    chosen.set(dealer.slug, { dealer: whole, settings: mergeLayers(layers) });
  }
  return chosen;
}

const dealersOf = (chosen: ReadonlyMap<string, Chosen>, slugs: Iterable<string>) =>
  [...slugs].flatMap((slug) => chosen.get(slug)?.dealer ?? []);

type Publication = { sites: readonly SitePages[]; assets: string; out: string };
type Published = { changed: number; failed: FailedSite[] };

/** Publishes each site and its settings; a site whose folder cannot be written does not affect the others. */
async function publish(
  { sites, assets, out }: Publication,
  chosen: ReadonlyMap<string, Chosen>,
): Promise<Published> {
  const changes = sites.map((site) => ({ site, names: changedFiles(site) }));
  const compressible = changes.flatMap(({ site, names }) =>
    names.filter(isCompressible).map((name) => join(site.from, name)),
  );
  await compressPages(compressible);
  const published: Published = { changed: 0, failed: [] };
  for (const { site, names } of changes) {
    const slug = basename(site.to);
    const isFirst = !existsSync(site.to) || isRemoved(out, slug);
    const { settings = {}, dealer } = chosen.get(slug) ?? {};
    const writeSettings = () =>
      writeSnapshot(out, {
        ...{ slug, publishedAt: new Date().toISOString(), settings },
        pictureWidths: dealer?.pictureWidths,
      });
    try {
      // Pages without settings would be served with the dealer file's current settings; settings without pages show
      // nothing.
      if (isFirst) writeSettings();
      publishSite(site, names, assets);
      if (!isFirst) writeSettings();
      published.changed += names.filter((name) => name.endsWith('.html')).length;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isFirst) removeSnapshot(out, slug);
      published.failed.push({ slug, folder: site.to, isFirst, reason });
    }
  }
  return published;
}

const noSite = (failed: readonly FailedSite[]) =>
  new Error(`No site could be built.\n${failed.map(failureText).join('\n')}`);

async function build(dealersDir: string, slugs: readonly string[], out: string): Promise<BuildResult> {
  const started = performance.now();
  const staging = join(out, '.staging');
  await rm(staging, { recursive: true, force: true });
  const cpuBefore = cpuSeconds();
  const pictures = createSitePictures();
  const chosen = await choose(dealersDir, slugs, out, pictures);
  const refused = refuseTakenHosts(dealersOf(chosen, chosen.keys()), readSnapshots(out));
  for (const { slug } of refused) chosen.delete(slug);
  if (chosen.size === 0) throw noSite(refused);
  const bundle = await pageBundle();
  const renderPage = await loadPages(join(bundle.server, 'entry.mjs'));
  const { rendered, failed } = await renderSites(dealersOf(chosen, chosen.keys()), renderPage, staging);
  const cpuRendered = cpuSeconds();
  const staged = rendered.map((slug) => ({ from: join(staging, slug), to: join(out, SITES_FOLDER, slug) }));
  const configured = new Map([...chosen].map(([slug, { dealer }]) => [slug, dealer]));
  const { whole, failed: incomplete } = await completeSites(staged, configured, pictures);
  // A dealer that failed keeps its published hosts, even one that this build would have moved to another dealer.
  const robbers = refuseTakenHosts(
    dealersOf(
      chosen,
      whole.map(({ from }) => basename(from)),
    ),
    readSnapshots(out),
  );
  const sites = whole.filter(({ from }) => !robbers.some(({ slug }) => slug === basename(from)));
  failed.push(...refused, ...incomplete, ...robbers);
  if (sites.length === 0) throw noSite(failed);
  const files = (await readdir(staging, { recursive: true })).filter((name) => name.endsWith('.html'));
  for (const folder of [SITES_FOLDER, 'server']) await mkdir(join(out, folder), { recursive: true });
  const { assets } = bundle;
  const { changed, failed: unpublished } = await publish({ sites, assets, out }, chosen);
  // The new code references new files on the pages of every dealer, including those outside this build.
  for (const site of await readdir(join(out, SITES_FOLDER))) addAssets(assets, join(out, SITES_FOLDER, site));
  const dealers = sites.map(({ from }) => basename(from));
  const release = await publishServer(bundle, out, dealers);
  await rm(staging, { recursive: true, force: true });
  return {
    ...release,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: { rendering: cpuRendered - cpuBefore, compressing: cpuSeconds() - cpuRendered },
    pages: files.length,
    changed,
    failed: [...failed, ...unpublished],
  };
}

/**
 * Renders the named dealers and publishes each to a folder of its own (PLAT-01):
 * `<out>/sites/<slug>`, its settings in `<out>/published/<slug>.json`, with the on-demand bundle in
 * `<out>/server/<release>` and `<out>/release.json`.
 * @throws FolderInUse while another process builds into the same folder
 */
export function buildSites(options: {
  dealersDir: string;
  slugs: readonly string[];
  outDir?: string;
}): Promise<BuildResult> {
  const out = distFolder(options.outDir);
  return withFolderLock(out, () => build(options.dealersDir, options.slugs, out));
}
