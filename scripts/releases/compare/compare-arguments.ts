import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { SlugSchema } from '#src/config/sections/setting-types.ts';
import { dealersFolder } from '#src/dealer-files/load-dealers.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { previewFolder } from '#src/publishing/preview/preview-release.ts';
import { readOptions, UsageError } from '../../command/command.ts';

export const USAGE = `Writes one HTML page of what a preview changes against the live release.

  npm run releases -- compare <dealer> <folder> [options]

The folder holds the pages of a preview or of a build. The page lists the pages added, removed and changed, other files,
and the settings that differ, with screenshots of changed pages side by side at 390 and 1440 px.
Against a preview the live release is rendered as one too, with the stock of now from DATA_DIR.

  --live DIR         pages to compare with; by default those that --dist publishes
  --base PATH        path under which the folder's pages are served; a preview says its own
  --pages N          changed pages with screenshots, by default 8; 0 takes none
  --out FILE         where the page is written, by default .data/compare/<dealer>.html
  --dist DIR         folder of builds, by default dist/
  --dealers-dir DIR  dealer files, by default dealers/; the settings of the folder unless a release.json is beside it

Exit codes: 0 written, 1 refused, 2 wrong usage.`;

const text = { type: 'string' } as const;
const options = {
  live: text,
  base: text,
  pages: text,
  out: text,
  dist: text,
  'dealers-dir': text,
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** More make a page that no one reads to its end. */
const DEFAULT_PAGES = 8;
const PagesSchema = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number));
const BaseSchema = v.pipe(v.string(), v.regex(/^\/[\w./-]*$/));

export type CompareRequest = {
  slug: string;
  folder: string;
  /** Undefined for what `dist` publishes. */
  live: string | undefined;
  /** Undefined for what the folder says of itself, else `/`. */
  base: string | undefined;
  pages: number;
  out: string;
  dist: string;
  dealersDir: string;
};

/** @returns undefined if help was requested @throws UsageError */
export function readArguments(args: string[]): CompareRequest | undefined {
  const { values, positionals } = readOptions(() => parseArgs({ args, allowPositionals: true, options }));
  if (values.help) return undefined;
  const [slug, folder, surplus] = positionals;
  if (slug === undefined) throw new UsageError('Name a dealer.');
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one argument too many.`);
  if (!v.is(SlugSchema, slug)) throw new UsageError(`The dealer is named by its slug, not "${slug}".`);
  const pages = v.safeParse(PagesSchema, values.pages ?? String(DEFAULT_PAGES));
  if (!pages.success) throw new UsageError(`--pages takes a whole number, not "${values.pages}".`);
  const base = v.safeParse(v.optional(BaseSchema), values.base);
  if (!base.success)
    throw new UsageError(`--base takes a path like "/previews/metro", not "${values.base}".`);
  return {
    slug,
    folder: resolve(folder ?? previewFolder(slug, values.dist)),
    live: values.live,
    base: base.output,
    pages: pages.output,
    out: resolve(values.out ?? join('.data', 'compare', `${slug}.html`)),
    dist: distFolder(values.dist),
    dealersDir: dealersFolder(values['dealers-dir']),
  };
}
