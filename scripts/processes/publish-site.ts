import { existsSync, readdirSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
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

const isSame = async (a: string, b: string): Promise<boolean> => {
  const [left, right] = await Promise.all([readFile(a), readFile(b).catch(() => undefined)]);
  return right !== undefined && left.equals(right);
};

/** Names below `from` that are not published as they are: new, changed, or without their compressed copies. */
export async function changedFiles({ from, to }: SitePages): Promise<string[]> {
  const names = filesUnder(from);
  if (!existsSync(to)) return names;
  const published = new Set(filesUnder(to));
  const isWhole = (name: string) =>
    !isCompressible(name) || COMPRESSED_SUFFIXES.every((suffix) => published.has(name + suffix));
  const changed: string[] = [];
  for (const name of names) {
    if (!isWhole(name) || !(await isSame(join(from, name), join(to, name)))) changed.push(name);
  }
  return changed;
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  await link(from, to).catch(() => copyFile(from, to));
}

/** Adds hashed assets to a site. Those of earlier builds stay: an open page still asks for them. */
async function addAssets(assets: string, site: string): Promise<void> {
  const to = join(site, ASSETS_FOLDER);
  await mkdir(to, { recursive: true });
  for (const name of await readdir(assets)) await linkOrCopy(join(assets, name), join(to, name));
}

async function moveInto(from: string, to: string, name: string): Promise<void> {
  await mkdir(dirname(join(to, name)), { recursive: true });
  // The plain file last: were this cut off before, the next build would see it changed and mend the rest.
  for (const suffix of [...(isCompressible(name) ? COMPRESSED_SUFFIXES : []), '']) {
    await rename(join(from, name + suffix), join(to, name + suffix));
  }
}

const withoutSuffix = (name: string) => name.replace(/\.(?:br|gz)$/, '');

/**
 * Publishes the changed pages file by file, each whole at any moment, after the assets they ask for. Others keep
 * their time stamp, and with it what browsers know them by. Pages that are no more leave last.
 * @param changed names, compressed already
 * @param assets folder of the hashed files all sites share
 */
export async function publishSite(
  site: SitePages,
  changed: readonly string[],
  assets: string,
): Promise<void> {
  const { from, to } = site;
  if (!existsSync(to)) {
    await addAssets(assets, from);
    return rename(from, to);
  }
  const wanted = new Set(filesUnder(from).map(withoutSuffix));
  await addAssets(assets, to);
  for (const name of changed) await moveInto(from, to, name);
  for (const name of filesUnder(to)) {
    const isAsset = name.startsWith(`${ASSETS_FOLDER}/`);
    if (!isAsset && !wanted.has(withoutSuffix(name))) await rm(join(to, name), { force: true });
  }
}
