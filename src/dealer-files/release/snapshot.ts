import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { issueFindings } from '#src/dealer-files/config-problem.ts';
import { fillPlaceholders, moveSpecialDays, withoutLoans } from '#src/dealer-files/derive-settings.ts';
import { moveSettings } from '#src/dealer-files/moved-settings.ts';
import type { JsonObject } from '#src/platform/text/untrusted-values.ts';
import { type LivePointer, liveSlugs, readPointer } from './current-release.ts';
import { type DealerRelease, readReleaseFile, releaseStamp } from './release-folders.ts';

/** The live release of a dealer, with its parsed settings. */
export type PublishedDealer = DealerRelease & {
  /** When it became live, ISO 8601. */
  publishedAt: string;
  /** Includes its release, by which its pages are found. */
  dealer: DealerConfig;
};

/** A live release this version cannot serve; it keeps its hosts, if they can be read. */
type UnreadableSnapshot = {
  slug: string;
  reason: string;
  hosts: string[];
  /** Id of the live release, if its pointer can be read. */
  release?: string;
};

/** Build folder: `--dist`, or DIST_DIR, or `dist/`. */
export const distFolder = (fromOption?: string): string =>
  resolve(fromOption ?? process.env.DIST_DIR ?? 'dist');

/**
 * Parses published settings. They were valid when published, so a stricter rule takes no site down; only settings in
 * another format are unreadable.
 */
function readSettings(settings: JsonObject): DealerConfig | string {
  const parsed = v.safeParse(DealerConfigSchema, moveSettings(settings));
  if (parsed.typed) return moveSpecialDays(fillPlaceholders(withoutLoans(parsed.output)));
  const [first] = issueFindings(parsed.issues, DealerConfigSchema);
  if (!first) return 'its settings have another format';
  const { path, expected, received } = first.finding;
  return `${path}: expected ${expected}, received ${received}`;
}

const HostListSchema = v.fallback(v.array(v.string()), []);

const hostsInside = (settings: JsonObject): string[] =>
  [settings.hosts, settings.previousHosts].flatMap((hosts) => v.parse(HostListSchema, hosts));

/** The dealer of a release, live or not; the reason if this version cannot read it. */
export function dealerOfRelease({
  settings,
  pictureWidths,
  id,
  code,
}: Pick<DealerRelease, 'settings' | 'pictureWidths' | 'id' | 'code'>): DealerConfig | string {
  const dealer = readSettings(settings);
  if (typeof dealer === 'string') return dealer;
  return { ...dealer, ...(pictureWidths && { pictureWidths }), release: { id, code } };
}

/** Caches the last release read of each dealer, since commands read a fleet several times. */
const read = new Map<string, { stamp: string; published: PublishedDealer }>();

/** The live release of a dealer, as far as it can be read. */
export function readSnapshot(dist: string, slug: string): PublishedDealer | UnreadableSnapshot {
  const pointer = readPointer(dist, slug) ?? { reason: 'it has no live release' };
  if ('reason' in pointer) return { slug, reason: pointer.reason, hosts: [] };
  const place = join(dist, slug);
  const stamp = `${pointer.at} ${releaseStamp(dist, slug, pointer.release)}`;
  const known = read.get(place);
  if (known?.stamp === stamp) return known.published;
  const found = readPublished(dist, slug, pointer);
  if ('dealer' in found) read.set(place, { stamp, published: found });
  return found;
}

function readPublished(
  dist: string,
  slug: string,
  pointer: LivePointer,
): PublishedDealer | UnreadableSnapshot {
  const release = readReleaseFile(dist, slug, pointer.release);
  const refuse = (reason: string) => ({
    slug,
    reason,
    hosts: hostsInside(release.settings),
    release: pointer.release,
  });
  if ('reason' in release) return refuse(release.reason);
  const dealer = dealerOfRelease(release);
  if (typeof dealer === 'string') return refuse(dealer);
  return { ...release, publishedAt: pointer.at, dealer };
}

export type Snapshots = {
  /** By time of publication, then slug. */
  published: PublishedDealer[];
  unreadable: UnreadableSnapshot[];
};

/** The first of two dealers with the same host keeps it. */
export const byPublication = (
  a: Pick<PublishedDealer, 'publishedAt' | 'slug'>,
  b: Pick<PublishedDealer, 'publishedAt' | 'slug'>,
): number => a.publishedAt.localeCompare(b.publishedAt) || a.slug.localeCompare(b.slug);

/**
 * Live releases of all dealers; empty if nothing was built.
 * @throws Error if the folder exists and cannot be read
 */
export function readSnapshots(dist: string): Snapshots {
  const all = liveSlugs(dist).map((slug) => readSnapshot(dist, slug));
  return {
    published: all.filter((each) => 'dealer' in each).sort(byPublication),
    unreadable: all.filter((each) => 'reason' in each),
  };
}

/** Current and previous hosts of a dealer. */
export const hostsOf = ({
  hosts,
  previousHosts,
}: Pick<DealerConfig, 'hosts' | 'previousHosts'>): string[] => [...hosts, ...previousHosts];

/** Published dealer by host. */
export type HostOwners = ReadonlyMap<string, string>;

/** Dealers with their hosts. */
export type HostClaims = {
  published: Pick<PublishedDealer, 'slug' | 'dealer'>[];
  unreadable: Pick<UnreadableSnapshot, 'slug' | 'hosts'>[];
};

/** A duplicate host belongs to the first published dealer. */
export function publishedHosts({ published, unreadable }: HostClaims): HostOwners {
  const owners = new Map<string, string>();
  const claims = [...published.map(({ slug, dealer }) => ({ slug, hosts: hostsOf(dealer) })), ...unreadable];
  for (const { slug, hosts } of claims) {
    for (const host of hosts) if (!owners.has(host)) owners.set(host, slug);
  }
  return owners;
}
