import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as v from 'valibot';
import { replaceFileSync } from '#src/disk/replace-file.ts';
import { isJsonObject } from '#src/domain/json-object.ts';
import { plainReason } from '#src/domain/plain-reason.ts';
import { type LiveCode, readCodePointer } from './code-pointer.ts';
import { isReleaseId, liveFolder, livePointer, releaseFolder, removalMark } from './release-folders.ts';

/** Raised when older versions could no longer read a pointer. */
const FORMAT = 1;
/** More than anyone rolls back by. */
const MOST_EARLIER = 50;

const ReleaseIdSchema = v.pipe(v.string(), v.check(isReleaseId, 'no id of a release'));
const PointerSchema = v.object({
  format: v.literal(FORMAT),
  slug: v.string(),
  release: ReleaseIdSchema,
  at: v.pipe(v.string(), v.isoTimestamp()),
  earlier: v.array(ReleaseIdSchema),
});

export type LivePointer = {
  slug: string;
  /** Id of the live release. */
  release: string;
  /** ISO instant of the switch. */
  at: string;
  /** Releases that were live before, newest first; a rollback takes those it leaves out of it. */
  earlier: readonly string[];
};

type FoundPointer = LivePointer | { reason: string } | undefined;

/** What the pointer of a dealer says, as it was last written. */
function readStored(dist: string, slug: string): FoundPointer {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(livePointer(dist, slug), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    return { reason: plainReason(error) };
  }
  if (isJsonObject(value) && value.format !== FORMAT)
    return { reason: `format ${JSON.stringify(value.format)}, this version reads ${FORMAT}` };
  const pointer = v.safeParse(PointerSchema, value);
  if (!pointer.success || pointer.output.slug !== slug)
    return { reason: `no live release of "${slug}" is named` };
  return pointer.output;
}

/**
 * The pointer that a switch of code has made: the release that went live with it, unless another was published since.
 * @returns undefined where the stored pointer holds
 */
function madeBySwitch(
  dist: string,
  stored: LivePointer,
  code: LiveCode | undefined,
): LivePointer | undefined {
  const { slug } = stored;
  const release = code?.releases?.[slug];
  if (!code || release === undefined || release === stored.release || stored.at > code.at) return undefined;
  if (!isReleaseId(release) || !existsSync(releaseFolder(dist, slug, release))) return undefined;
  const earlier = [stored.release, ...stored.earlier.filter((id) => id !== release)];
  return { slug, release, at: code.at, earlier };
}

/**
 * The live release of a dealer. A switch of code makes those it names live at once, before each has a pointer of its own:
 * one that is killed has switched all of them or none.
 * @returns the reason where it cannot be read, undefined where the dealer has none
 */
export function readPointer(dist: string, slug: string): FoundPointer {
  const stored = readStored(dist, slug);
  if (!stored || 'reason' in stored) return stored;
  return madeBySwitch(dist, stored, readCodePointer(dist)) ?? stored;
}

/** Later than the switch of code that names the dealer, whatever the clock says. */
function afterSwitch(dist: string, slug: string, at: string): string {
  const code = readCodePointer(dist);
  if (code?.releases?.[slug] === undefined || at > code.at) return at;
  return new Date(Date.parse(code.at) + 1).toISOString();
}

/** Makes a release the live one, atomically. Its folder has to be whole. */
export function writePointer(dist: string, { slug, release, at, earlier }: LivePointer): void {
  mkdirSync(liveFolder(dist), { recursive: true });
  const content = {
    ...{ format: FORMAT, slug, release, at: afterSwitch(dist, slug, at) },
    earlier: earlier.slice(0, MOST_EARLIER),
  };
  replaceFileSync(livePointer(dist, slug), `${JSON.stringify(content, null, 2)}\n`);
  rmSync(removalMark(dist, slug), { force: true });
}

/** Takes a dealer's site down; a mark in place of its pointer shows that this was intended. */
export function removePointer(dist: string, slug: string): void {
  mkdirSync(liveFolder(dist), { recursive: true });
  writeFileSync(removalMark(dist, slug), '', { flush: true });
  rmSync(livePointer(dist, slug), { force: true });
}

/** Whether a site was taken down and not published since. */
export const isRemoved = (dist: string, slug: string): boolean =>
  existsSync(removalMark(dist, slug)) && !existsSync(livePointer(dist, slug));

/** Slugs of the dealers with a live release, in order; none where nothing was built. */
export function liveSlugs(dist: string): string[] {
  try {
    return readdirSync(liveFolder(dist))
      .filter((name) => name.endsWith('.json'))
      .map((name) => basename(name, '.json'))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Instants of the switches of code after which each dealer has its pointer, by folder of the build. */
const settled = new Map<string, string>();

/** Pointers that the live switch of code has made and that are still to be written. */
function unsettled(dist: string): LivePointer[] {
  const code = readCodePointer(dist);
  if (!code || settled.get(dist) === code.at) return [];
  const pointers = Object.keys(code.releases ?? {}).flatMap((slug) => {
    const stored = readStored(dist, slug);
    return stored && 'release' in stored ? (madeBySwitch(dist, stored, code) ?? []) : [];
  });
  if (pointers.length === 0) settled.set(dist, code.at);
  return pointers;
}

/** Writes the pointers that an interrupted switch of code has left out. */
export function settlePointers(dist: string): void {
  for (const pointer of unsettled(dist)) writePointer(dist, pointer);
}

/** A stamp that changes with each switch, by slug. */
export function snapshotStamps(dist: string): Map<string, string> {
  const switched = new Map(unsettled(dist).map(({ slug, release }) => [slug, ` ${release}`]));
  return new Map(
    liveSlugs(dist).flatMap((slug) => {
      const stats = statSync(livePointer(dist, slug), { throwIfNoEntry: false });
      const stamp = stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}${switched.get(slug) ?? ''}`;
      return stamp ? [[slug, stamp]] : [];
    }),
  );
}
