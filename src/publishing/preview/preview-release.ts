import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { IMAGES_PATH } from '#src/platform/images/image-url.ts';
import { fileHash } from '#src/platform/storage/content-hash.ts';
import { filesUnder } from '#src/platform/storage/file-tree.ts';
import { readRecord } from '#src/platform/storage/read-record.ts';
import { zonedDate } from '#src/platform/time/clock.ts';

/** Marks a folder as a preview and describes it. Folders without it are never replaced. */
export const PREVIEW_MARK = 'preview.json';

/** Output folder of a dealer's preview. @param dist see `distFolder` */
export const previewFolder = (slug: string, dist?: string): string =>
  join(distFolder(dist), 'previews', slug);

const MarkSchema = v.object({
  /** Slug; missing in earlier versions. */
  dealer: v.optional(v.string()),
  /** Id shown in its banner. */
  release: v.optional(v.string()),
  /** Path under which it is served; `/` for none. */
  base: v.string(),
  /** Git reference of its dealer files; undefined for the working tree. */
  ref: v.optional(v.string()),
});
type PreviewMark = v.InferOutput<typeof MarkSchema>;

/** Undefined for a folder that is not a preview. */
export function previewMark(folder: string): PreviewMark | undefined {
  const file = join(folder, PREVIEW_MARK);
  return existsSync(file)
    ? readRecord(file, MarkSchema, 'Remove the folder, then make the preview again.')
    : undefined;
}

/**
 * Placeholder of the id, with the same length, until all files are written. Equal inputs produce equal files on the
 * same day, and the id is their hash: a store then has nothing to upload, and the banner shows the id of the listed
 * release.
 */
export const PENDING_ID = '{release-id}';

const showsId = (name: string) => name.endsWith('.html') || name === PREVIEW_MARK;

/** Addresses of vehicle pictures contain a version; reading them all takes longer than rendering the pages. */
const hasVersion = (name: string) => `/${name}`.startsWith(IMAGES_PATH);

/** A file containing the placeholder. */
export type PendingFile = {
  /** Of its content. */
  hash: string;
  /** Byte offsets of the placeholder. */
  places: readonly number[];
};

export function pendingFile(content: Buffer): PendingFile {
  const places: number[] = [];
  for (let at = content.indexOf(PENDING_ID); at >= 0; at = content.indexOf(PENDING_ID, at + 1))
    places.push(at);
  return { hash: createHash('sha256').update(content).digest('hex'), places };
}

function writeId(file: string, places: readonly number[], id: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    for (const place of places) writeSync(descriptor, id, place);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Computes the id of a preview and writes it over all placeholders.
 * @param pages files with known content, by name; others are read
 * @returns the id
 */
export function nameRelease(folder: string, pages: ReadonlyMap<string, PendingFile>): string {
  const hash = createHash('sha256');
  const pending = new Map<string, PendingFile>();
  for (const name of filesUnder(folder).sort()) {
    const file = join(folder, name);
    // Files overwritten below have no stable hash.
    const found = pages.get(name) ?? (showsId(name) ? pendingFile(readFileSync(file)) : undefined);
    if (found) pending.set(file, found);
    hash.update(`${name}\n${found?.hash ?? (hasVersion(name) ? statSync(file).size : fileHash(file))}\n`);
  }
  const id = hash.digest('hex').slice(0, PENDING_ID.length);
  for (const [file, { places }] of pending) if (places.length > 0) writeId(file, places, id);
  return id;
}

/**
 * Render time of previews: relative dates on pages stay the same for the whole day.
 * @returns ISO 8601
 */
export function lastMinuteOfDay(now: Date, timeZone: string): string {
  const asUtc = Date.parse(`${zonedDate(now, timeZone).date}T23:59:00Z`);
  const there = zonedDate(new Date(asUtc), timeZone);
  const offsetMs = Date.parse(`${there.date}T${there.time}:00Z`) - asUtc;
  return new Date(asUtc - offsetMs).toISOString();
}
