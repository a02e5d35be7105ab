import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { batches } from '#src/platform/queue/batches.ts';
import { createFolderStorage } from '#src/platform/storage/folder-storage.ts';
import type { ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { copyStored } from './copy-stored.ts';

const NAMES = Array.from({ length: 23 }, (_, at) => `p${at + 10}.jpg`);
const KEYS = NAMES.map((name) => ({ from: name, to: name, bytes: name.length }));

/** A bucket that lists few files at a time, with their MD5. */
function bucketIn(folder: string, pageFiles: number): ObjectStorage {
  const inFolder = createFolderStorage(folder);
  return {
    ...inFolder,
    kind: 'objects',
    async *pages(prefix) {
      const files = (await inFolder.list(prefix)).map((file) => {
        const content = readFileSync(join(folder, file.key));
        return { ...file, md5: createHash('md5').update(content).digest('hex') };
      });
      yield* batches(files, pageFiles);
    },
  };
}

it.each([1, 4, 7, 100])(
  'PLAT-98 what a bucket has is known from its list, of %d files a page, and not read',
  async (pageFiles) => {
    const [from = '', to = ''] = ['from', 'to'].map((name) => mkdtempSync(join(tmpdir(), `copy-${name}-`)));
    try {
      for (const name of NAMES) writeFileSync(join(from, name), name);
      const source = createFolderStorage(from);
      const target = bucketIn(to, pageFiles);
      const copy = () =>
        copyStored(source, target, { name: 'pictures', prefix: '', pages: batches(KEYS, 5) }, () => {});
      expect(await copy()).toMatchObject({ files: 23, copied: 23, differing: [] });
      writeFileSync(join(to, 'p20.jpg'), 'others');
      const read = vi.spyOn(target, 'getFile');
      const again = await copy();
      expect(again).toMatchObject({ files: 23, copied: 1, differing: [] });
      expect(again.hashes.source).toBe(again.hashes.target);
      expect(new Set(read.mock.calls.map(([key]) => key))).toEqual(new Set(['p20.jpg']));
    } finally {
      for (const folder of [from, to]) rmSync(folder, { recursive: true, force: true });
    }
  },
);
