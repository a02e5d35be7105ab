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

/** In the folder of every preview: what it shows. A folder without it is never replaced. */
export const PREVIEW_MARK = 'preview.json';

/** Where a dealer's preview is written. @param dist as `distFolder` takes it */
export const previewFolder = (slug: string, dist?: string): string =>
  join(distFolder(dist), 'previews', slug);

const MarkSchema = v.object({
  /** Slug; earlier versions may not say. */
  dealer: v.optional(v.string()),
  /** Id that its banner shows. */
  release: v.optional(v.string()),
  /** Path its pages are made for; `/` for none. */
  base: v.string(),
  /** Git reference of its dealer files; without it they are those of the folder. */
  ref: v.optional(v.string()),
});
export type PreviewMark = v.InferOutput<typeof MarkSchema>;

/** What a preview says of itself; undefined for a folder that is none. */
export function previewMark(folder: string): PreviewMark | undefined {
  const file = join(folder, PREVIEW_MARK);
  return existsSync(file)
    ? readRecord(file, MarkSchema, 'Remove the folder, then make the preview again.')
    : undefined;
}

/*
 * Equal inputs make equal files on one day, and the id of a preview is a hash of them: a store finds nothing to send, and
 * the id that a banner shows is the release it lists.
 */

/** In the place of the id, and as long, until every file is there. */
export const PENDING_ID = '{release-id}';

const showsId = (name: string) => name.endsWith('.html') || name === PREVIEW_MARK;

/** The address of a vehicle's picture has its version; to read them all takes longer than to render the pages. */
const hasVersion = (name: string) => `/${name}`.startsWith(IMAGES_PATH);

/** A file that shows the id, before the id is known. */
export type PendingFile = {
  /** Of its content. */
  hash: string;
  /** Offsets in bytes of the places for the id. */
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
 * Writes the id of what is in the folder to where it is pending.
 * @param pages those whose content is known, by their names in the folder; the others are read
 * @returns the id
 */
export function nameRelease(folder: string, pages: ReadonlyMap<string, PendingFile>): string {
  const hash = createHash('sha256');
  const pending = new Map<string, PendingFile>();
  for (const name of filesUnder(folder).sort()) {
    const file = join(folder, name);
    // What is overwritten below has no hash that lasts.
    const found = pages.get(name) ?? (showsId(name) ? pendingFile(readFileSync(file)) : undefined);
    if (found) pending.set(file, found);
    hash.update(`${name}\n${found?.hash ?? (hasVersion(name) ? statSync(file).size : fileHash(file))}\n`);
  }
  const id = hash.digest('hex').slice(0, PENDING_ID.length);
  for (const [file, { places }] of pending) if (places.length > 0) writeId(file, places, id);
  return id;
}

/**
 * When the pages of a preview are rendered, however late it is: what they say of times is the same for the whole day.
 * @returns an ISO instant
 */
export function lastMinuteOfDay(now: Date, timeZone: string): string {
  const asUtc = Date.parse(`${zonedDate(now, timeZone).date}T23:59:00Z`);
  const there = zonedDate(new Date(asUtc), timeZone);
  const offsetMs = Date.parse(`${there.date}T${there.time}:00Z`) - asUtc;
  return new Date(asUtc - offsetMs).toISOString();
}
