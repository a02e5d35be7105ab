import { existsSync, statSync } from 'node:fs';
import { link, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { siteRoutes } from '#src/routing/site-routes.ts';
import { PRERENDERED_FOLDER } from '#src/server/dealer-paths.ts';
import { ASSETS_FOLDER, NOT_FOUND_PAGE } from '#src/server/http/static-files.ts';
import type { FailedSite } from './prerender.ts';
import type { SitePages } from './publish-site.ts';
import { type SitePictures, UnreadablePicture } from './site-pictures.ts';

/** Folders under `public/` whose files belong to the dealers that name them; all else there is every site's. */
const NAMED_FOLDERS: readonly string[] = ['logos', 'pictures'];

const ADDRESS = new RegExp(`/(?:${NAMED_FOLDERS.join('|')})/[^\\s"'()<>?#]+`, 'g');

function pathOf(address: string): string {
  try {
    return decodeURIComponent(address).slice(1);
  } catch {
    return address.slice(1);
  }
}

/** Paths below `public/` of the files in those folders that a dealer's settings name, in links and in words. */
function namedFiles(dealer: DealerConfig): ReadonlySet<string> {
  // An address alone may have blanks in it.
  const whole = JSON.stringify(dealer).match(/"\/(?:[^"\\?#]|\\.)+/g) ?? [];
  const inWords = JSON.stringify(dealer).match(ADDRESS) ?? [];
  return new Set([...whole.map((text) => text.slice(1)), ...inWords].map(pathOf));
}

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

/**
 * Gives a site the public files that are for every site and the logos and pictures it names itself, and its not-found
 * page the name that hosts of static files look for.
 */
async function addPublicFiles(client: string, site: string, named: ReadonlySet<string>): Promise<void> {
  const apart = new Set([PRERENDERED_FOLDER, ASSETS_FOLDER, ...NAMED_FOLDERS]);
  const shared = (await readdir(client)).filter((name) => !apart.has(name));
  for (const name of shared) await linkAll(join(client, name), join(site, name));
  for (const path of named) {
    const from = join(client, path);
    if (!isPublicFile(client, from)) continue;
    await mkdir(dirname(join(site, path)), { recursive: true });
    await linkAll(from, join(site, path));
  }
  await rename(join(site, '404', 'index.html'), join(site, NOT_FOUND_PAGE));
  await rm(join(site, '404'), { recursive: true });
}

/** Whether a file stands in a folder for named files; a path may try to climb out. */
const isPublicFile = (client: string, file: string): boolean =>
  NAMED_FOLDERS.some((folder) => file.startsWith(join(client, folder) + sep)) &&
  (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);

/** Links a file, or all files of a folder; what a site has of its own stays. */
async function linkAll(from: string, to: string): Promise<void> {
  if ((await stat(from)).isFile()) {
    if (!existsSync(to)) await link(from, to);
    return;
  }
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) await linkAll(join(from, name), join(to, name));
}

async function addPictures(pictures: SitePictures, dealer: DealerConfig, site: string) {
  try {
    await pictures.add(dealer, site);
    return undefined;
  } catch (error) {
    if (!(error instanceof UnreadablePicture)) throw error;
    return { slug: dealer.slug, picture: `public/pictures/${error.path}`, reason: error.message };
  }
}

export type CompletedSites = { whole: SitePages[]; failed: FailedSite[] };

/**
 * Makes publishable folders of what was rendered. A dealer with a photo that cannot be read is left out, and the
 * others are none the worse.
 * @param client folder the pages were rendered into
 * @param configured dealers by slug
 */
export async function completeSites(
  client: string,
  sites: readonly SitePages[],
  configured: ReadonlyMap<string, DealerConfig>,
  pictures: SitePictures,
): Promise<CompletedSites> {
  const completed: CompletedSites = { whole: [], failed: [] };
  for (const site of sites) {
    const dealer = configured.get(basename(site.from));
    if (dealer) await moveToAddresses(site.from, dealer);
    await addPublicFiles(client, site.from, dealer ? namedFiles(dealer) : new Set());
    const failure = dealer && (await addPictures(pictures, dealer, site.from));
    if (failure) completed.failed.push(failure);
    else completed.whole.push(site);
  }
  return completed;
}
