import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';
import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import type { PictureWidths } from '#src/config/sections/images.ts';
import { replaceFileSync } from '#src/disk/replace-file.ts';
import type { JsonObject } from './inherit.ts';
import { withNamesInWords } from './names-in-words.ts';
import { issueFindings } from './problem.ts';
import { withSpecialDaysInPlace } from './special-days.ts';

/** Folder of a build's output with the settings each site was published with; `serve` never sends a file of it. */
export const SNAPSHOTS_FOLDER = 'published';

/** Raised when older versions could no longer read a snapshot. */
const FORMAT = 1;
/** Addresses of lead destinations concern neither shoppers nor other users of the machine. */
const MODE = 0o640;

const SnapshotSchema = v.object({
  format: v.literal(FORMAT),
  slug: v.string(),
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
  settings: v.record(v.string(), v.unknown()),
  /** Earlier versions measured none. */
  pictureWidths: v.optional(v.record(v.string(), v.number())),
});

export type Snapshot = {
  slug: string;
  /** ISO instant. */
  publishedAt: string;
  /** Template, group file and dealer file, merged on that day. Secrets are in it by name only. */
  settings: JsonObject;
  /** Of the pictures published with it. */
  pictureWidths?: PictureWidths | undefined;
};

/** A snapshot with the dealer it describes. */
export type PublishedDealer = Snapshot & { dealer: DealerConfig };

/** A snapshot this version cannot serve; it keeps its hosts, as far as they can be read. */
export type UnreadableSnapshot = { slug: string; reason: string; hosts: string[] };

/** Where builds go: `--dist`, else DIST_DIR, else `dist/`. */
export const distFolder = (fromOption?: string): string =>
  resolve(fromOption ?? process.env.DIST_DIR ?? 'dist');

const fileOf = (dist: string, slug: string) => join(dist, SNAPSHOTS_FOLDER, `${slug}.json`);
const removalOf = (dist: string, slug: string) => join(dist, SNAPSHOTS_FOLDER, `${slug}.removed`);

/** Replaces a dealer's snapshot atomically. */
export function writeSnapshot(dist: string, snapshot: Snapshot): void {
  const file = fileOf(dist, snapshot.slug);
  mkdirSync(join(dist, SNAPSHOTS_FOLDER), { recursive: true });
  const { slug, publishedAt, settings, pictureWidths } = snapshot;
  const content = { format: FORMAT, slug, publishedAt, settings, pictureWidths };
  const text = `${JSON.stringify(content, null, 2)}\n`;
  replaceFileSync(file, text, { mode: MODE });
  rmSync(removalOf(dist, slug), { force: true });
}

/** Removes a dealer's snapshot permanently: a mark in its place shows that this was intended. */
export function removeSnapshot(dist: string, slug: string): void {
  mkdirSync(join(dist, SNAPSHOTS_FOLDER), { recursive: true });
  writeFileSync(removalOf(dist, slug), '', { mode: MODE, flush: true });
  rmSync(fileOf(dist, slug), { force: true });
}

/** Whether a site was taken down and not published since. */
export const isRemoved = (dist: string, slug: string): boolean =>
  existsSync(removalOf(dist, slug)) && !existsSync(fileOf(dist, slug));

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The dealer that published settings describe. They were valid when published, so a stricter rule takes no site down;
 * only settings in another format cannot be read.
 */
function readSettings(settings: JsonObject): DealerConfig | string {
  const parsed = v.safeParse(DealerConfigSchema, settings);
  if (parsed.typed) return withSpecialDaysInPlace(withNamesInWords(parsed.output));
  const [first] = issueFindings(parsed.issues, DealerConfigSchema);
  if (!first) return 'its settings have another format';
  const { path, expected, received } = first.finding;
  return `${path}: expected ${expected}, received ${received}`;
}

const HostListSchema = v.fallback(v.array(v.string()), []);

function hostsInside(value: unknown): string[] {
  const settings = isObject(value) && isObject(value.settings) ? value.settings : {};
  return [settings.hosts, settings.previousHosts].flatMap((hosts) => v.parse(HostListSchema, hosts));
}

/** One dealer's snapshot, as far as it can be read. */
export function readSnapshot(dist: string, slug: string): PublishedDealer | UnreadableSnapshot {
  let value: unknown;
  const refuse = (reason: string) => ({ slug, reason, hosts: hostsInside(value) });
  try {
    value = JSON.parse(readFileSync(fileOf(dist, slug), 'utf8'));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (isObject(value) && value.format !== FORMAT) {
    return refuse(`format ${JSON.stringify(value.format)}, this version reads ${FORMAT}`);
  }
  const snapshot = v.safeParse(SnapshotSchema, value);
  if (!snapshot.success || snapshot.output.slug !== slug) return refuse(`no snapshot of "${slug}"`);
  const { settings, pictureWidths } = snapshot.output;
  const dealer = readSettings(settings);
  if (typeof dealer === 'string') return refuse(dealer);
  return { ...snapshot.output, dealer: pictureWidths ? { ...dealer, pictureWidths } : dealer };
}

export type Snapshots = {
  /** In the order they were published, then by slug. */
  published: PublishedDealer[];
  unreadable: UnreadableSnapshot[];
};

/** Which of two dealers with the same host keeps it: the first in this order. */
export const inOrder = (a: Snapshot, b: Snapshot): number =>
  a.publishedAt.localeCompare(b.publishedAt) || a.slug.localeCompare(b.slug);

function slugsIn(dist: string): string[] {
  try {
    return readdirSync(join(dist, SNAPSHOTS_FOLDER))
      .filter((name) => name.endsWith('.json'))
      .map((name) => basename(name, '.json'))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** A stamp that changes with each publication, by slug. */
export const snapshotStamps = (dist: string): Map<string, string> =>
  new Map(
    slugsIn(dist).flatMap((slug) => {
      const stats = statSync(fileOf(dist, slug), { throwIfNoEntry: false });
      return stats ? [[slug, `${stats.ino} ${stats.mtimeMs} ${stats.size}`]] : [];
    }),
  );

/**
 * Every snapshot of a build's output; none where nothing was built.
 * @throws Error when the folder is there and cannot be read
 */
export function readSnapshots(dist: string): Snapshots {
  const all = slugsIn(dist).map((slug) => readSnapshot(dist, slug));
  return {
    published: all.filter((each) => 'dealer' in each).sort(inOrder),
    unreadable: all.filter((each) => 'reason' in each),
  };
}

/** Hosts that lead to a dealer, today's and those of its earlier sites. */
export const hostsOf = ({
  hosts,
  previousHosts,
}: Pick<DealerConfig, 'hosts' | 'previousHosts'>): string[] => [...hosts, ...previousHosts];

/** The published dealer of each host. */
export type HostOwners = ReadonlyMap<string, string>;

/** The first to be published keeps a host. */
export function publishedHosts({ published, unreadable }: Snapshots): HostOwners {
  const owners = new Map<string, string>();
  const claims = [...published.map(({ slug, dealer }) => ({ slug, hosts: hostsOf(dealer) })), ...unreadable];
  for (const { slug, hosts } of claims) {
    for (const host of hosts) if (!owners.has(host)) owners.set(host, slug);
  }
  return owners;
}
