import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
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
import type { Readable } from 'node:stream';
import { type ObjectStorage, StorageError, type StoredFile } from './object-storage.ts';
import { replaceFile, UNFINISHED } from './replace-file.ts';

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

/** As many as a bucket lists in one response. */
const PAGE_FILES = 1000;

/** `public`: web servers of other users read the files, whatever the umask. `private`: only their owner does. */
type Access = 'public' | 'private';
const MODES = { public: { file: 0o644, folder: 0o755 }, private: { file: 0o600, folder: 0o700 } } as const;

/** Also opens what was created under an earlier umask, unless another user owns it. */
async function openTo(path: string, wanted: number): Promise<void> {
  const { mode, uid } = await stat(path);
  if ((mode & wanted) !== wanted && uid === process.getuid?.()) await chmod(path, mode | wanted);
}

/**
 * A folder; one that a web server or rsync publishes is public.
 * @param root must exist, so that a mistyped name or an unmounted disk is noticed
 */
export function createFolderStorage(root: string, access: Access = 'public'): ObjectStorage {
  const folder = resolve(root);
  const modes = MODES[access];
  const fileOf = (key: string): string => {
    const file = join(folder, key);
    if (!file.startsWith(folder + sep)) throw new StorageError(`"${key}" is outside ${folder}.`);
    return file;
  };

  async function makeFolderOf(file: string): Promise<void> {
    await mkdir(dirname(file), { recursive: true, mode: modes.folder });
    if (access === 'private') return;
    for (let each = dirname(file); each !== folder; each = dirname(each)) await openTo(each, modes.folder);
  }

  async function write(key: string, content: Uint8Array | Readable): Promise<void> {
    const file = fileOf(key);
    await makeFolderOf(file);
    await replaceFile(file, async (handle) => {
      await handle.chmod(modes.file);
      await handle.writeFile(content);
    });
  }

  /** As `stat`, with nanoseconds: of two writes in one millisecond the second is another. */
  const etagOf = (file: string) =>
    orUndefined(stat(file, { bigint: true })).then((found) => found && `${found.mtimeNs}-${found.ino}`);

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

  /** Keys of files, in order. */
  async function* keysBelow(prefix: string): AsyncGenerator<string> {
    const entries = (await orUndefined(readdir(join(folder, prefix), { withFileTypes: true }))) ?? [];
    const names = entries.flatMap((entry) => {
      if (entry.isDirectory()) return `${entry.name}/`;
      return entry.isFile() && !entry.name.endsWith(UNFINISHED) ? entry.name : [];
    });
    for (const name of names.sort())
      if (name.endsWith('/')) yield* keysBelow(prefix + name);
      else yield prefix + name;
  }

  async function* pages(prefix: string): AsyncGenerator<StoredFile[]> {
    let page: StoredFile[] = [];
    for await (const key of keysBelow(prefix)) {
      const found = await orUndefined(stat(fileOf(key)));
      if (found) page.push({ key, bytes: found.size, modifiedAt: found.mtime });
      if (page.length < PAGE_FILES) continue;
      yield page;
      page = [];
    }
    yield page;
  }

  return {
    kind: 'folder',
    name: folder,
    put: write,
    get: (key) => orUndefined(readFile(fileOf(key))),
    async getIfChanged(key, known) {
      // Read first: content that is replaced in between is read again by the next call.
      const etag = await etagOf(fileOf(key));
      if (etag !== undefined && etag === known) return 'unchanged';
      const body = await orUndefined(readFile(fileOf(key)));
      return body && { body, etag: etag ?? '' };
    },
    putFile: (key, file) => write(key, createReadStream(file)),
    async getFile(key, file) {
      const source = fileOf(key);
      const found = await orUndefined(stat(source));
      if (!found?.isFile()) return false;
      await replaceFile(file, (handle) => handle.writeFile(createReadStream(source)));
      return true;
    },
    address: () => undefined,
    async head(key) {
      const etag = await etagOf(fileOf(key));
      const found = await orUndefined(stat(fileOf(key)));
      if (!found?.isFile()) return undefined;
      return { bytes: found.size, etag: etag ?? '', modifiedAt: found.mtime };
    },
    list,
    pages,
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
        await openTo(unfinished, modes.file);
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
