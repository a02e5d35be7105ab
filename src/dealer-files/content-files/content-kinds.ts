import { INFO_PAGES } from '#src/config/sections/info-pages.ts';
import type { JsonObject } from '#src/domain/json-object.ts';

/** What the text below the front matter of a Markdown file becomes. */
export type BodyUse =
  /** The value of a key, in Markdown; with a `titleKey`, a heading "#" at its start is the value of that. */
  | { as: 'markdown'; key: string; titleKey?: string }
  /** The value of a key, in plain words. */
  | { as: 'words'; key: string }
  /** The whole value, in Markdown: the file has no keys. */
  | { as: 'whole' }
  /** A section for each heading "##". */
  | { as: 'sections' }
  /** A feature for each heading "##". */
  | { as: 'features' }
  | { as: 'nothing' };

/** Where the values of a file belong in the settings. */
export type ContentKind = {
  /** Place of the value or of the list. */
  at: readonly string[];
  /** For an entry of a list, the key that the file's name is the value of. */
  nameKey?: string;
  /** Whether the list must have the entry already. */
  isForExisting?: true;
  body: BodyUse;
  /** Values that the file starts from. */
  base?: JsonObject;
};

const FIXED_PAGES: Readonly<Record<string, ContentKind>> = {
  home: { at: ['content', 'home'], body: { as: 'nothing' } },
  'about-us': { at: ['content', 'about'], body: { as: 'markdown', key: 'paragraphs' } },
  contact: { at: ['content', 'contact'], body: { as: 'nothing' } },
  'privacy-policy': { at: ['content', 'privacy'], body: { as: 'whole' } },
  'terms-and-conditions': { at: ['content', 'terms'], body: { as: 'whole' } },
};

const PAGES: Readonly<Record<string, ContentKind>> = {
  ...FIXED_PAGES,
  ...Object.fromEntries(
    INFO_PAGES.map((name) => [
      name,
      { at: ['pages', name], body: { as: 'sections' }, base: { enabled: true } } as const,
    ]),
  ),
};

const LISTS: Readonly<Record<string, ContentKind>> = {
  blog: { at: ['blog'], nameKey: 'slug', body: { as: 'markdown', key: 'paragraphs' } },
  offers: { at: ['offers'], nameKey: 'id', body: { as: 'markdown', key: 'paragraphs' } },
  brands: { at: ['brands'], nameKey: 'slug', body: { as: 'markdown', key: 'description' } },
  models: { at: ['models'], nameKey: 'slug', body: { as: 'features' } },
  locations: {
    at: ['locations'],
    nameKey: 'slug',
    isForExisting: true,
    body: { as: 'words', key: 'description' },
  },
};

/** NAV-15: any other page is one of the dealer's own. */
const OWN_PAGE: ContentKind = {
  at: ['ownPages'],
  nameKey: 'slug',
  body: { as: 'markdown', key: 'paragraphs', titleKey: 'title' },
};

/** Files beside the folders. */
const SINGLE_FILES: Readonly<Record<string, ContentKind>> = {
  'reviews.json': { at: ['reviews'], body: { as: 'nothing' } },
};

export const CONTENT_FOLDERS: readonly string[] = ['pages', ...Object.keys(LISTS)];
export const PAGE_NAMES: readonly string[] = Object.keys(PAGES);
export const CONTENT_FILES: readonly string[] = Object.keys(SINGLE_FILES);

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** @param name of the file without its ending */
export const kindInFolder = (folder: string, name: string): ContentKind | undefined =>
  folder === 'pages' ? (own(PAGES, name) ?? OWN_PAGE) : own(LISTS, folder);

export const kindOfFile = (fileName: string): ContentKind | undefined => own(SINGLE_FILES, fileName);
