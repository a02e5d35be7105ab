import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readReleaseFile } from '#src/dealer-files/release-file.ts';
import { releaseFolder } from '#src/dealer-files/release-folders.ts';
import { fileHash } from '#src/disk/file-hash.ts';
import { replaceFile } from '#src/disk/replace-file.ts';
import { filesUnder } from './files-under.ts';

const FILE = 'files.json';

const ContentsSchema = v.object({
  files: v.record(v.string(), v.object({ bytes: v.number(), hash: v.string() })),
  rendered: v.array(v.string()),
});

/** The files of a release, by their paths below `pages/`. */
export type ReleaseContents = {
  files: Readonly<Record<string, { bytes: number; hash: string }>>;
  /** Those that its code has rendered; the others are pictures, public files and compressed copies. */
  rendered: readonly string[];
};

/** @returns undefined for a release that is not there, or is of settings alone */
export function readContents(out: string, slug: string, id: string): ReleaseContents | undefined {
  try {
    const text = readFileSync(join(releaseFolder(out, slug, id), FILE), 'utf8');
    return v.parse(ContentsSchema, JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** @param folder of the release, its `pages` complete */
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
    join(folder, FILE),
    `${JSON.stringify({ rendered: [...rendered].sort(), files }, null, 1)}\n`,
  );
}

/** Files that a release has lost, or has in another size, by their paths in its folder. */
export function lostFiles(out: string, slug: string, id: string): string[] {
  const contents = readContents(out, slug, id);
  const folder = releaseFolder(out, slug, id);
  const own = [
    ...('reason' in readReleaseFile(out, slug, id) ? ['release.json'] : []),
    ...(contents ? [] : [FILE]),
  ];
  const pages = Object.entries(contents?.files ?? {}).flatMap(([name, { bytes }]) => {
    const path = join('pages', name);
    return statSync(join(folder, path), { throwIfNoEntry: false })?.size === bytes ? [] : [path];
  });
  return [...own, ...pages];
}

/** Whether a release is there with all its files in their sizes: a power cut, or someone, may have taken some. */
export const isWhole = (out: string, slug: string, id: string): boolean =>
  lostFiles(out, slug, id).length === 0;
