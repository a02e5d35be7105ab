import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import { type ObjectStorage, PRIVATE_FILE, type StoredFile } from '#src/platform/storage/object-storage.ts';

/** A file to copy, in the source and in the target. */
export type CopiedKey = { from: string; to: string; bytes: number; md5?: string | undefined };

export type CopiedFiles = {
  /** Folder, or first part of the keys. */
  name: string;
  files: number;
  bytes: number;
  /** Those that were not in the target before. */
  copied: number;
  /** Of names and contents, as read from the source, and from the target afterwards. */
  hashes: { source: string; target: string };
  /** Keys in the target whose content is another. */
  differing: string[];
};

const CONCURRENCY = 8;

async function md5OfFile(file: string): Promise<string> {
  const hash = createHash('md5');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Files of a store as files on this machine. */
function contentsOf(storage: ObjectStorage, work: string) {
  async function withFile<T>(key: string, use: (file: string) => Promise<T>): Promise<T | undefined> {
    if (storage.kind === 'folder')
      return (await storage.head(key)) ? use(join(storage.name, key)) : undefined;
    const file = join(work, randomUUID());
    try {
      return (await storage.getFile(key, file)) ? await use(file) : undefined;
    } finally {
      await rm(file, { force: true });
    }
  }
  return { withFile, md5: (key: string) => withFile(key, md5OfFile) };
}

/**
 * What a bucket knows of its files without sending them; of those in several parts it knows nothing. It is asked for
 * keys in ascending order, and has forgotten those before.
 */
function knownMd5s(storage: ObjectStorage, prefix: string | undefined) {
  const hasNone = storage.kind === 'folder' || prefix === undefined;
  const pages = hasNone ? undefined : storage.pages(prefix)[Symbol.asyncIterator]();
  let read: StoredFile[] = [];
  let isRead = pages === undefined;
  return async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const last = keys.toSorted().at(-1) ?? '';
    while (pages && !isRead && (read.at(-1)?.key ?? '') < last) {
      const { done, value } = await pages.next();
      if (done) isRead = true;
      else read.push(...value);
    }
    const found = read.filter(({ key }) => key <= last);
    read = read.filter(({ key }) => key > last);
    return new Map(found.flatMap(({ key, md5 }) => (md5 === undefined ? [] : [[key, md5]])));
  };
}

/** Of names and contents, in the order they are copied. */
function createDigest() {
  const hash = createHash('sha256');
  return {
    add(md5s: ReadonlyMap<string, string | undefined>): void {
      const lines = [...md5s].map(([key, md5]) => `${key} ${md5 ?? 'missing'}\n`);
      hash.update(lines.sort().join(''));
    },
    hex: () => hash.digest('hex'),
  };
}

/**
 * Copies files from one store to another, and compares both. What is there with the same content is not copied, so that
 * it can be repeated after an interruption. One page of files is in memory at a time.
 * @param files.pages in the order of keys
 * @param files.prefix of all keys in the target; without it a bucket is asked for each
 * @throws StorageError, and errors of the disk
 */
export async function copyStored(
  source: ObjectStorage,
  target: ObjectStorage,
  files: { name: string; prefix?: string; pages: AsyncIterable<CopiedKey[]> | Iterable<CopiedKey[]> },
  onFile: () => void,
): Promise<CopiedFiles> {
  const work = await mkdtemp(join(tmpdir(), 'forecourt-copy-'));
  const [from, to] = [contentsOf(source, work), contentsOf(target, work)];
  const known = knownMd5s(target, files.prefix);
  const digests = { source: createDigest(), target: createDigest() };
  const total = { files: 0, bytes: 0, copied: 0 };
  const differing: string[] = [];

  /** @returns the content in the target afterwards */
  async function copy(key: CopiedKey, md5: string, before: string | undefined): Promise<string | undefined> {
    if (before === md5 || (await to.md5(key.to)) === md5) return md5;
    await from.withFile(key.from, (file) => target.putFile(key.to, file, PRIVATE_FILE));
    total.copied += 1;
    // A bucket with keys of its own has other hashes: then the content decides.
    return (await target.head(key.to))?.md5 === md5 ? md5 : to.md5(key.to);
  }

  try {
    for await (const page of files.pages) {
      const before = await known(page.map((key) => key.to));
      const wanted = new Map<string, string>();
      const found = new Map<string, string | undefined>();
      await forEachConcurrently(page, CONCURRENCY, async (key) => {
        const md5 = key.md5 ?? (await from.md5(key.from));
        onFile();
        // Something that runs has removed it meanwhile.
        if (md5 === undefined) return;
        wanted.set(key.to, md5);
        found.set(key.to, await copy(key, md5, before.get(key.to)));
        total.bytes += key.bytes;
      });
      total.files += wanted.size;
      differing.push(...[...wanted].flatMap(([key, md5]) => (found.get(key) === md5 ? [] : [key])));
      digests.source.add(wanted);
      digests.target.add(found);
    }
    const hashes = { source: digests.source.hex(), target: digests.target.hex() };
    return { name: files.name, ...total, hashes, differing };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
