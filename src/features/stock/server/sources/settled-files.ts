import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type ObjectStorage, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { replaceFileSync } from '#src/platform/storage/replace-file.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

const KEPT_FOR_MS = 90 * DAY_MS;
const MAX_KEPT = 500;
/** A name is followed by a time, and by that of an unfinished explanation; file systems take 255 bytes. */
const MAX_NAME_BYTES = 160;

/** A folder that a supplier has replaced by a link. */
class LinkedFolder extends Error {
  override name = 'LinkedFolder';
  readonly code = 'ELOOP';
  constructor(folder: string) {
    super(`${basename(folder)} is no folder: remove it.`);
  }
}

/** @throws if something else than a folder is there: a link could lead into the folder of another dealer */
export function checkOwnFolder(folder: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) throw new LinkedFolder(folder);
}

const FOLDER_CODES: Readonly<Record<string, string>> = {
  ELOOP: 'folder_not_allowed',
  ENOENT: 'no_folder',
  ENOTDIR: 'no_folder',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  EROFS: 'no_permission',
  ENOSPC: 'not_stored',
  EDQUOT: 'not_stored',
};

/** Code of an error of the file system; undefined for others. */
export const folderCodeOf = (error: unknown): string | undefined =>
  FOLDER_CODES[(error as NodeJS.ErrnoException).code ?? ''];

const stampOf = (at: Date): string => at.toISOString().replace(/[-:.]/g, '');

/** The name, or with a time if that is taken: `stock-20260301T063000000Z.csv`. */
function freePath(folder: string, name: string, at: Date): string {
  const end = extname(name).slice(0, 20);
  const whole = Buffer.from(basename(name, extname(name)));
  const stem = whole
    .subarray(0, MAX_NAME_BYTES)
    .toString()
    .replace(/\uFFFD+$/, '');
  const stamp = stampOf(at);
  const names = ['', `-${stamp}`].map((more) => `${stem}${more}${end}`);
  const free = names.find((each) => !existsSync(join(folder, each)));
  return join(folder, free ?? `${stem}-${stamp}-${randomUUID()}${end}`);
}

/** By when they came into the folder: their own dates are those of the supplier. */
function prune(folder: string, at: Date): void {
  const files = readdirSync(folder).flatMap((name) => {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return stats && !stats.isDirectory() ? [{ name, since: stats.ctimeMs }] : [];
  });
  const newestFirst = files.sort((a, b) => b.since - a.since);
  for (const [place, { name, since }] of newestFirst.entries())
    if (place >= MAX_KEPT || at.getTime() - since > KEPT_FOR_MS) rmSync(join(folder, name), { force: true });
}

/**
 * Moves a file into a folder, which keeps the newest 500 files for 90 days; an existing one of its name stays.
 * @returns its new path
 * @throws errors of the file system, see `folderCodeOf`
 */
export function moveInto(folder: string, file: string, at: Date, name = basename(file)): string {
  checkOwnFolder(folder);
  mkdirSync(folder, { recursive: true });
  const path = freePath(folder, basename(name), at);
  renameSync(file, path);
  prune(folder, at);
  return path;
}

type Failure = {
  slug: string;
  /** Message of the import. */
  why: string;
  /** Where the file comes in, for people. */
  comesIn: string;
  at: Date;
};

function explanationOf(name: string, { slug, why, comesIn, at }: Failure): string {
  const lines = [
    `${name} was not imported on ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC:`,
    why,
    '',
    `What to do: correct the file, or ask the supplier for another one, and ${comesIn}.`,
    `If it is right as it is, ${comesIn} and run: npm run import -- ${slug} --force`,
    '',
  ];
  return lines.join('\n');
}

/** Says beside a file why it was not imported, and what to do. */
export const explainFailure = (file: string, failure: Failure): void =>
  replaceFileSync(`${file}.txt`, explanationOf(basename(file), failure));

/**
 * As `moveInto` with an explanation, below a prefix of a bucket.
 * @throws StorageError
 */
export async function putFailed(
  storage: ObjectStorage,
  prefix: string,
  { file, name }: { file: string; name: string },
  failure: Failure,
): Promise<void> {
  const key = `${prefix}${stampOf(failure.at)}-${name}`;
  await storage.putFile(key, file, PRIVATE_FILE);
  await storage.put(`${key}.txt`, Buffer.from(explanationOf(name, failure)), PRIVATE_FILE);
  rmSync(file, { force: true });
  const newestFirst = (await storage.list(prefix)).sort(
    (a, b) => Number(b.modifiedAt) - Number(a.modifiedAt),
  );
  for (const [place, { key: old, modifiedAt }] of newestFirst.entries())
    if (place >= MAX_KEPT || Number(failure.at) - Number(modifiedAt) > KEPT_FOR_MS) await storage.delete(old);
}
