import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import type { Layer } from '#src/dealer-files/settings-layers.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import { fileHash, valueHash } from '#src/platform/storage/content-hash.ts';
import { filesUnder } from '#src/platform/storage/file-tree.ts';
import type { FailedSite } from './failed-site.ts';
import { type Photos, picturesOf, type SitePictures, UnreadablePicture } from './site-pictures.ts';

/** The folder of one dealer's rendered pages, named by its slug. */
export type SitePages = { from: string };

/** Folders under `public/` whose files go only to the dealers that name them; all other files go to every site. */
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
  // A value that is only an address may contain spaces.
  const whole = JSON.stringify(dealer).match(/"\/(?:[^"\\?#]|\\.)+/g) ?? [];
  const inWords = JSON.stringify(dealer).match(ADDRESS) ?? [];
  return new Set([...whole.map((text) => text.slice(1)), ...inWords].map(pathOf));
}

/** Hashes of the public files that a dealer's release has: those its settings name, and those of every site. */
function publicFileHashes(dealer: DealerConfig, publicFolder = 'public') {
  const named = new Set([...namedFiles(dealer), ...picturesOf(dealer).map((path) => join('pictures', path))]);
  const files = [...named].sort().filter((path) => isPublicFile(publicFolder, join(publicFolder, path)));
  return {
    named: files.map((path) => [path, fileHash(join(publicFolder, path))]),
    shared: sharedHashes(publicFolder),
  };
}

function sharedHashes(publicFolder: string): [string, string][] {
  const names = existsSync(publicFolder) ? readdirSync(publicFolder) : [];
  const files = names
    .filter((name) => !NAMED_FOLDERS.includes(name))
    .flatMap((name) => {
      const path = join(publicFolder, name);
      return statSync(path).isFile() ? name : filesUnder(path).map((below) => join(name, below));
    });
  return files.sort().map((path) => [path, fileHash(join(publicFolder, path))]);
}

/** Gives a site the public files that are for every site, and the logos and pictures it names itself. */
async function addPublicFiles(site: string, named: ReadonlySet<string>, publicFolder: string): Promise<void> {
  if (!existsSync(publicFolder)) return;
  const shared = (await readdir(publicFolder)).filter((name) => !NAMED_FOLDERS.includes(name));
  const files = [...named].filter((path) => isPublicFile(publicFolder, join(publicFolder, path)));
  for (const path of [...shared, ...files]) {
    // What a site has of its own stays.
    await cp(join(publicFolder, path), join(site, path), { recursive: true, force: false });
  }
}

/** Whether a file is in a folder for named files; a path may try to climb out. */
const isPublicFile = (publicFolder: string, file: string): boolean =>
  NAMED_FOLDERS.some((folder) => file.startsWith(join(publicFolder, folder) + sep)) &&
  (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);

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
 * Turns rendered pages into publishable folders. A dealer with an unreadable photo is left out; the others are not
 * affected.
 * @param configured dealers by slug
 */
export async function completeSites(
  sites: readonly SitePages[],
  configured: ReadonlyMap<string, DealerConfig>,
  pictures: SitePictures,
  publicFolder = 'public',
  onProgress?: OnProgress,
): Promise<CompletedSites> {
  const completed: CompletedSites = { whole: [], failed: [] };
  for (const [done, site] of sites.entries()) {
    onProgress?.('Adding files and pictures of sites', done, sites.length);
    const dealer = configured.get(basename(site.from));
    await addPublicFiles(site.from, dealer ? namedFiles(dealer) : new Set(), publicFolder);
    const failure = dealer && (await addPictures(pictures, dealer, site.from));
    if (failure) completed.failed.push(failure);
    else completed.whole.push(site);
  }
  return completed;
}

/** Raised when equal inputs give other files. */
const RECIPE = 1;
const ID_LENGTH = 12;

/** Everything the files of a dealer's release follow from, as people call it, with its hash. */
export type ReleaseInputs = Readonly<
  Record<
    | 'template'
    | 'group file'
    | 'dealer file'
    | 'content files'
    | 'code'
    | 'pictures'
    | 'public files'
    | 'environment',
    string
  >
>;

/**
 * @param layers lowest first: template, group file, dealer file, content files
 * @param how.code id of the code release
 */
export function releaseInputs(
  dealer: DealerConfig,
  layers: readonly Layer[],
  { code, photos = 'made' }: { code: string; photos?: Photos },
): ReleaseInputs {
  const content = layers.find(({ parts }) => parts !== undefined);
  const own = layers.filter((layer) => layer !== content).at(-1);
  const template = layers.find(({ file }) => file === undefined);
  const group = layers.filter((layer) => ![own, template, content].includes(layer));
  const { named, shared } = publicFileHashes(dealer);
  const { map, origin } = toPublicConfig(dealer);
  return {
    template: valueHash(template?.values),
    'group file': valueHash(group.map(({ values }) => values)),
    'dealer file': valueHash(own?.values),
    'content files': valueHash(content?.values),
    code,
    pictures: valueHash([named, dealer.pictureWidths, ...(photos === 'made' ? [] : [photos])]),
    'public files': valueHash(shared),
    // The key of the maps, and where a dealer without a host is reached.
    environment: valueHash([map.key, origin]),
  };
}

/** Id of the release that has these inputs. */
export const releaseId = (slug: string, inputs: Readonly<Record<string, string>>): string =>
  valueHash([RECIPE, slug, Object.entries(inputs).sort(([a], [b]) => a.localeCompare(b))]).slice(
    0,
    ID_LENGTH,
  );

/** Names of the inputs that differ. */
export const changedInputs = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
