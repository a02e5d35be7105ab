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

/** Folder of one dealer's rendered pages, named by its slug. */
type SitePages = { from: string };

/**
 * Files in these folders below `public/` are only copied to dealers that reference them; all others are copied to every
 * site.
 */
const NAMED_FOLDERS: readonly string[] = ['logos', 'pictures'];

const ADDRESS = new RegExp(`/(?:${NAMED_FOLDERS.join('|')})/[^\\s"'()<>?#]+`, 'g');

function pathOf(address: string): string {
  try {
    return decodeURIComponent(address).slice(1);
  } catch {
    return address.slice(1);
  }
}

/** Paths below `public/` of files in those folders that a dealer's settings reference, in links or text. */
function namedFiles(dealer: DealerConfig): ReadonlySet<string> {
  // A value that is an address on its own may contain spaces.
  const whole = JSON.stringify(dealer).match(/"\/(?:[^"\\?#]|\\.)+/g) ?? [];
  const mentionedIn = JSON.stringify(dealer).match(ADDRESS) ?? [];
  return new Set([...whole.map((text) => text.slice(1)), ...mentionedIn].map(pathOf));
}

/** Hashes of the public files in a dealer's release: those its settings reference, and shared ones. */
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

/** Copies shared public files, and the logos and pictures the site references. */
async function addPublicFiles(site: string, named: ReadonlySet<string>, publicFolder: string): Promise<void> {
  if (!existsSync(publicFolder)) return;
  const shared = (await readdir(publicFolder)).filter((name) => !NAMED_FOLDERS.includes(name));
  const files = [...named].filter((path) => isPublicFile(publicFolder, join(publicFolder, path)));
  for (const path of [...shared, ...files]) {
    // Files of the site take precedence.
    await cp(join(publicFolder, path), join(site, path), { recursive: true, force: false });
  }
}

/** Whether a file is in one of those folders; a path may contain `..`. */
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

type CompletedSites = { whole: SitePages[]; failed: FailedSite[] };

/**
 * Turns rendered pages into publishable folders. Dealers with an unreadable photo are left out.
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

/** Increase when the same inputs produce different files. */
const RECIPE = 1;
const ID_LENGTH = 12;

/** Everything a dealer's release depends on, by display name, with its hash. */
type ReleaseInputs = Readonly<
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
 * @param layers lowest precedence first: template, group file, dealer file, content files
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
    // The maps API key, and the origin of dealers without a host.
    environment: valueHash([map.key, origin]),
  };
}

export const releaseId = (slug: string, inputs: Readonly<Record<string, string>>): string =>
  valueHash([RECIPE, slug, Object.entries(inputs).sort(([a], [b]) => a.localeCompare(b))]).slice(
    0,
    ID_LENGTH,
  );

export const changedInputs = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
