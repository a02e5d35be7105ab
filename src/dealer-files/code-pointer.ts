import { readFileSync, statSync } from 'node:fs';
import * as v from 'valibot';
import { replaceFile } from '#src/disk/replace-file.ts';
import { codePointer, isReleaseId } from './release-folders.ts';

/** Raised when older versions could no longer read the pointer. */
const CODE_FORMAT = 1;

const CodeSchema = v.object({
  format: v.literal(CODE_FORMAT),
  /** Id of the live code release: equal source has one id. */
  code: v.pipe(v.string(), v.check(isReleaseId, 'no id of a code release')),
  /** ISO instant from which it is live. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Absolute folder of its source, where a server of it starts. */
  folder: v.optional(v.string()),
  /** Ids of the releases that go live with it, by slug. */
  releases: v.optional(v.record(v.string(), v.string())),
});

export type LiveCode = Omit<v.InferOutput<typeof CodeSchema>, 'format'>;

/** The last one read of each folder: the live release of every dealer of a fleet is looked up in it. */
const read = new Map<string, { stamp: string; live: LiveCode | undefined }>();

/** Which code release is live; undefined where there is none, or it cannot be read. */
export function readCodePointer(dist: string): LiveCode | undefined {
  const file = codePointer(dist);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return undefined;
  const stamp = `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
  const known = read.get(file);
  if (known?.stamp === stamp) return known.live;
  let live: LiveCode | undefined;
  try {
    const { format: _, ...found } = v.parse(CodeSchema, JSON.parse(readFileSync(file, 'utf8')));
    live = found;
  } catch {
    // For its caller the same as one that is gone.
  }
  read.set(file, { stamp, live });
  return live;
}

/** Makes a code release the live one, and with it the releases it names, atomically. */
export async function writeCodePointer(dist: string, live: LiveCode): Promise<void> {
  await replaceFile(codePointer(dist), `${JSON.stringify({ format: CODE_FORMAT, ...live }, null, 2)}\n`);
}
