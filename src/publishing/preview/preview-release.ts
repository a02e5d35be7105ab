import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileHash } from '#src/disk/file-hash.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { IMAGES_PATH } from '#src/domain/image/image-url.ts';
import { filesUnder } from '../files-under.ts';
import { PREVIEW_MARK } from './preview-folder.ts';

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
