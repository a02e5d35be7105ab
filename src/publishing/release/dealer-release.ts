import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import {
  readPointer,
  writePendingPointers,
  writePointer,
} from '#src/dealer-files/release/current-release.ts';
import {
  type DealerRelease,
  isReleaseId,
  pagesFolder,
  readReleaseFile,
  releaseFolder,
  releaseFolders,
  writeReleaseFile,
} from '#src/dealer-files/release/release-folders.ts';
import { fileHash } from '#src/platform/storage/content-hash.ts';
import { filesUnder, linkFile } from '#src/platform/storage/file-tree.ts';
import { replaceFile } from '#src/platform/storage/replace-file.ts';
import { COMPRESSED_SUFFIXES, compressPages, isCompressible } from '#src/publishing/build/compress-files.ts';

/** Names the files of a release, with their hashes. */
export const CONTENTS_FILE = 'files.json';

const ContentsSchema = v.object({
  files: v.record(v.string(), v.object({ bytes: v.number(), hash: v.string() })),
  rendered: v.array(v.string()),
});

/** Files of a release, by path below `pages/`. */
type ReleaseContents = {
  files: Readonly<Record<string, { bytes: number; hash: string }>>;
  /** Files rendered by its code; others are pictures, public files and compressed copies. */
  rendered: readonly string[];
};

