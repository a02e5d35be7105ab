import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PREVIEW_FOLDER } from '#src/routing/preview-address.ts';
import { ASSETS_FOLDER } from '#src/server/http/file-headers.ts';
import { COMPRESSED_SUFFIXES } from '../compress-files.ts';
import { filesUnder } from '../files-under.ts';
import { PREVIEW_MARK } from '../preview/preview-folder.ts';
import { filesOfPage, type PageParts, pageParts } from './page-parts.ts';

/** A folder of pages as it is served. */
export type PageFolder = {
  folder: string;
  /** Path under which the pages are served, such as `/previews/metro`; `/` for none. */
  base: string;
  /** Folder of its hashed files, where that is not `_astro` in it. */
  assets?: string;
  /** Made by `npm run releases -- preview`. */
  isPreview: boolean;
};

/** `files`: a picture or document has another content under the same address. */
export type ChangedPart = keyof PageParts | 'files';

export type PageChange = {
  /** `/about-us`, without the base. */
  address: string;
  /** Which parts of it differ. */
  parts: readonly ChangedPart[];
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

/** A page as both folders have it. */
type PagePair = { address: string; old: string; now: string };

/** @returns undefined where a visitor finds the same page */
function pageChange(
  { address, old, now }: PagePair,
  { before, after }: Record<'before' | 'after', PageFolder>,
  otherFiles: ReadonlySet<string>,
): PageChange | undefined {
  const parts: ChangedPart[] = [];
  const texts = { was: [] as readonly string[], is: [] as readonly string[] };
  if (old !== now) {
    const [was, is] = [pageParts(old, before.base), pageParts(now, after.base)];
    parts.push(...comparableParts(before, after).filter((part) => String(was[part]) !== String(is[part])));
    Object.assign(texts, { was: was.texts, is: is.texts });
  }
  if (otherFiles.size > 0 && [...filesOfPage(now, after.base)].some((name) => otherFiles.has(name)))
    parts.push('files');
  if (parts.length === 0) return undefined;
  const { was, is } = texts;
  return { address, parts, removed: missingFrom(is, was), added: missingFrom(was, is) };
}

/** Also for two names of one file: renditions are linked into many folders. */
function isSameFile(a: string, b: string): boolean {
  const [one, other] = [statSync(a), statSync(b)];
  if (one.ino === other.ino && one.dev === other.dev) return true;
  return one.size === other.size && readFileSync(a).equals(readFileSync(b));
}

/** What differs between two folders of pages, by what a visitor finds: names of hashed files do not count. */
export function compareFolders(before: PageFolder, after: PageFolder): FolderChanges {
  const [was, is] = [namesIn(before.folder), namesIn(after.folder)];
  const [wasThere, isThere] = [new Set(was), new Set(is)];
  const added = is.filter((name) => !wasThere.has(name));
  const removed = was.filter((name) => !isThere.has(name));
  const both = is.filter((name) => wasThere.has(name));
  const isFile = (name: string) => !isPage(name);
  const inBoth = (name: string) => [join(before.folder, name), join(after.folder, name)] as const;
  const changedFiles = both.filter((name) => isFile(name) && !isSameFile(...inBoth(name)));
  const otherFiles = new Set([...changedFiles, ...[...added, ...removed].filter(isFile)]);
  const changed = both.filter(isPage).flatMap((name) => {
    const [old = '', now = ''] = inBoth(name).map((file) => readFileSync(file, 'utf8'));
    return pageChange({ address: addressOf(name), old, now }, { before, after }, otherFiles) ?? [];
  });
  return {
    added: added.filter(isPage).map(addressOf),
    removed: removed.filter(isPage).map(addressOf),
    changed,
    unchanged: both.filter(isPage).length - changed.length,
    files: { added: added.filter(isFile), removed: removed.filter(isFile), changed: changedFiles },
  };
}
