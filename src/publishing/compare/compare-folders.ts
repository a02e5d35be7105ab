import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { ASSETS_FOLDER } from '#src/platform/http/response-headers.ts';
import { filesUnder } from '#src/platform/storage/file-tree.ts';
import { COMPRESSED_SUFFIXES } from '#src/publishing/build/compress-files.ts';
import { PREVIEW_MARK } from '#src/publishing/preview/preview-release.ts';
import { PREVIEW_FOLDER } from '#src/server/routes/preview-addresses.ts';

/** Content of a page, without what differs between two builds of the same page. */
type PageParts = {
  /** Visible texts, in document order. */
  texts: readonly string[];
  /** Elements and attributes: links, pictures, forms, island props, metadata. */
  markup: string;
  styles: string;
  /** Inline scripts and structured data. */
  scripts: string;
};

/** `_astro/B3x9_-Qa.js`, `_astro/manrope.B3x9_-Qa.woff2`: the hash depends on all imported code. */
const HASHED_NAME = /(_astro\/(?:[\w.@-]+?\.)?)[\w-]{8}(\.\w+)/g;
/** Hashes of inline scripts and styles in the content security policy. */
const POLICY_HASH = /'sha(?:256|384|512)-[^']+'\s*/g;

/** Render time in the props of the search island, and their hash. */
const RENDERED_AT = /(`nowMs`:)\d+/g;
const ISLAND = 'astro-island';

/** Site files that a page shows or links to. */
const FILE_ADDRESS = /(?<![\w.~@%/-])\/[\w.~@%/-]+\.\w+/g;

/** Class of the banner that marks a preview and shows its date. */
const BANNER = /\bpreview-banner\b/;

const withoutHashes = (text: string): string => text.replace(HASHED_NAME, '$1$2').replace(POLICY_HASH, '');

const withoutSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Strips the trailing slash; empty for a site at the root of its host. */
const withoutBase = (html: string, base: string): string =>
  base === '' ? html : html.replaceAll(`${base}/`, '/').replaceAll(`"${base}"`, '"/"');

/** @param base path under which the page is served, such as `/previews/metro`; `/` for none */
export function pageParts(html: string, base = '/'): PageParts {
  const texts: string[] = [];
  const markup: string[] = [];
  const inside = { style: [] as string[], script: [] as string[] };
  let within: keyof typeof inside | undefined;
  // Banners are not nested.
  let isInBanner = false;
  // The parser splits text at entities.
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

/** Names of site files that a page shows or links to, such as `_pictures/shop-480.webp`. */
const filesOfPage = (html: string, base = '/'): Set<string> =>
  new Set(
    (withoutBase(html, base.replace(/\/+$/, '')).match(FILE_ADDRESS) ?? []).map((path) => path.slice(1)),
  );

export type PageFolder = {
  folder: string;
  /** Path under which the pages are served, such as `/previews/metro`; `/` for none. */
  base: string;
  /** Folder of hashed files, if it is not its `_astro`. */
  assets?: string;
  /** Whether it was created by `npm run releases -- preview`. */
  isPreview: boolean;
};

/** `files`: a referenced picture or document has changed at the same address. */
type ChangedPart = keyof PageParts | 'files';

export type PageChange = {
  /** `/about-us`, without the base. */
  address: string;
  /** Parts that differ. */
  parts: readonly ChangedPart[];
  /** Texts found on only one of the two pages. */
  removed: readonly string[];
  added: readonly string[];
};

export type FolderChanges = {
  /** Addresses of pages. */
  added: readonly string[];
  removed: readonly string[];
  changed: readonly PageChange[];
  unchanged: number;
  /** Pictures, documents, robots.txt; hashed files are left out. */
  files: Readonly<Record<'added' | 'removed' | 'changed', readonly string[]>>;
};

const INDEX = 'index.html';

const addressOf = (name: string): string =>
  `/${name.endsWith(INDEX) ? name.slice(0, -INDEX.length).replace(/\/$/, '') : name}`;

/** Files that only previews have. */
const isOfPreview = (name: string) => name === PREVIEW_MARK || `/${name}`.startsWith(`${PREVIEW_FOLDER}/`);

const isPage = (name: string) => name.endsWith('.html');

function namesIn(folder: string): string[] {
  const names = filesUnder(folder).filter(
    (name) => !name.startsWith(`${ASSETS_FOLDER}/`) && !isOfPreview(name),
  );
  return names.filter((name) => !COMPRESSED_SUFFIXES.some((suffix) => name.endsWith(suffix))).sort();
}

/** Entries of `some` that occur less often in `others`, without duplicates. */
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
/** Previews rewrite links, forms and scripts. */
const PARTS_OF_PREVIEW: readonly (keyof PageParts)[] = ['texts', 'styles'];

/** All parts are comparable, unless only one of the folders is a preview. */
const comparableParts = (before: PageFolder, after: PageFolder): readonly (keyof PageParts)[] =>
  before.isPreview === after.isPreview ? ALL_PARTS : PARTS_OF_PREVIEW;

/** A page that both folders contain. */
type PagePair = { address: string; old: string; now: string };

/** @returns undefined if the pages are equivalent */
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

/** Compares inodes first: renditions are linked into many folders. */
function isSameFile(a: string, b: string): boolean {
  const [one, other] = [statSync(a), statSync(b)];
  if (one.ino === other.ino && one.dev === other.dev) return true;
  return one.size === other.size && readFileSync(a).equals(readFileSync(b));
}

/** Compares two folders of pages by visible content, ignoring names of hashed files. */
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

/** With fewer pages, shared changes are not summarised. */
const MIN_PAGES = 4;

export type SharedChanges = {
  /** Texts that at least half of the changed pages lose or gain, such as those of the footer. */
  removed: readonly string[];
  added: readonly string[];
  /** Pages with their remaining texts. */
  pages: readonly PageChange[];
};

function frequent(lists: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const text of list) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].filter(([, count]) => count * 2 >= lists.length).map(([text]) => text);
}

/** Extracts changes shared by most pages, so that they are shown once. */
export function sharedChanges(changed: readonly PageChange[]): SharedChanges {
  if (changed.length < MIN_PAGES) return { removed: [], added: [], pages: changed };
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

/**
 * Pages with changes of their own first, then by length of address, since short addresses are the most important pages.
 */
export function mostRelevant(pages: readonly PageChange[], most: number): PageChange[] {
  const rank = ({ removed, added }: PageChange) => (removed.length + added.length > 0 ? 0 : 1);
  const isErrorPage = ({ address }: PageChange) => (address.endsWith('.html') ? 1 : 0);
  return [...pages]
    .sort(
      (a, b) => rank(a) - rank(b) || isErrorPage(a) - isErrorPage(b) || a.address.length - b.address.length,
    )
    .slice(0, most);
}
