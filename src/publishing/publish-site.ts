import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { RENDITIONS_FOLDER } from '#src/config/public/site-picture.ts';
import { replaceFileSync } from '#src/disk/replace-file.ts';
import { ASSETS_FOLDER } from '#src/server/http/static-files.ts';
import { COMPRESSED_SUFFIXES, isCompressible } from './compress-files.ts';

/** One dealer's pages: where the build put them and where they are published. */
export type SitePages = { from: string; to: string };

const filesUnder = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    : [];

const isSame = (a: string, b: string): boolean => existsSync(b) && readFileSync(a).equals(readFileSync(b));

/** Names below `from` to publish: new, changed, or without compressed copies. */
export function changedFiles({ from, to }: SitePages): string[] {
  const names = filesUnder(from);
  if (!existsSync(to)) return names;
  const published = new Set(filesUnder(to));
  const isWhole = (name: string) =>
    !isCompressible(name) || COMPRESSED_SUFFIXES.every((suffix) => published.has(name + suffix));
  return names.filter((name) => !isWhole(name) || !isSame(join(from, name), join(to, name)));
}

function linkOrCopy(from: string, to: string): void {
  if (existsSync(to)) return;
  try {
    linkSync(from, to);
  } catch {
    // On another disk. An incomplete copy must not be taken for the file.
    replaceFileSync(to, readFileSync(from));
  }
}

/** Adds hashed assets to a site. Those of earlier builds stay: open pages still request them. */
export function addAssets(assets: string, site: string): void {
  const to = join(site, ASSETS_FOLDER);
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(assets)) linkOrCopy(join(assets, name), join(to, name));
}

/**
 * The compressed copies of a page never differ from the page: an interruption leaves a page without copies, which the
 * next build treats as changed.
 */
function moveInto(from: string, to: string, name: string): void {
  mkdirSync(dirname(join(to, name)), { recursive: true });
  const suffixes = isCompressible(name) ? COMPRESSED_SUFFIXES : [];
  for (const suffix of suffixes) rmSync(join(to, name + suffix), { force: true });
  for (const suffix of ['', ...suffixes]) renameSync(join(from, name + suffix), join(to, name + suffix));
}

const isPicture = (name: string) => name.startsWith(`${RENDITIONS_FOLDER}/`);

const withoutSuffix = (name: string) => name.replace(/\.(?:br|gz)$/, '');

/**
 * Publishes the changed pages file by file, each atomically, after the assets and pictures they use. Unchanged pages
 * keep their timestamp and ETag. Deleted files are removed last.
 * @param changed names, compressed already
 * @param assets folder of the hashed files all sites share
 */
export function publishSite(site: SitePages, changed: readonly string[], assets: string): void {
  const { from, to } = site;
  if (!existsSync(to)) {
    addAssets(assets, from);
    renameSync(from, to);
    return;
  }
  const wanted = new Set(filesUnder(from).map(withoutSuffix));
  addAssets(assets, to);
  const picturesFirst = [...changed].sort((a, b) => Number(isPicture(b)) - Number(isPicture(a)));
  for (const name of picturesFirst) moveInto(from, to, name);
  for (const name of filesUnder(to)) {
    const isAsset = name.startsWith(`${ASSETS_FOLDER}/`);
    if (!isAsset && !wanted.has(withoutSuffix(name))) rmSync(join(to, name), { force: true });
  }
}
