import { existsSync } from 'node:fs';
import { link, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { loadDealers } from '#src/config/load-dealers.ts';
import { siteRoutes } from '#src/config/public/routes/site-routes.ts';
import { PRERENDERED_FOLDER } from '#src/server/dealer-paths.ts';
import { ASSETS_FOLDER, NOT_FOUND_PAGE, SITES_FOLDER } from '#src/server/http/static-files.ts';
import { compressAssets, compressPages, isCompressible } from './compress-files.ts';
import { withFolderLock } from './folder-lock.ts';
import { type FailedSite, prerender } from './prerender.ts';
import { addAssets, changedFiles, publishSite, type SitePages } from './publish-site.ts';
import { publishServer, type Release } from './release.ts';
import { addSitePictures } from './site-pictures.ts';

export type BuildResult = Release & {
  seconds: number;
  /** Processor time of all threads. */
  cpuSeconds: { rendering: number; compressing: number };
  pages: number;
  /** Pages that differ from what was published. */
  changed: number;
  /** Sites left as they were because one of their pages could not be rendered. */
  failed: FailedSite[];
};

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Moves pages from where they were rendered to where shoppers find them (NAV-03 to NAV-09). */
async function moveToAddresses(site: string, dealer: DealerConfig): Promise<void> {
  const moved = siteRoutes(dealer).filter(
    ({ path, internal, rendered }) => rendered === 'build' && path !== internal,
  );
  for (const { path, internal } of moved) {
    await mkdir(join(site, path), { recursive: true });
    await rename(join(site, internal, 'index.html'), join(site, path, 'index.html'));
    await removeIfEmpty(join(site, internal), site);
  }
}

/** Removes folders that hold nothing, upwards as far as `top`. */
async function removeIfEmpty(folder: string, top: string): Promise<void> {
  if (folder === top || (await readdir(folder)).length > 0) return;
  await rmdir(folder);
  await removeIfEmpty(dirname(folder), top);
}

/** Gives a site the files all share, and its not-found page the name that hosts of static files look for. */
async function completeSite(client: string, site: string): Promise<void> {
  const apart = new Set([PRERENDERED_FOLDER, ASSETS_FOLDER]);
  const shared = (await readdir(client)).filter((name) => !apart.has(name));
  for (const name of shared) await linkAll(join(client, name), join(site, name));
  await rename(join(site, '404', 'index.html'), join(site, NOT_FOUND_PAGE));
  await rm(join(site, '404'), { recursive: true });
}

/** Links a file, or all files of a folder; what a site has of its own stays. */
async function linkAll(from: string, to: string): Promise<void> {
  if ((await stat(from)).isFile()) {
    if (!existsSync(to)) await link(from, to);
    return;
  }
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) await linkAll(join(from, name), join(to, name));
}

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
  const sites = rendered.map((slug) => ({
    from: join(client, PRERENDERED_FOLDER, slug),
    to: join(out, SITES_FOLDER, slug),
  }));
  const configured = new Map(loadDealers(dealersDir).dealers.map((dealer) => [dealer.slug, dealer]));
  for (const { from } of sites) {
    const dealer = configured.get(basename(from));
    if (dealer) await moveToAddresses(from, dealer);
    await completeSite(client, from);
    if (dealer) await addSitePictures(dealer, from);
  }
  const files = (await readdir(client, { recursive: true })).filter((name) => name.endsWith('.html'));
  await compressAssets((await readdir(assets)).filter(isCompressible).map((name) => join(assets, name)));
  for (const folder of [SITES_FOLDER, 'server']) await mkdir(join(out, folder), { recursive: true });
  const { changed, failed: unpublished } = await publish(sites, assets);
  // The new code names new files on the pages of every dealer, also of those that were not part of this build.
  for (const site of await readdir(join(out, SITES_FOLDER))) addAssets(assets, join(out, SITES_FOLDER, site));
  const release = await publishServer(join(staging, 'server'), out, rendered);
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
