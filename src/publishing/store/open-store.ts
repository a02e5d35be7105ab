import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { PublishVariables } from '#src/config/publish-variables.ts';
import { createFolderStore } from './folder-store.ts';
import { type Store, StoreError } from './store.ts';

const S3_PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/;

/** Folders that are there, for a person who mistyped one of them. */
function foldersBeside(place: string): string {
  let above = dirname(place);
  while (!existsSync(above)) above = dirname(above);
  const entries = readdirSync(above, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.length > 0
    ? ` In ${above} there is: ${names.sort().join(', ')}.`
    : ` ${above} has no folders.`;
}

/** @throws StoreError that lists the folders there are */
export function existingFolder(place: string): string {
  const folder = resolve(place);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new StoreError(`There is no folder ${folder}.${foldersBeside(folder)}`);
}

/**
 * The store of a place: `s3://bucket`, `s3://bucket/path`, or a folder that exists.
 * @throws StoreError for any other place
 */
export async function openStore(place: string, variables: PublishVariables): Promise<Store> {
  if (place === '') {
    throw new StoreError('Where to? --to, or PUBLISH_TO, names a folder or a bucket, "s3://bucket/path".');
  }
  if (!place.startsWith('s3:')) return createFolderStore(existingFolder(place));
  const [, bucket, path = ''] = S3_PLACE.exec(place) ?? [];
  if (bucket === undefined) throw new StoreError(`"${place}" is no bucket: write "s3://bucket/path".`);
  const inner = path.replace(/^\/+|\/+$/g, '');
  // The SDK takes a quarter of a second to load, which other commands need not wait for.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store({ bucket, prefix: inner === '' ? '' : `${inner}/` }, variables);
}
