import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { StorageVariables } from '#src/config/environment-variables.ts';
import { createFolderStorage } from './folder-storage.ts';
import { type ObjectStorage, StorageError } from './object-storage.ts';

const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/;

/** Lists existing folders in case the name was mistyped. */
function siblingFolders(place: string): string {
  let above = dirname(place);
  while (!existsSync(above)) above = dirname(above);
  const entries = readdirSync(above, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.length > 0
    ? ` In ${above} there is: ${names.sort().join(', ')}.`
    : ` ${above} has no folders.`;
}

/** @throws StorageError that lists existing folders */
export function existingFolder(place: string): string {
  const folder = resolve(place);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new StorageError(`There is no folder ${folder}.${siblingFolders(folder)}`);
}

/**
 * The store at `s3://bucket`, `s3://bucket/path`, or an existing folder.
 * @throws StorageError for any other location
 */
export async function openStorage(place: string, variables: StorageVariables): Promise<ObjectStorage> {
  if (place === '') {
    throw new StorageError('Where to? --to, or PUBLISH_TO, names a folder or a bucket, "s3://bucket/path".');
  }
  if (!place.startsWith('s3:')) return createFolderStorage(existingFolder(place));
  const [, bucket, path = ''] = S3_URL.exec(place) ?? [];
  if (bucket === undefined) throw new StorageError(`"${place}" is no bucket: write "s3://bucket/path".`);
  const inner = path.replace(/^\/+|\/+$/g, '');
  // Imported lazily: loading the SDK takes a quarter of a second.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage({ bucket, prefix: inner === '' ? '' : `${inner}/` }, variables);
}

/**
 * The bucket that all machines share; undefined for one machine, whose folders have the files themselves.
 * @throws StorageError for a location that is no bucket, or without a database that machines can share
 */
export async function openSharedStorage(
  variables: StorageVariables & { DATABASE_URL: string },
): Promise<ObjectStorage | undefined> {
  const { STORAGE_URL, DATABASE_URL } = variables;
  if (STORAGE_URL === '') return undefined;
  if (DATABASE_URL === '')
    throw new StorageError(
      'STORAGE_URL is for several machines, and SQLite is for one: set DATABASE_URL to a Postgres database.',
    );
  return openStorage(STORAGE_URL, variables);
}
