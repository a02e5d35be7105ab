import { createHash } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, extname, join, matchesGlob } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { type ArchivedPhotos, photosByName } from '#src/features/stock/mapping/picture-cells.ts';
import type { FeedFormat } from '#src/features/stock/parsing/feed-content.ts';
import { FeedError, MAX_FEED_BYTES, tooManyBytes } from '#src/features/stock/parsing/feed-content.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { beginsWith, opened } from './feed-encoding.ts';

/** A text file of a feed, under the name its sender gave it. */
export type FeedPart = { name: string; path: string };

export type UnpackedFeed = {
  parts: readonly FeedPart[];
  /** Beside the feed. */
  photos?: ArchivedPhotos;
};

const GZIP = [0x1f, 0x8b];
/** With files, without any, and in several parts. */
const ZIPS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x50, 0x4b, 0x07, 0x08],
];

/** Ends of the names of feeds, the most telling first. */
const ENDINGS: Readonly<Record<FeedFormat, readonly string[]>> = {
  csv: ['.csv', '.tsv', '.psv', '.txt', '.dat'],
  json: ['.json'],
  ndjson: ['.ndjson', '.jsonl', '.json'],
  xml: ['.xml'],
};
const PHOTO_ENDINGS: ReadonlySet<string> = new Set(['.jpg', '.jpeg', '.png', '.webp', '.gif', '.avif']);

const HASH_LENGTH = 40;
const MAX_ENTRIES = 100_000;
const MAX_PHOTO_BYTES = 20 * 1024 * 1024;
const BYTES_PER_GB = 1024 ** 3;
const MAX_PHOTOS_BYTES = 8 * BYTES_PER_GB;
const NAMES_SHOWN = 5;
/** One for each yard of a large group. */
const MAX_FEED_FILES = 500;

const fitsPattern = (name: string, pattern: string): boolean =>
  matchesGlob(name.toLowerCase(), pattern.toLowerCase());

/**
 * Names of those files that are the feed: those that fit "files", or end like one of its format.
 * @param names base names
 */
export function feedFilesAmong(
  names: readonly string[],
  { files, format }: Pick<FeedConfig, 'files' | 'format'>,
): string[] {
  const shown = names.filter((name) => !name.startsWith('.'));
  if (files !== undefined) return shown.filter((name) => fitsPattern(name, files));
  const endings = [...ENDINGS[format], '.gz', '.zip'];
  const byEnding = endings.map((ending) => shown.filter((name) => extname(name).toLowerCase() === ending));
  return byEnding.find((found) => found.length > 0) ?? [];
}

function firstBytes(file: string): Buffer {
  const handle = opened(file, () => openSync(file, 'r'));
  try {
    const bytes = Buffer.alloc(4);
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(handle);
  }
}

/** By its first bytes, whatever its name says. */
export function isArchive(file: string): boolean {
  const start = firstBytes(file);
  return beginsWith(start, GZIP) || ZIPS.some((signature) => beginsWith(start, signature));
}

/** Fails above a limit, before the bytes are stored. */
function capped(maxBytes: number, tooMany: (bytes: number) => FeedError): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(tooMany(size));
      else done(null, chunk);
    },
  });
}

const notWhole = (file: string, what: string): FeedError =>
  new FeedError(
    `${file}: ${what} that is damaged or has not arrived whole. Ask the supplier to send it again.`,
  );

async function gunzip(file: string, folder: string): Promise<UnpackedFeed> {
  const path = join(folder, 'feed');
  const tooMany = (bytes: number) => tooManyBytes(file, bytes);
  try {
    await pipeline(
      createReadStream(file),
      createGunzip(),
      capped(MAX_FEED_BYTES, tooMany),
      createWriteStream(path, { mode: 0o600 }),
    );
  } catch (error) {
    if (error instanceof FeedError || !(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    throw notWhole(file, 'a gzip archive');
  }
  return { parts: [{ name: file, path }] };
}

/** Reads the list of an archive's files. @throws FeedError */
async function entriesOf(file: string, zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entries.length >= MAX_ENTRIES)
      throw new FeedError(
        `${file}: more than ${formatNumber(MAX_ENTRIES)} files. Ask the supplier for a smaller archive.`,
      );
    const isFolder = entry.fileName.endsWith('/');
    if (!isFolder && !entry.fileName.startsWith('__MACOSX/')) entries.push(entry);
  }
  return entries;
}

const baseOf = (entry: Entry): string => basename(entry.fileName);

async function extract(zip: ZipFile, entry: Entry, path: string, cap: Transform): Promise<void> {
  await pipeline(await zip.openReadStreamPromise(entry), cap, createWriteStream(path, { mode: 0o600 }));
}

const isPhoto = (entry: Entry): boolean => PHOTO_ENDINGS.has(extname(entry.fileName).toLowerCase());

