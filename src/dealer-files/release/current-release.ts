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

/*
 * Pages of a release that show stock, or depend on the date:
 *
 *   stock/<stock>-<code>-<until>/…   rendered with the stock of this name and this code, true until an instant in ms
 *   stock/current                    a link to the one that is sent; replaced atomically
 */

/** The link to the pages that are sent. */
export const CURRENT = 'current';

export type StockPages = {
  folder: string;
  /** Name of the stock that they show: `stockName`. */
  stock: string;
  /** Id of the code release. */
  code: string;
  /** Instant, ms, after which they may say what is no longer so. */
  validUntil: number;
};

export const stockPagesName = ({ stock, code, validUntil }: Omit<StockPages, 'folder'>): string =>
  `${stock}-${code}-${validUntil}`;

/** The pages of a release that were rendered last; undefined where it has none. */
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

/** Whether pages say what is so now. */
export const areCurrent = (
  pages: StockPages | undefined,
  { stock, code, nowMs }: { stock: string; code: string; nowMs: number },
): pages is StockPages =>
  pages !== undefined && pages.stock === stock && pages.code === code && nowMs < pages.validUntil;
