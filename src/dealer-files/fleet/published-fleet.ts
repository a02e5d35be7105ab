import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { ConfigProblem } from '#src/dealer-files/config-problem.ts';
import { moveSpecialDays } from '#src/dealer-files/derive-settings.ts';
import { type DealerFiles, readDealerFiles, type SourcedDealer } from '#src/dealer-files/load-dealers.ts';
import {
  type PublishedDealer,
  publishedHosts,
  readSnapshots,
  type Snapshots,
} from '#src/dealer-files/release/snapshot.ts';
import { mergeLayers } from '#src/dealer-files/settings-layers.ts';
import type { Fleet, LeftOut } from './tenants.ts';

/** Folders of published sites and dealer files; production servers may have no dealer files. */
type FleetPlaces = { dist: string; dealersDir: string };

type Found = { snapshots: Snapshots; files: DealerFiles };

const NO_FILES: DealerFiles = {
  files: [],
  sound: [],
  groups: [],
  problems: [],
  partlyChecked: [],
  partlySound: [],
};

function find({ dist, dealersDir }: FleetPlaces): Found {
  const snapshots = readSnapshots(dist);
  const files = existsSync(dealersDir) ? readDealerFiles(dealersDir, publishedHosts(snapshots)) : NO_FILES;
  return { snapshots, files };
}

const joinNames = (slugs: readonly string[]) => slugs.join(', ');
const slugOf = (file: string) => basename(file, '.json');

const isEdited = ({ settings }: PublishedDealer, { layers }: SourcedDealer): boolean =>
  !isDeepStrictEqual(settings, mergeLayers(layers));

/** Differences between dealer files and published settings, one message per kind. */
function differences({ snapshots, files }: Found, served: ReadonlySet<string>): string[] {
  const published = new Map(snapshots.published.map((each) => [each.slug, each]));
  const sound = new Map(files.sound.map((each) => [each.dealer.slug, each]));
  const slugs = files.files.map(slugOf);
  const edited = slugs.filter((slug) => {
    const [was, is] = [published.get(slug), sound.get(slug)];
    return was && is && isEdited(was, is);
  });
  const broken = slugs.filter((slug) => published.has(slug) && !sound.has(slug));
  const unbuilt = slugs.filter((slug) => !served.has(slug) && !published.has(slug));
  const fileless = slugs.length > 0 ? [...published.keys()].filter((slug) => !slugs.includes(slug)) : [];
  return [
    edited.length > 0 &&
      `Edited since they were published: ${joinNames(edited)}. Edits go live with: npm run build -- ${edited.join(' ')}`,
    broken.length > 0 &&
      `Served as published, because the dealer file has mistakes: ${joinNames(broken)}. Find them with: npm run dealers -- check`,
    unbuilt.length > 0 &&
      `Not served, because never built: ${joinNames(unbuilt)}. Publish with: npm run build -- ${unbuilt.join(' ')}`,
    fileless.length > 0 &&
      `Served as published, although the dealer file is gone: ${joinNames(fileless)}. Take a site down with: npm run build -- --unpublish ${fileless[0]}`,
  ].filter((line) => line !== false);
}

type PublishedFleet = Fleet & {
  /** Stamps of dealers whose published settings were read. */
  published: readonly PublishedDealer[];
  /** Startup messages for the operator. */
  notices: readonly string[];
};

/**
 * Dealers to serve, as published. If published settings are unreadable, the dealer file is used until the next build;
 * without a valid one the dealer is left out.
 */
export function publishedFleet(places: FleetPlaces): PublishedFleet {
  const found = find(places);
  const sound = new Map(found.files.sound.map(({ dealer }) => [dealer.slug, dealer]));
  const dealers: DealerConfig[] = found.snapshots.published.map(({ dealer }) => dealer);
  const leftOut: LeftOut[] = [];
  const notices: string[] = [];
  for (const { slug, reason, release } of found.snapshots.unreadable) {
    const dealer = sound.get(slug);
    if (dealer) {
      const pages = release === undefined ? {} : { release: { id: release, code: '' } };
      dealers.push({ ...moveSpecialDays(dealer), ...pages });
      notices.push(
        `${slug}: its published settings cannot be read (${reason}). Its dealer file is used until the next build: npm run build -- ${slug}`,
      );
    } else {
      leftOut.push({
        slug,
        reason: `its published settings cannot be read (${reason}), and it has no valid dealer file`,
      });
    }
  }
  const served = new Set(dealers.map(({ slug }) => slug));
  return {
    dealers,
    leftOut,
    published: found.snapshots.published,
    notices: [
      ...leftOut.map(({ slug, reason }) => `${slug} is not served: ${reason}.`),
      ...notices,
      ...differences(found, new Set([...served, ...leftOut.map(({ slug }) => slug)])),
    ],
  };
}

type LiveDealers = {
  dealers: DealerConfig[];
  /** Mistakes of unpublished dealers, which are left out. */
  problems: ConfigProblem[];
  /** Published dealers whose files have changed since. */
  edited: ReadonlySet<string>;
};

/**
 * Dealers for commands: published ones with published settings, others with those of their files.
 * @throws Error if the folder of dealer files cannot be read
 */
export function liveDealers(places: FleetPlaces): LiveDealers {
  const { snapshots, files } = find(places);
  const published = new Map(snapshots.published.map((each) => [each.slug, each]));
  const sound = new Map(files.sound.map((each) => [each.dealer.slug, each]));
  const others = files.sound.flatMap(({ dealer }) =>
    published.has(dealer.slug) ? [] : [moveSpecialDays(dealer)],
  );
  const concerns = ({ file, affects }: ConfigProblem) =>
    (affects ?? [basename(file)]).some((name) => !published.has(slugOf(name)));
  const isPublishedEdit = (each: PublishedDealer) => {
    const own = sound.get(each.slug);
    return own ? isEdited(each, own) : files.files.some((file) => slugOf(file) === each.slug);
  };
  return {
    dealers: [...snapshots.published.map(({ dealer }) => dealer), ...others].sort((a, b) =>
      a.slug.localeCompare(b.slug),
    ),
    problems: files.problems.filter(concerns),
    edited: new Set(snapshots.published.filter(isPublishedEdit).map(({ slug }) => slug)),
  };
}
