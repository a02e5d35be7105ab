import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as v from 'valibot';
import { replaceFileSync } from '#src/disk/replace-file.ts';
import { isJsonObject } from '#src/domain/json-object.ts';
import { isReleaseId, liveFolder, livePointer, removalMark } from './release-folders.ts';

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

/** @returns the reason where it cannot be read, undefined where the dealer has none */
export function readPointer(dist: string, slug: string): LivePointer | { reason: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(livePointer(dist, slug), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    return { reason: error instanceof Error ? error.message : String(error) };
  }
  if (isJsonObject(value) && value.format !== FORMAT)
    return { reason: `format ${JSON.stringify(value.format)}, this version reads ${FORMAT}` };
  const pointer = v.safeParse(PointerSchema, value);
  if (!pointer.success || pointer.output.slug !== slug)
    return { reason: `no live release of "${slug}" is named` };
  return pointer.output;
}

/** Makes a release the live one, atomically. Its folder has to be whole. */
export function writePointer(dist: string, { slug, release, at, earlier }: LivePointer): void {
  mkdirSync(liveFolder(dist), { recursive: true });
  const kept = earlier.slice(0, MOST_EARLIER);
  const content = { format: FORMAT, slug, release, at, earlier: kept };
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

/** A stamp that changes with each switch, by slug. */
export const snapshotStamps = (dist: string): Map<string, string> =>
  new Map(
    liveSlugs(dist).flatMap((slug) => {
      const stats = statSync(livePointer(dist, slug), { throwIfNoEntry: false });
      return stats ? [[slug, `${stats.ino} ${stats.mtimeMs} ${stats.size}`]] : [];
    }),
  );
