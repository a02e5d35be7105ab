import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
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

/** In the place of the id until every file is there. */
export const PENDING_ID = '{release-id}';

const ID_LENGTH = 12;

const showsId = (name: string) => name.endsWith('.html') || name === PREVIEW_MARK;

/** The address of a vehicle's picture has its version; to read them all takes longer than to render the pages. */
const hasVersion = (name: string) => `/${name}`.startsWith(IMAGES_PATH);

/** Writes the id of what is in the folder to where it is pending. @returns the id */
export function nameRelease(folder: string): string {
  const names = filesUnder(folder).sort();
  const hash = createHash('sha256');
  for (const name of names) {
    const file = join(folder, name);
    hash.update(`${name}\n`);
    // What is overwritten below has no hash that lasts.
    if (showsId(name)) hash.update(readFileSync(file));
    else hash.update(`${hasVersion(name) ? statSync(file).size : fileHash(file)}\n`);
  }
  const id = hash.digest('hex').slice(0, ID_LENGTH);
  for (const name of names.filter(showsId)) {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    if (text.includes(PENDING_ID)) writeFileSync(file, text.replaceAll(PENDING_ID, id));
  }
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
