import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { ASSETS_FOLDER } from '#src/platform/http/response-headers.ts';
import { filesUnder } from '#src/platform/storage/file-tree.ts';
import { COMPRESSED_SUFFIXES } from '#src/publishing/build/compress-files.ts';
import { PREVIEW_MARK } from '#src/publishing/preview/preview-release.ts';
import { PREVIEW_FOLDER } from '#src/server/routes/preview-addresses.ts';

/** What a page consists of, without what differs between two builds of the same page. */
type PageParts = {
  /** Texts a visitor reads, in their order. */
  texts: readonly string[];
  /** Elements and attributes: links, pictures, forms, settings of islands, what search engines read. */
  markup: string;
  styles: string;
  /** Scripts and structured data inside the page. */
  scripts: string;
};

/** `_astro/B3x9_-Qa.js`, `_astro/manrope.B3x9_-Qa.woff2`: the hash changes with any code that the file imports. */
const HASHED_NAME = /(_astro\/(?:[\w.@-]+?\.)?)[\w-]{8}(\.\w+)/g;
/** Hashes of inline scripts and styles in the content security policy. */
const POLICY_HASH = /'sha(?:256|384|512)-[^']+'\s*/g;

/** When a search was rendered, among the settings of its island, and the hash of these. */
const RENDERED_AT = /(`nowMs`:)\d+/g;
const ISLAND = 'astro-island';

/** Files of the site's own that a page shows or links to. */
const FILE_ADDRESS = /(?<![\w.~@%/-])\/[\w.~@%/-]+\.\w+/g;

/** Says of a preview that it is one, and when it was made. */
const BANNER = /\bpreview-banner\b/;

const withoutHashes = (text: string): string => text.replace(HASHED_NAME, '$1$2').replace(POLICY_HASH, '');

const withoutSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A path without a slash at its end; empty for a site at the root of its host. */
const withoutBase = (html: string, base: string): string =>
  base === '' ? html : html.replaceAll(`${base}/`, '/').replaceAll(`"${base}"`, '"/"');

/** @param base path under which the page is served, such as `/previews/metro`; `/` for none */
export function pageParts(html: string, base = '/'): PageParts {
  const texts: string[] = [];
  const markup: string[] = [];
  const inside = { style: [] as string[], script: [] as string[] };
  let within: keyof typeof inside | undefined;
  // The banner has no other element of its name inside.
  let isInBanner = false;
  // The parser cuts a text at each entity.
  let text = '';
  const endText = () => {
    const whole = withoutSpace(text);
    if (whole !== '') texts.push(whole);
    text = '';
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      endText();
      if (name === 'aside' && BANNER.test(attributes.class ?? '')) isInBanner = true;
      if (isInBanner) return;
      const written = Object.entries(attributes)
        .filter(([key]) => key !== 'nonce' && key !== 'integrity' && !(name === ISLAND && key === 'uid'))
        .map(([key, value]) => `${key}="${withoutSpace(withoutHashes(value)).replace(RENDERED_AT, '$1')}"`)
        .sort();
      markup.push(`<${[name, ...written].join(' ')}>`);
      if (name === 'style' || name === 'script') within = name;
    },
    ontext(part) {
      if (isInBanner) return;
      if (within) inside[within].push(withoutHashes(part));
      else text += part;
    },
    onclosetag(name) {
      endText();
      if (name === within) within = undefined;
      if (name === 'aside') isInBanner = false;
    },
  });
  parser.end(withoutBase(html, base.replace(/\/+$/, '')));
  return {
    texts,
    markup: markup.join('\n'),
    styles: withoutSpace(inside.style.join('\n')),
    scripts: withoutSpace(inside.script.join('\n')),
  };
}

/** Names of the site's own files that a page shows or links to, such as `_pictures/shop-480.webp`. */
const filesOfPage = (html: string, base = '/'): Set<string> =>
  new Set(
    (withoutBase(html, base.replace(/\/+$/, '')).match(FILE_ADDRESS) ?? []).map((path) => path.slice(1)),
  );

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

/** Fewer pages than this share nothing worth a line of its own. */
const FEWEST_PAGES = 4;

export type SharedChanges = {
  /** Texts that at least half of the changed pages lose or gain, such as those of the footer. */
  removed: readonly string[];
  added: readonly string[];
  /** The pages with their other texts alone. */
  pages: readonly PageChange[];
};

function frequent(lists: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const text of list) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].filter(([, count]) => count * 2 >= lists.length).map(([text]) => text);
}

/** Takes what most pages share out of them, so that it is read once. */
export function sharedChanges(changed: readonly PageChange[]): SharedChanges {
  if (changed.length < FEWEST_PAGES) return { removed: [], added: [], pages: changed };
  const [removed, added] = [
    frequent(changed.map((page) => page.removed)),
    frequent(changed.map((page) => page.added)),
  ];
  const without = (texts: readonly string[], shared: readonly string[]) =>
    texts.filter((text) => !shared.includes(text));
  return {
    removed,
    added,
    pages: changed.map((page) => ({
      ...page,
      removed: without(page.removed, removed),
      added: without(page.added, added),
    })),
  };
}

/** Pages with texts of their own first, then the shortest addresses, which are the most important pages. */
export function worthPicturing(pages: readonly PageChange[], most: number): PageChange[] {
  const rank = ({ removed, added }: PageChange) => (removed.length + added.length > 0 ? 0 : 1);
  const isErrorPage = ({ address }: PageChange) => (address.endsWith('.html') ? 1 : 0);
  return [...pages]
    .sort(
      (a, b) => rank(a) - rank(b) || isErrorPage(a) - isErrorPage(b) || a.address.length - b.address.length,
    )
    .slice(0, most);
}
