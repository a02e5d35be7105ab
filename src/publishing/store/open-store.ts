import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { PublishVariables } from '#src/config/environment-variables.ts';
import { replaceFile, UNFINISHED } from '#src/platform/storage/replace-file.ts';
import { type Store, type StoredFile, StoreError } from './object-store.ts';

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ABSENT.has(String(error.code));

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/* Published files are public: web servers of other users read them, whatever the umask. */
const READ = 0o444;
const PUBLIC_FILE = 0o644;
const PUBLIC_FOLDER = 0o755;

async function openFile(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & READ) !== READ) await chmod(file, PUBLIC_FILE);
}

/** Also opens folders created under an earlier umask, unless another user owns them. */
async function openFolder(path: string): Promise<void> {
  const { mode, uid } = await stat(path);
  const isOpen = (mode & PUBLIC_FOLDER) === PUBLIC_FOLDER;
  if (!isOpen && uid === process.getuid?.()) await chmod(path, mode | PUBLIC_FOLDER);
}

/**
 * A folder that a web server or rsync publishes. `<site>/live` is a link to the live release.
 * @param root must exist, so that a mistyped name or an unmounted disk is noticed
 */
export function createFolderStore(root: string): Store {
  const folder = resolve(root);
  const fileOf = (key: string): string => {
    const file = join(folder, key);
    if (!file.startsWith(folder + sep)) throw new StoreError(`"${key}" is outside ${folder}.`);
    return file;
  };

  async function makeFolderOf(file: string): Promise<void> {
    await mkdir(dirname(file), { recursive: true });
    for (let each = dirname(file); each !== folder; each = dirname(each)) await openFolder(each);
  }

  async function list(prefix: string): Promise<StoredFile[]> {
    const entries = await orUndefined(
      readdir(join(folder, prefix), { recursive: true, withFileTypes: true }),
    );
    const files = (entries ?? []).filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED));
    const stored = files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const found = await orUndefined(stat(path));
      const key = relative(folder, path).split(sep).join('/');
      return found ? [{ key, bytes: found.size, modifiedAt: found.mtime }] : [];
    });
    return (await Promise.all(stored)).flat().sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  return {
    kind: 'folder',
    name: folder,
    async put(key, body) {
      const file = fileOf(key);
      await makeFolderOf(file);
      await replaceFile(file, async (handle) => {
        await handle.chmod(PUBLIC_FILE);
        await handle.writeFile(body);
      });
    },
    get: (key) => orUndefined(readFile(fileOf(key))),
    async head(key) {
      const found = await orUndefined(stat(fileOf(key)));
      return found?.isFile() ? { bytes: found.size } : undefined;
    },
    list,
    async folders(prefix) {
      const entries = await orUndefined(readdir(join(folder, prefix), { withFileTypes: true }));
      return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    async md5s(prefix) {
      const sums = new Map<string, string>();
      for (const { key } of await list(prefix)) {
        const content = await orUndefined(readFile(fileOf(key)));
        if (content) sums.set(key, createHash('md5').update(content).digest('hex'));
      }
      return sums;
    },
    async copy(from, to) {
      const [source, target] = [fileOf(from), fileOf(to)];
      await makeFolderOf(target);
      // Files are replaced, never written to, because hard links share their content.
      const unfinished = `${target}.${randomUUID()}${UNFINISHED}`;
      try {
        await link(source, unfinished).catch((error) => {
          if (isAbsent(error) || isTaken(error)) throw error;
          return copyFile(source, unfinished);
        });
        await openFile(unfinished);
        await rename(unfinished, target);
        return true;
      } catch (error) {
        if (isAbsent(error)) return false;
        throw error;
      } finally {
        // Renaming one hard link over another of the same file leaves both.
        await rm(unfinished, { force: true });
      }
    },
    async delete(key) {
      const file = fileOf(key);
      await rm(file, { force: true });
      for (let above = dirname(file); above.startsWith(folder + sep); above = dirname(above)) {
        const isRemoved = await rmdir(above).then(
          () => true,
          () => false,
        );
        if (!isRemoved) return;
      }
    },
    async link(at, to) {
      const place = fileOf(at);
      const unfinished = `${place}.${randomUUID()}${UNFINISHED}`;
      await symlink(relative(dirname(place), fileOf(to)), unfinished);
      await rename(unfinished, place);
    },
    close() {},
  };
}

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

/** @throws StoreError that lists existing folders */
export function existingFolder(place: string): string {
  const folder = resolve(place);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new StoreError(`There is no folder ${folder}.${siblingFolders(folder)}`);
}

/**
 * The store at `s3://bucket`, `s3://bucket/path`, or an existing folder.
 * @throws StoreError for any other location
 */
export async function openStore(place: string, variables: PublishVariables): Promise<Store> {
  if (place === '') {
    throw new StoreError('Where to? --to, or PUBLISH_TO, names a folder or a bucket, "s3://bucket/path".');
  }
  if (!place.startsWith('s3:')) return createFolderStore(existingFolder(place));
  const [, bucket, path = ''] = S3_URL.exec(place) ?? [];
  if (bucket === undefined) throw new StoreError(`"${place}" is no bucket: write "s3://bucket/path".`);
  const inner = path.replace(/^\/+|\/+$/g, '');
  // Imported lazily: loading the SDK takes a quarter of a second.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store({ bucket, prefix: inner === '' ? '' : `${inner}/` }, variables);
}
