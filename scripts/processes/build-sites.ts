import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { loadDealers } from '#src/config/load-dealers.ts';
import { PRERENDERED_FOLDER } from '#src/server/dealer-paths.ts';
import { ASSETS_FOLDER, SITES_FOLDER } from '#src/server/http/static-files.ts';
import { completeSites } from './complete-sites.ts';
import { compressAssets, compressPages, isCompressible } from './compress-files.ts';
import { withFolderLock } from './folder-lock.ts';
import { type FailedSite, failureText, prerender } from './prerender.ts';
import { addAssets, changedFiles, publishSite, type SitePages } from './publish-site.ts';
import { publishServer, type Release } from './release.ts';

export type BuildResult = Release & {
  seconds: number;
  /** Processor time of all threads. */
  cpuSeconds: { rendering: number; compressing: number };
  pages: number;
  /** Pages that differ from what was published. */
  changed: number;
  /** Sites left as they were because one of their pages could not be rendered, or one of their photos not read. */
  failed: FailedSite[];
};

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

type Published = { changed: number; failed: FailedSite[] };

/** Publishes each site; one whose folder cannot be written leaves the others alone. */
async function publish(sites: readonly SitePages[], assets: string): Promise<Published> {
  const changes = sites.map((site) => ({ site, names: changedFiles(site) }));
  const compressible = changes.flatMap(({ site, names }) =>
    names.filter(isCompressible).map((name) => join(site.from, name)),
  );
  await compressPages(compressible);
  const published: Published = { changed: 0, failed: [] };
  for (const { site, names } of changes) {
    try {
      publishSite(site, names, assets);
      published.changed += names.filter((name) => name.endsWith('.html')).length;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      published.failed.push({ slug: basename(site.to), page: '/', reason });
    }
  }
  return published;
}

async function build(dealersDir: string, slugs: readonly string[], out: string): Promise<BuildResult> {
  const started = performance.now();
  const staging = join(out, '.staging');
  await rm(staging, { recursive: true, force: true });
  const cpuBefore = cpuSeconds();
  const { rendered, failed } = await prerender({ dealersDir, slugs, outDir: staging });
  const cpuRendered = cpuSeconds();
  const client = join(staging, 'client');
  const assets = join(client, ASSETS_FOLDER);
  const staged = rendered.map((slug) => ({
    from: join(client, PRERENDERED_FOLDER, slug),
    to: join(out, SITES_FOLDER, slug),
  }));
  const configured = new Map(loadDealers(dealersDir).dealers.map((dealer) => [dealer.slug, dealer]));
  const { whole: sites, failed: incomplete } = await completeSites(client, staged, configured);
  failed.push(...incomplete);
  if (sites.length === 0) throw new Error(`No site could be built.\n${failed.map(failureText).join('\n')}`);
  const files = (await readdir(client, { recursive: true })).filter((name) => name.endsWith('.html'));
  await compressAssets((await readdir(assets)).filter(isCompressible).map((name) => join(assets, name)));
  for (const folder of [SITES_FOLDER, 'server']) await mkdir(join(out, folder), { recursive: true });
  const { changed, failed: unpublished } = await publish(sites, assets);
  // The new code names new files on the pages of every dealer, also of those that were not part of this build.
  for (const site of await readdir(join(out, SITES_FOLDER))) addAssets(assets, join(out, SITES_FOLDER, site));
  const dealers = sites.map(({ from }) => basename(from));
  const release = await publishServer(join(staging, 'server'), out, dealers);
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
 * Prerenders the named dealers in one Astro build and publishes each to a folder of its own (PLAT-01):
 * `<out>/sites/<slug>`, with the on-demand bundle in `<out>/server/<release>` and `<out>/release.json`.
 * @throws FolderInUse while another process builds into the same folder
 */
export function buildSites(options: {
  dealersDir: string;
  slugs: readonly string[];
  outDir?: string;
}): Promise<BuildResult> {
  const out = resolve(options.outDir ?? 'dist');
  return withFolderLock(out, () => build(options.dealersDir, options.slugs, out));
}
