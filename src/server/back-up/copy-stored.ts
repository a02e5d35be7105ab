import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import { type ObjectStorage, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';

/** A file to copy, in the source and in the target. */
export type CopiedKey = { from: string; to: string; bytes: number };

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
  return {
    withFile,
    /** What a bucket knows of its files without sending them; of those in several parts it knows nothing. */
    known: async (prefix: string | undefined): Promise<ReadonlyMap<string, string>> =>
      storage.kind === 'folder' || prefix === undefined ? new Map() : storage.md5s(prefix),
    md5: (key: string) => withFile(key, md5OfFile),
  };
}

function digest(md5s: ReadonlyMap<string, string | undefined>): string {
  const lines = [...md5s].map(([key, md5]) => `${key} ${md5 ?? 'missing'}\n`).sort();
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/**
 * Copies files from one store to another, and compares both. What is there with the same content is not copied, so that
 * it can be repeated after an interruption.
 * @param prefix of all keys, in source and target; without it a bucket is asked for each
 * @throws StorageError, and errors of the disk
 */
export async function copyStored(
  source: ObjectStorage,
  target: ObjectStorage,
  { name, prefix, keys }: { name: string; prefix?: string; keys: readonly CopiedKey[] },
  onFile: () => void,
): Promise<CopiedFiles> {
  const work = await mkdtemp(join(tmpdir(), 'forecourt-copy-'));
  try {
    const [from, to] = [contentsOf(source, work), contentsOf(target, work)];
    const inSource = await from.known(prefix);
    const before = await to.known(prefix);
    const wanted = new Map<string, string>();
    let copied = 0;
    let bytes = 0;
    await forEachConcurrently(keys, CONCURRENCY, async (key) => {
      const md5 = inSource.get(key.from) ?? (await from.md5(key.from));
      onFile();
      // Something that runs has removed it meanwhile.
      if (md5 === undefined) return;
      const isThere = before.get(key.to) === md5 || (await to.md5(key.to)) === md5;
      if (!isThere) {
        await from.withFile(key.from, (file) => target.putFile(key.to, file, PRIVATE_FILE));
        copied += 1;
      }
      wanted.set(key.to, md5);
      bytes += key.bytes;
    });
    const after = await to.known(prefix);
    const found = new Map<string, string | undefined>();
    await forEachConcurrently([...wanted], CONCURRENCY, async ([key, md5]) => {
      // A bucket with keys of its own has other hashes: then the content decides.
      const known = after.get(key);
      found.set(key, known === md5 ? known : await to.md5(key));
    });
    const differing = [...wanted].flatMap(([key, md5]) => (found.get(key) === md5 ? [] : [key]));
    const hashes = { source: digest(wanted), target: digest(found) };
    return { name, files: wanted.size, bytes, copied, hashes, differing };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
