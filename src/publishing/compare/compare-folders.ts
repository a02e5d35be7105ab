import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PREVIEW_FOLDER } from '#src/routing/preview-address.ts';
import { ASSETS_FOLDER } from '#src/server/http/file-headers.ts';
import { COMPRESSED_SUFFIXES } from '../compress-files.ts';
import { filesUnder } from '../files-under.ts';
import { PREVIEW_MARK } from '../preview/preview-folder.ts';
import { type PageParts, pageParts } from './page-parts.ts';

/** A folder of pages as it is served. */
export type PageFolder = {
  folder: string;
  /** Path under which the pages are served, such as `/previews/metro`; `/` for none. */
  base: string;
  /** Folder of its hashed files, where that is not `_astro` in it. */
  assets?: string;
  /** Made by `npm run preview`. */
  isPreview: boolean;
};

export type PageChange = {
  /** `/about-us`, without the base. */
  address: string;
  /** Which parts of it differ. */
  parts: readonly (keyof PageParts)[];
  /** Texts that only one of the two has. */
  removed: readonly string[];
  added: readonly string[];
};

export type FolderChanges = {
  /** Addresses of pages. */
  added: readonly string[];
  removed: readonly string[];
  changed: readonly PageChange[];
  unchanged: number;
  /** Other files: pictures, documents, robots.txt; hashed files are left out. */
  files: Readonly<Record<'added' | 'removed' | 'changed', readonly string[]>>;
};

const INDEX = 'index.html';

const addressOf = (name: string): string =>
  `/${name.endsWith(INDEX) ? name.slice(0, -INDEX.length).replace(/\/$/, '') : name}`;

/** What a preview has besides the files of the site. */
const isOfPreview = (name: string) => name === PREVIEW_MARK || `/${name}`.startsWith(`${PREVIEW_FOLDER}/`);

const isPage = (name: string) => name.endsWith('.html');

function namesIn(folder: string): string[] {
  const names = filesUnder(folder).filter(
    (name) => !name.startsWith(`${ASSETS_FOLDER}/`) && !isOfPreview(name),
  );
  return names.filter((name) => !COMPRESSED_SUFFIXES.some((suffix) => name.endsWith(suffix))).sort();
}

/** Entries of `some` that `others` has fewer of, each named once. */
function missingFrom(others: readonly string[], some: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  const missing = some.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
  return [...new Set(missing)];
}

const ALL_PARTS: readonly (keyof PageParts)[] = ['texts', 'markup', 'styles', 'scripts'];
/** A preview writes links, forms and scripts in its own way. */
const PARTS_OF_PREVIEW: readonly (keyof PageParts)[] = ['texts', 'styles'];

/** Which parts of pages of two folders can be compared: all, unless only one of the two is a preview. */
export const comparableParts = (before: PageFolder, after: PageFolder): readonly (keyof PageParts)[] =>
  before.isPreview === after.isPreview ? ALL_PARTS : PARTS_OF_PREVIEW;

/** @returns undefined where a visitor finds the same page */
function pageChange(
  address: string,
  [before, after]: readonly [PageParts, PageParts],
  compared: readonly (keyof PageParts)[],
): PageChange | undefined {
  const parts = compared.filter((part) => String(before[part]) !== String(after[part]));
  if (parts.length === 0) return undefined;
  const [removed, added] = [missingFrom(after.texts, before.texts), missingFrom(before.texts, after.texts)];
  return { address, parts, removed, added };
}

/** What differs between two folders of pages, by what a visitor finds: names of hashed files do not count. */
export function compareFolders(before: PageFolder, after: PageFolder): FolderChanges {
  const [was, is] = [namesIn(before.folder), namesIn(after.folder)];
  const [wasThere, isThere] = [new Set(was), new Set(is)];
  const added = is.filter((name) => !wasThere.has(name));
  const removed = was.filter((name) => !isThere.has(name));
  const both = is.filter((name) => wasThere.has(name));
  const compared = comparableParts(before, after);
  const changed: PageChange[] = [];
  const changedFiles: string[] = [];
  for (const name of both) {
    const [old, now] = [readFileSync(join(before.folder, name)), readFileSync(join(after.folder, name))];
    if (old.equals(now)) continue;
    if (!isPage(name)) changedFiles.push(name);
    else {
      const parts = [pageParts(old.toString(), before.base), pageParts(now.toString(), after.base)] as const;
      const change = pageChange(addressOf(name), parts, compared);
      if (change) changed.push(change);
    }
  }
  const isFile = (name: string) => !isPage(name);
  return {
    added: added.filter(isPage).map(addressOf),
    removed: removed.filter(isPage).map(addressOf),
    changed,
    unchanged: both.filter(isPage).length - changed.length,
    files: { added: added.filter(isFile), removed: removed.filter(isFile), changed: changedFiles },
  };
}
