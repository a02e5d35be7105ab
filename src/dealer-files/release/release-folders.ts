import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { PictureWidths } from '#src/config/sections/site/images-section.ts';
import { replaceFileSync } from '#src/platform/storage/replace-file.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';

/*
 * A build's output:
 *
 *   code/<code id>/server/entry.mjs …          compiled pages of one code release
 *   code/<code id>/assets/…                    its hashed scripts, styles and typefaces, with compressed copies
 *   code.json                                  the live code release
 *   releases/<slug>/<release id>/release.json  settings and inputs of one release of a dealer
 *   releases/<slug>/<release id>/files.json    its files, with their hashes
 *   releases/<slug>/<release id>/pages/…       pages, pictures and public files, with compressed copies
 *   releases/<slug>/<release id>/stock/…       its pages of the stock and the date: `current-release.ts`
 *   live/<slug>.json                           the live release of a dealer; `live/<slug>.removed` where it was taken down
 *   running/…                                  what running servers use
 *   installation.json                          the database the sites were last opened with
 *
 * Folders of releases never change once they are there, but for their pages of the stock. `code.json` and the files of `live/` are replaced atomically,
 * and last. With STORAGE_URL all this is a copy of a bucket, as far as the machine needs it.
 */

const CODE = 'code';
const RELEASES = 'releases';
const LIVE = 'live';

/** Ids are folder names. */
export const isReleaseId = (text: string): boolean => /^[a-z0-9][a-z0-9-]{3,40}$/.test(text);

export const codeFolders = (dist: string): string => join(dist, CODE);
export const codeFolder = (dist: string, code: string): string => join(dist, CODE, code);
/** Entry module of a code release. */
export const codeEntry = (dist: string, code: string): string =>
  join(dist, CODE, code, 'server', 'entry.mjs');
/** Hashed files of a code release. */
export const assetsFolder = (dist: string, code: string): string => join(dist, CODE, code, 'assets');
/** Pointer to the live code release. */
export const codePointer = (dist: string): string => join(dist, 'code.json');

export const allReleases = (dist: string): string => join(dist, RELEASES);
export const releaseFolders = (dist: string, slug: string): string => join(dist, RELEASES, slug);
export const releaseFolder = (dist: string, slug: string, id: string): string =>
  join(dist, RELEASES, slug, id);
/** Pages, pictures and public files of a release, without the hashed files of its code. */
export const pagesFolder = (dist: string, slug: string, id: string): string =>
  join(dist, RELEASES, slug, id, 'pages');

/** Pages of a release that depend on stock or the date. */
export const stockPagesFolder = (dist: string, slug: string, id: string): string =>
  join(dist, RELEASES, slug, id, 'stock');

export const liveFolder = (dist: string): string => join(dist, LIVE);
/** Pointer to the live release of a dealer. */
export const livePointer = (dist: string, slug: string): string => join(dist, LIVE, `${slug}.json`);
/** Marker of a site that was taken down on purpose. */
export const removalMark = (dist: string, slug: string): string => join(dist, LIVE, `${slug}.removed`);

/** Records of releases in use by running servers. */
export const runningFolder = (dist: string): string => join(dist, 'running');

const FILE = 'release.json';

/** Settings and inputs of a release. */
export const releaseFile = (dist: string, slug: string, id: string): string =>
  join(releaseFolder(dist, slug, id), FILE);

/** Increase when older versions cannot read a release. */
const FORMAT = 1;
/** Addresses of lead destinations must not be readable by other users of the machine. */
export const RELEASE_FILE_MODE = 0o640;

const ReleaseSchema = v.object({
  format: v.literal(FORMAT),
  slug: v.string(),
  id: v.string(),
  code: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  settings: v.record(v.string(), v.unknown()),
  pictureWidths: v.optional(v.record(v.string(), v.number())),
  inputs: v.record(v.string(), v.string()),
});

/** A release of a dealer, without its pages. */
export type DealerRelease = {
  slug: string;
  /** Hash of the inputs. */
  id: string;
  /** Id of the code release it was built with. */
  code: string;
  /** ISO 8601. */
  createdAt: string;
  /** Merged template, group file and dealer file. Contains only names of secrets. */
  settings: JsonObject;
  /** Widths of its pictures. */
  pictureWidths?: PictureWidths | undefined;
  /** Hash of each input, by name. */
  inputs: Readonly<Record<string, string>>;
};

/** A release this version cannot read, with as much of its settings as possible. */
type UnreadableRelease = { reason: string; settings: JsonObject };

/** @param folder of the release */
export function writeReleaseFile(folder: string, release: DealerRelease): void {
  const { slug, id, code, createdAt, settings, pictureWidths, inputs } = release;
  const content = { format: FORMAT, slug, id, code, createdAt, settings, pictureWidths, inputs };
  replaceFileSync(join(folder, FILE), `${JSON.stringify(content, null, 2)}\n`, { mode: RELEASE_FILE_MODE });
}

/** Changes with the release file; undefined if there is none. */
export function releaseStamp(dist: string, slug: string, id: string): string | undefined {
  const stats = statSync(releaseFile(dist, slug, id), { throwIfNoEntry: false });
  return stats && `${id} ${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}

export function readReleaseFile(dist: string, slug: string, id: string): DealerRelease | UnreadableRelease {
  let value: unknown;
  const refuse = (reason: string) => ({
    reason,
    settings: isJsonObject(value) && isJsonObject(value.settings) ? value.settings : {},
  });
  try {
    value = JSON.parse(readFileSync(releaseFile(dist, slug, id), 'utf8'));
  } catch (error) {
    return refuse(plainReason(error));
  }
  if (isJsonObject(value) && value.format !== FORMAT)
    return refuse(`format ${JSON.stringify(value.format)}, this version reads ${FORMAT}`);
  const release = v.safeParse(ReleaseSchema, value);
  if (!release.success || release.output.slug !== slug || release.output.id !== id)
    return refuse(`no release of "${slug}"`);
  const { format: _, ...read } = release.output;
  return read;
}
