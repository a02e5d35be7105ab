import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { assetsFolder, codeFolders, isReleaseId, pagesFolder } from '#src/dealer-files/release-folders.ts';
import { ASSETS_FOLDER } from './file-headers.ts';

/** What says where a dealer's files are. */
export type SiteOwner = Pick<DealerConfig, 'slug' | 'release'> & Pick<Partial<DealerConfig>, 'pictureWidths'>;

/** Where the files of a dealer are. */
export type SiteFolders = {
  /** Pages, pictures and public files; none for a dealer without a release. */
  pages(dealer: SiteOwner): string | undefined;
  /** Folders that may hold a hashed file, in the order to look. */
  assets(dealer: SiteOwner): Iterable<string>;
  /** A file that is made when it is first asked for, by its path in the folder of pages; undefined for any other. */
  made?(dealer: SiteOwner, path: string): Promise<string | undefined>;
};

/**
 * The folders of a build's output. The dealer itself names its release, so that its settings and its pages are always of
 * one. Hashed files may be of any code release that is still there: pages in browsers ask for those of an earlier one,
 * pages on demand for those of the live one.
 */
export const foldersOfBuild = (dist: string): SiteFolders => ({
  pages: ({ slug, release }) => release && pagesFolder(dist, slug, release.id),
  *assets({ release }) {
    if (release?.code) yield assetsFolder(dist, release.code);
    const all = codeFolders(dist);
    const others = existsSync(all) ? readdirSync(all).filter(isReleaseId) : [];
    for (const code of others) if (code !== release?.code) yield assetsFolder(dist, code);
  },
});

/** One folder for each dealer, with its hashed files in it, as a static host has it. */
export const foldersIn = (sites: string): SiteFolders => ({
  pages: ({ slug }) => join(sites, slug),
  assets: ({ slug }) => [join(sites, slug, ASSETS_FOLDER)],
});
