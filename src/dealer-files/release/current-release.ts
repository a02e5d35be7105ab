import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { replaceFile, replaceFileSync } from '#src/platform/storage/replace-file.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';
import {
  codePointer,
  isReleaseId,
  liveFolder,
  livePointer,
  releaseFolder,
  removalMark,
  stockPagesFolder,
} from './release-folders.ts';

/** Increase when older versions cannot read the pointer. */
const CODE_FORMAT = 1;

export const CodeSchema = v.object({
  format: v.literal(CODE_FORMAT),
  /** Id of the live code release, a fingerprint of its source. */
  code: v.pipe(v.string(), v.check(isReleaseId, 'no id of a code release')),
  /** When it became live, ISO 8601. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Ids of the releases that go live with it, by slug. */
  releases: v.optional(v.record(v.string(), v.string())),
});

export type LiveCode = Omit<v.InferOutput<typeof CodeSchema>, 'format'>;

/** Caches the last pointer read from each folder, since it is needed for every dealer. */
const read = new Map<string, { stamp: string; live: LiveCode | undefined }>();

/** The live code release; undefined if there is none or it cannot be read. */
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
    // Treated as missing.
  }
  read.set(file, { stamp, live });
  return live;
}

/** Atomically makes a code release and the named dealer releases live. */
export async function writeCodePointer(dist: string, live: LiveCode): Promise<void> {
  await replaceFile(codePointer(dist), `${JSON.stringify({ format: CODE_FORMAT, ...live }, null, 2)}\n`);
}

/** Increase when older versions cannot read a pointer. */
const FORMAT = 1;
/** Further back than anyone would roll back. */
const MAX_EARLIER = 50;