/** @param folder of the release */
function contentsIn(folder: string): ReleaseContents | undefined {
  try {
    return v.parse(ContentsSchema, JSON.parse(readFileSync(join(folder, CONTENTS_FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

/** @returns undefined if the release does not exist or contains only settings */
export const readContents = (out: string, slug: string, id: string): ReleaseContents | undefined =>
  contentsIn(releaseFolder(out, slug, id));

/** @param folder of the release, with complete `pages` */
export async function writeContents(folder: string, rendered: readonly string[]): Promise<void> {
  const pages = join(folder, 'pages');
  const files = Object.fromEntries(
    filesUnder(pages)
      .sort()
      .map((name) => {
        const file = join(pages, name);
        return [name, { bytes: statSync(file).size, hash: fileHash(file) }];
      }),
  );
  await replaceFile(
    join(folder, CONTENTS_FILE),
    `${JSON.stringify({ rendered: [...rendered].sort(), files }, null, 1)}\n`,
  );
}

/**
 * Paths of files that are missing or have another size, apart from the settings.
 * @param folder of the release
 */
export function lostPages(folder: string): string[] {
  const contents = contentsIn(folder);
  if (!contents) return [CONTENTS_FILE];
  return Object.entries(contents.files).flatMap(([name, { bytes }]) => {
    const path = join('pages', name);
    return statSync(join(folder, path), { throwIfNoEntry: false })?.size === bytes ? [] : [path];
  });
}

/** Paths of files that are missing or have another size. */
export const lostFiles = (out: string, slug: string, id: string): string[] => [
  ...('reason' in readReleaseFile(out, slug, id) ? ['release.json'] : []),
  ...lostPages(releaseFolder(out, slug, id)),
];

/** Whether all files exist in their size; a power failure may have truncated some. */
export const isWhole = (out: string, slug: string, id: string): boolean =>
  lostFiles(out, slug, id).length === 0;

/** Files of a release to be stored. */
type StagedPages = {
  /** Folder of pages, pictures and public files; it is moved. */
  from: string;
  /** Names of rendered files below it. */
  rendered: readonly string[];
};

const copiesOf = (name: string): string[] =>
  isCompressible(name) ? COMPRESSED_SUFFIXES.map((suffix) => name + suffix) : [];

const isSameFile = (a: string, b: string): boolean => {
  const [one, other] = [statSync(a), statSync(b)];
  return one.ino === other.ino && one.dev === other.dev;
};

/**
 * Links an unchanged file and its compressed copies to the previous release. It keeps its modification time, so that
 * browsers need not fetch it again.
 */
function linkFromPrevious(
  before: string,
  files: ReleaseContents['files'],
  pages: string,
  name: string,
): boolean {
  const names = [name, ...copiesOf(name)];
  const isSound = (each: string) =>
    statSync(join(before, each), { throwIfNoEntry: false })?.size === files[each]?.bytes;
  if (!names.every(isSound)) return false;
  for (const each of names) {
    const [from, to] = [join(before, each), join(pages, each)];
    if (existsSync(to) && isSameFile(from, to)) continue;
    rmSync(to, { force: true });
    linkFile(from, to);
  }
  return true;
}

/** Compresses changed files and links others to the previous release. @returns changed files */
async function linkUnchanged(pages: string, out: string, slug: string, before?: string): Promise<string[]> {
  const files = (before === undefined ? undefined : readContents(out, slug, before)?.files) ?? {};
  const folder = pagesFolder(out, slug, before ?? '');
  const changed = filesUnder(pages).filter((name) => {
    const isSame = files[name]?.hash === fileHash(join(pages, name));
    return !(isSame && linkFromPrevious(folder, files, pages, name));
  });
  await compressPages(changed.filter(isCompressible).map((name) => join(pages, name)));
  return changed;
}

/** Restores files that a stored release has lost. */
function repair(folder: string, whole: string): void {
  for (const name of filesUnder(whole)) {
    const [from, to] = [join(whole, name), join(folder, name)];
    if (existsSync(to) && fileHash(to) === fileHash(from)) continue;
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
  }
}

/**
 * Stores a release without making it live. Unchanged files are hard links to those of the live release.
 * @returns names of files that differ from the live release
 * @throws disk errors; the output is unchanged then
 */
export async function storeRelease(
  out: string,
  { from, rendered }: StagedPages,
  release: DealerRelease,
): Promise<string[]> {
  const { slug, id } = release;
  const live = readPointer(out, slug);
  const staged = `${from}.release`;
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged);
  const pages = join(staged, 'pages');
  renameSync(from, pages);
  const changed = await linkUnchanged(pages, out, slug, live && 'release' in live ? live.release : undefined);
  await writeContents(staged, rendered);
  writeReleaseFile(staged, release);
  const folder = releaseFolder(out, slug, id);
  mkdirSync(dirname(folder), { recursive: true });
  if (existsSync(folder)) repair(folder, staged);
  else renameSync(staged, folder);
  await rm(staged, { recursive: true, force: true });
  return changed;
}

/**
 * Atomically makes a stored release live, and records the previous one for rollback.
 * @param returnedTo the release to roll back to, which may have been rebuilt under another id; it and later ones are
 * dropped from the history
 */
export function goLive(out: string, slug: string, id: string, returnedTo?: string): void {
  const live = readPointer(out, slug);
  const before = live && 'release' in live ? live : undefined;
  // A code switch makes it live before its pointer is written.
  if (before?.release === id) {
    writePendingPointers(out);
    return;
  }
  const trail = before ? [before.release, ...before.earlier] : [];
  const at = returnedTo === undefined ? -1 : trail.indexOf(returnedTo);
  const earlier = trail.slice(at + 1).filter((each) => each !== id);
  writePointer(out, { slug, release: id, at: new Date().toISOString(), earlier });
}

/** Releases of each dealer that remain, besides the live one, the previous one and those in use. */
export const FORMER_RELEASES = 5;

/** What a prune has removed. */
export type Pruned = {
  /** Ids of removed releases, by slug. */
  releases: Record<string, string[]>;
  /** Ids of removed code releases. */
  code: string[];
};

/** Readable releases of a dealer, newest first. */
export async function storedReleases(out: string, slug: string): Promise<DealerRelease[]> {
  const folder = releaseFolders(out, slug);
  if (!existsSync(folder)) return [];
  const ids = (await readdir(folder)).filter(isReleaseId);
  return ids
    .flatMap((id) => {
      const release = readReleaseFile(out, slug, id);
      return 'reason' in release ? [] : release;
    })
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));
}
