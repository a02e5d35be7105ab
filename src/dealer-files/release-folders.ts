import { join } from 'node:path';

/*
 * A build's output:
 *
 *   code/<code id>/server/entry.mjs …          compiled pages of one code release
 *   code/<code id>/assets/…                    its hashed scripts, styles and typefaces, with compressed copies
 *   code.json                                  the live code release
 *   releases/<slug>/<release id>/release.json  settings and inputs of one release of a dealer
 *   releases/<slug>/<release id>/files.json    its files, with their hashes
 *   releases/<slug>/<release id>/pages/…       pages, pictures and public files, with compressed copies
 *   releases/<slug>/<release id>/stock/…       its pages of the stock and the date: `stock-pages.ts`
 *   live/<slug>.json                           the live release of a dealer; `live/<slug>.removed` where it was taken down
 *   running/…                                  what running servers use
 *   installation.json                          the database the sites were last opened with
 *
 * Folders of releases never change once they are there, but for their pages of the stock. `code.json` and the files of `live/` are replaced atomically,
 * and last.
 */

const CODE = 'code';
const RELEASES = 'releases';
const LIVE = 'live';

/** Ids are names of folders. */
export const isReleaseId = (text: string): boolean => /^[a-z0-9][a-z0-9-]{3,40}$/.test(text);

export const codeFolders = (dist: string): string => join(dist, CODE);
export const codeFolder = (dist: string, code: string): string => join(dist, CODE, code);
/** Entry of the compiled pages of a code release. */
export const codeEntry = (dist: string, code: string): string =>
  join(dist, CODE, code, 'server', 'entry.mjs');
/** Hashed files of a code release. */
export const assetsFolder = (dist: string, code: string): string => join(dist, CODE, code, 'assets');
/** Names the live code release. */
export const codePointer = (dist: string): string => join(dist, 'code.json');

export const allReleases = (dist: string): string => join(dist, RELEASES);
export const releaseFolders = (dist: string, slug: string): string => join(dist, RELEASES, slug);
export const releaseFolder = (dist: string, slug: string, id: string): string =>
  join(dist, RELEASES, slug, id);
/** Pages, pictures and public files of a release, without the hashed files of its code. */
export const pagesFolder = (dist: string, slug: string, id: string): string =>
  join(dist, RELEASES, slug, id, 'pages');

/** Pages of a release that follow from the stock and the date too. */
export const stockPagesFolder = (dist: string, slug: string, id: string): string =>
  join(dist, RELEASES, slug, id, 'stock');

export const liveFolder = (dist: string): string => join(dist, LIVE);
/** Names the live release of a dealer. */
export const livePointer = (dist: string, slug: string): string => join(dist, LIVE, `${slug}.json`);
/** The mark of a site that was taken down on purpose. */
export const removalMark = (dist: string, slug: string): string => join(dist, LIVE, `${slug}.removed`);

/** What running servers use. */
export const runningFolder = (dist: string): string => join(dist, 'running');
