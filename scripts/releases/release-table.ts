import { liveSlugs, readPointer } from '#src/dealer-files/release/current-release.ts';
import { type DealerRelease, readReleaseFile } from '#src/dealer-files/release/release-folders.ts';
import { changedInputs } from '#src/publishing/build/complete-sites.ts';
import { storedReleases } from '#src/publishing/release/dealer-release.ts';
import { columns } from '../command/command.ts';

const minutes = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** What a release has changed against the one built before it. */
function whatChanged(release: DealerRelease, before: DealerRelease | undefined): string {
  if (!before) return '';
  return changedInputs(before.inputs, release.inputs).join(', ');
}

async function ofDealer(out: string, slug: string): Promise<string> {
  const releases = await storedReleases(out, slug);
  const pointer = readPointer(out, slug);
  const live = pointer && 'release' in pointer ? pointer : undefined;
  const [before] = live?.earlier ?? [];
  const stateOf = ({ id }: DealerRelease) => (id === live?.release ? 'live' : id === before ? 'before' : '');
  const rows = releases.map((release, at) => [
    release.id,
    stateOf(release),
    minutes(release.createdAt),
    release.code,
    whatChanged(release, releases[at + 1]),
  ]);
  return columns([['release', 'state', 'built', 'code', 'changed'], ...rows]);
}

function ofAll(out: string): string {
  const rows = liveSlugs(out).map((slug) => {
    const pointer = readPointer(out, slug);
    if (!pointer || 'reason' in pointer) return [slug, '', '', pointer?.reason ?? ''];
    const release = readReleaseFile(out, slug, pointer.release);
    return [slug, pointer.release, minutes(pointer.at), 'reason' in release ? release.reason : release.code];
  });
  return rows.length > 0
    ? columns([['dealer', 'live', 'since', 'code'], ...rows])
    : `No site is published in ${out}.`;
}

/** @param slug of the dealer; the live release of each without one */
export const releaseTable = async (out: string, slug?: string): Promise<string> =>
  slug === undefined ? ofAll(out) : ofDealer(out, slug);