async function unzip(
  file: string,
  feed: FeedConfig,
  folder: string,
  photosFolder?: string,
): Promise<UnpackedFeed> {
  const zip = await yauzl.openPromise(file, { autoClose: false, lazyEntries: true });
  try {
    const entries = await entriesOf(file, zip);
    if (entries.some(({ fileName }) => fileName === '[Content_Types].xml'))
      throw new FeedError(`${file}: an Excel workbook, not text. Export it as CSV.`);
    const names = new Set(feedFilesAmong(entries.map(baseOf), feed));
    const found = entries.filter((entry) => names.has(baseOf(entry)));
    if (found.length === 0) {
      const shown = entries.slice(0, NAMES_SHOWN).map(({ fileName }) => fileName);
      throw new FeedError(
        `${file}: no feed in the archive${feed.files === undefined ? '' : ` that fits "stock.feed.files"`}. It holds ${shown.join(', ') || 'no files'}. Set "stock.feed.files" to the name of the feed, e.g. "stock*.csv".`,
      );
    }
    if (found.length > MAX_FEED_FILES)
      throw new FeedError(
        `${file}: ${formatNumber(found.length)} files of the feed in one archive, at most ${MAX_FEED_FILES} are read. Name them in "stock.feed.files", or ask the supplier for one file.`,
      );
    if (found.some((entry) => entry.isEncrypted()))
      throw new FeedError(`${file}: the archive has a password. Ask the supplier for one without.`);
    let bytes = 0;
    const parts: FeedPart[] = [];
    for (const [at, entry] of found.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1)).entries()) {
      bytes += entry.uncompressedSize;
      if (bytes > MAX_FEED_BYTES) throw tooManyBytes(file, bytes);
      const path = join(folder, `feed-${at + 1}`);
      await extract(
        zip,
        entry,
        path,
        capped(MAX_FEED_BYTES, (size) => tooManyBytes(file, size)),
      );
      parts.push({ name: `${file}: ${entry.fileName}`, path });
    }
    const photos = entries.filter(isPhoto);
    if (photosFolder !== undefined && photos.length > 0) await extractPhotos(file, zip, photos, photosFolder);
    return { parts, photos: photosByName(photos.map(({ fileName }) => fileName)) };
  } finally {
    zip.close();
  }
}

/** File in which a photo of an archive is stored. @param path in the archive, as `photosByName` has it */
export const photoFile = (path: string): string =>
  `${createHash('sha256').update(path).digest('hex').slice(0, HASH_LENGTH)}${extname(path)}`;

/** FEED-16: photos beside the feed; each is checked when it is imported. */
async function extractPhotos(file: string, zip: ZipFile, photos: readonly Entry[], folder: string) {
  const tooMany = () =>
    new FeedError(
      `${file}: more than ${MAX_PHOTOS_BYTES / BYTES_PER_GB} GB of photos. Ask the supplier for smaller ones.`,
    );
  await mkdir(folder, { recursive: true });
  let bytes = 0;
  for (const entry of photos) {
    if (entry.uncompressedSize > MAX_PHOTO_BYTES || entry.isEncrypted()) continue;
    bytes += entry.uncompressedSize;
    if (bytes > MAX_PHOTOS_BYTES) throw tooMany();
    const [path = ''] = photosByName([entry.fileName]).values();
    await extract(zip, entry, join(folder, photoFile(path)), capped(MAX_PHOTO_BYTES, tooMany));
  }
}

/** Photos that were unpacked so long ago have been imported, or never will be. */
export const PHOTOS_KEPT_MS = 7 * DAY_MS;

/** Puts the photos of an imported archive to those that wait to be fetched. */
export async function adoptPhotos(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => []);
  if (names.length === 0) return;
  await mkdir(to, { recursive: true });
  for (const name of await readdir(to)) {
    const stats = await stat(join(to, name)).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > PHOTOS_KEPT_MS) await rm(join(to, name), { force: true });
  }
  for (const name of names) await rename(join(from, name), join(to, name));
}

/** Errors of yauzl and zlib have no type of their own. */
const isDamage = (error: unknown): error is Error =>
  error instanceof Error && !('syscall' in error) && !(error instanceof FeedError);

/**
 * The text files in an archive of a feed (FEED-06).
 * @param folder an empty folder for unpacked files
 * @param photosFolder folder for the photos of an archive; without it they are left out
 * @throws FeedError
 */
export async function unpackFeed(
  file: string,
  feed: FeedConfig,
  folder: string,
  photosFolder?: string,
): Promise<UnpackedFeed> {
  if (beginsWith(firstBytes(file), GZIP)) return gunzip(file, folder);
  try {
    return await unzip(file, feed, folder, photosFolder);
  } catch (error) {
    if (isDamage(error) && /path|file ?name/i.test(error.message))
      throw new FeedError(
        `${file}: the archive has a file name that leads out of its folder, which is refused. Ask the supplier for one without.`,
      );
    if (isDamage(error)) throw notWhole(file, 'a ZIP archive');
    throw error;
  }
}
