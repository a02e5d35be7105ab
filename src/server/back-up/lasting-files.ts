import { ERASURE_LOG } from '#src/features/leads/server/privacy/erasure-log.ts';
import { imageFolders } from '#src/platform/images/image-store.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import type { ObjectStorage, StoredFile } from '#src/platform/storage/object-storage.ts';
import { type CopiedFiles, type CopiedKey, copyStored } from './copy-stored.ts';

type LastingFolder = { prefix: string; isPart?: (key: string) => boolean };

/** The feed that is being read, and photos of one that is not imported yet, are made again. */
const isLastingFeed = (key: string): boolean => /\.(?:last|photos\/.+|pushed\/.+|failed\/.+)$/.test(key);

/** What belongs to a person, or may. */
export const PERSONAL_PREFIXES = ['trade-in-photos/', 'feeds/'] as const;
const [PHOTOS, FEEDS] = PERSONAL_PREFIXES;

/** What must outlive a machine, below DATA_DIR or in the bucket. All else there is made again. */
const FOLDERS: readonly LastingFolder[] = [
  { prefix: `${imageFolders('').originalsFolder}/` },
  { prefix: PHOTOS },
  { prefix: FEEDS, isPart: isLastingFeed },
  { prefix: 'erasures/' },
  { prefix: 'releases/' },
];

/** `feeds/<slug>.pushed/1790000000000-0f3a…`: waits to be imported, with the time when it was accepted. */
const WAITING_PUSH = /^feeds\/([^/]+)\.pushed\/(\d{13})-([0-9a-f]{32})$/;

/** A posted feed that waits in a folder; in a bucket its row has its time. */
export type WaitingBody = { id: string; dealer: string; bytes: number; acceptedAt: Date };

const keyOf = ({ key, bytes, md5 }: StoredFile): CopiedKey => ({
  from: key,
  to: key.replace(WAITING_PUSH, 'feeds/$1.pushed/$3'),
  ...{ bytes, md5 },
});

function waitingBody({ key, bytes }: StoredFile): WaitingBody[] {
  const [, dealer, at, id] = WAITING_PUSH.exec(key) ?? [];
  return dealer && id ? [{ id, dealer, bytes, acceptedAt: new Date(Number(at)) }] : [];
}

/**
 * Copies all files that must outlive a machine, and compares both. May be repeated after an interruption.
 * @param source a folder of an installation, or the bucket of one
 * @returns one entry a folder that has files, and posted feeds that wait
 */
export async function copyLastingFiles(
  source: ObjectStorage,
  target: ObjectStorage,
  onProgress?: OnProgress,
): Promise<{ copied: CopiedFiles[]; waiting: WaitingBody[] }> {
  const copied: CopiedFiles[] = [];
  const waiting: WaitingBody[] = [];
  async function copy(files: Parameters<typeof copyStored>[2]): Promise<void> {
    let done = 0;
    const onFile = () => {
      done += 1;
      onProgress?.(`Copying ${files.name}`, done);
    };
    onProgress?.(`Comparing ${files.name}`);
    const ended = await copyStored(source, target, files, onFile);
    if (ended.files > 0) copied.push(ended);
  }
  async function* lasting({ prefix, isPart = () => true }: LastingFolder): AsyncGenerator<CopiedKey[]> {
    for await (const page of source.pages(prefix)) {
      const files = page.filter(({ key }) => isPart(key));
      waiting.push(...files.flatMap(waitingBody));
      yield files.map(keyOf);
    }
  }
  for (const folder of FOLDERS) {
    const { prefix } = folder;
    await copy({ name: prefix.slice(0, -1), prefix, pages: lasting(folder) });
  }
  const log = await source.head(ERASURE_LOG);
  if (log) await copy({ name: ERASURE_LOG, pages: [[keyOf({ key: ERASURE_LOG, ...log })]] });
  return { copied, waiting };
}