const ReleaseIdSchema = v.pipe(v.string(), v.check(isReleaseId, 'no id of a release'));
export const PointerSchema = v.object({
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
  /** Time of the switch, ISO 8601. */
  at: string;
  /** Previously live releases, newest first; a rollback removes those it skips. */
  earlier: readonly string[];
};

type FoundPointer = LivePointer | { reason: string } | undefined;

/** The pointer file of a dealer, ignoring code switches. */
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
 * The pointer implied by a code switch: the release that went live with it, unless another was published since.
 * @returns undefined if the pointer file is current
 */
function pointerFromSwitch(
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
 * The live release of a dealer. A code switch makes all releases it names live at once, before their pointers are
 * written, so that an interrupted one takes effect completely or not at all.
 * @returns the reason if it cannot be read, undefined if the dealer has none
 */
export function readPointer(dist: string, slug: string): FoundPointer {
  const stored = readStored(dist, slug);
  if (!stored || 'reason' in stored) return stored;
  return pointerFromSwitch(dist, stored, readCodePointer(dist)) ?? stored;
}

/** A time after the code switch that names the dealer, even if the clock was set back. */
function afterSwitch(dist: string, slug: string, at: string): string {
  const code = readCodePointer(dist);
  if (code?.releases?.[slug] === undefined || at > code.at) return at;
  return new Date(Date.parse(code.at) + 1).toISOString();
}

/**
 * Atomically makes a release live. Its folder must be complete.
 * @param options.flush false if the pointer may be lost in a power failure
 */
export function writePointer(
  dist: string,
  { slug, release, at, earlier }: LivePointer,
  options: { flush?: boolean } = {},
): void {
  mkdirSync(liveFolder(dist), { recursive: true });
  const content = {
    ...{ format: FORMAT, slug, release, at: afterSwitch(dist, slug, at) },
    earlier: earlier.slice(0, MAX_EARLIER),
  };
  replaceFileSync(livePointer(dist, slug), `${JSON.stringify(content, null, 2)}\n`, options);
  rmSync(removalMark(dist, slug), { force: true });
}

/** Takes a site down; a marker in place of its pointer shows that this was intended. */
export function removePointer(dist: string, slug: string): void {
  mkdirSync(liveFolder(dist), { recursive: true });
  writeFileSync(removalMark(dist, slug), '', { flush: true });
  rmSync(livePointer(dist, slug), { force: true });
}

/** Whether a site was taken down and not published since. */
export const isRemoved = (dist: string, slug: string): boolean =>
  existsSync(removalMark(dist, slug)) && !existsSync(livePointer(dist, slug));

function slugsWith(suffix: string, dist: string): string[] {
  try {
    return readdirSync(liveFolder(dist))
      .filter((name) => name.endsWith(suffix))
      .map((name) => basename(name, suffix))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Slugs of dealers with a live release, sorted; empty if nothing was built. */
export const liveSlugs = (dist: string): string[] => slugsWith('.json', dist);

/** Slugs of dealers that were taken down and not published since, sorted. */
export const removedSlugs = (dist: string): string[] =>
  slugsWith('.removed', dist).filter((slug) => isRemoved(dist, slug));

/** Times of code switches whose pointers have all been written, by build folder. */
const completedSwitches = new Map<string, string>();

/** Pointers implied by the live code switch that have not been written yet. */
function pendingPointers(dist: string): LivePointer[] {
  const code = readCodePointer(dist);
  if (!code || completedSwitches.get(dist) === code.at) return [];
  const pointers = Object.keys(code.releases ?? {}).flatMap((slug) => {
    const stored = readStored(dist, slug);
    return stored && 'release' in stored ? (pointerFromSwitch(dist, stored, code) ?? []) : [];
  });
  if (pointers.length === 0) completedSwitches.set(dist, code.at);
  return pointers;
}

/** Writes the pointers left over by an interrupted code switch. */
export function writePendingPointers(dist: string): void {
  for (const pointer of pendingPointers(dist)) writePointer(dist, pointer);
}

/** Stamps that change with each switch, by slug. */
export function snapshotStamps(dist: string): Map<string, string> {
  const switched = new Map(pendingPointers(dist).map(({ slug, release }) => [slug, ` ${release}`]));
  return new Map(
    liveSlugs(dist).flatMap((slug) => {
      const stats = statSync(livePointer(dist, slug), { throwIfNoEntry: false });
      const stamp = stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}${switched.get(slug) ?? ''}`;
      return stamp ? [[slug, stamp]] : [];
    }),
  );
}

/*
 * Pages of a release that show stock, or depend on the date:
 *
 *   stock/<stock>-<code>-<until>/…   rendered with the stock of this name and this code, true until an instant in ms
 *   stock/current                    a link to the one that is sent; replaced atomically
 */

export const CURRENT = 'current';

export type StockPages = {
  folder: string;
  /** See `stockName`. */
  stock: string;
  /** Id of the code release. */
  code: string;
  /** Time, ms, after which their content may be outdated. */
  validUntil: number;
};

export const stockPagesName = ({ stock, code, validUntil }: Omit<StockPages, 'folder'>): string =>
  `${stock}-${code}-${validUntil}`;

/** The most recently rendered stock pages of a release; undefined if there are none. */
export function lastStockPages(dist: string, slug: string, id: string): StockPages | undefined {
  const folder = stockPagesFolder(dist, slug, id);
  let name: string;
  try {
    name = readlinkSync(join(folder, CURRENT));
  } catch {
    return undefined;
  }
  const [, stock, code, validUntil] = /^([a-z0-9.]+)-(.+)-(\d+)$/i.exec(name) ?? [];
  if (stock === undefined || code === undefined) return undefined;
  return { folder: join(folder, name), stock, code, validUntil: Number(validUntil) };
}

export const areCurrent = (
  pages: StockPages | undefined,
  { stock, code, nowMs }: { stock: string; code: string; nowMs: number },
): pages is StockPages =>
  pages !== undefined && pages.stock === stock && pages.code === code && nowMs < pages.validUntil;
