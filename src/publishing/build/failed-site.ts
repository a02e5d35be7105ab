import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type HostClaims, hostsOf, publishedHosts } from '#src/dealer-files/release/snapshot.ts';

/** A site that could not be built or stored, or whose host is taken. */
export type FailedSite = { slug: string; reason: string } & (
  | { page: string }
  | { picture: string }
  | { host: string }
  /** Folder it is published in, and whether it was published before. */
  | { folder: string; isFirst: boolean }
);

type OfContent = Exclude<FailedSite, { folder: string } | { page: string }>;

function whatFailed({ reason, ...part }: OfContent): string {
  if ('host' in part) return `its host ${part.host} ${reason}.`;
  return `its picture ${part.picture} cannot be read (${reason}). Put a valid JPEG, PNG, WebP or AVIF file there, or name another in its dealer file.`;
}

export function failureText(failure: FailedSite): string {
  if ('page' in failure) {
    const { slug, page, reason } = failure;
    return `${slug}: its page ${page} cannot be rendered. The published site is unchanged. Correct the settings or the code behind the page, then build the site again. Details: ${reason}`;
  }
  if (!('folder' in failure))
    return `${failure.slug}: ${whatFailed(failure)} The published site is unchanged.`;
  const { slug, folder, isFirst, reason } = failure;
  const state = isFirst ? 'It is not online yet.' : 'It stays online as it was.';
  return `${slug}: its files in ${folder} could not be written (${reason}). ${state} Free disk space or fix its permissions, then build the site again.`;
}

const withoutSites = ({ published, unreadable }: HostClaims, slugs: ReadonlySet<string>): HostClaims => ({
  published: published.filter(({ slug }) => !slugs.has(slug)),
  unreadable: unreadable.filter(({ slug }) => !slugs.has(slug)),
});

function takenHost(dealer: DealerConfig, taken: ReadonlyMap<string, string>): FailedSite | undefined {
  for (const host of hostsOf(dealer)) {
    const owner = taken.get(host);
    if (owner === undefined) continue;
    const reason = `is published as one of "${owner}". To move it, remove it from the dealer file of "${owner}" and build both: npm run build -- ${owner} ${dealer.slug}`;
    return { slug: dealer.slug, host, reason };
  }
  return undefined;
}

/**
 * Rejects dealers that would take a host of a published site outside the build. A rejected dealer keeps its own
 * published hosts too.
 */
export function refuseTakenHosts(dealers: readonly DealerConfig[], snapshots: HostClaims): FailedSite[] {
  const left = new Map(dealers.map((dealer) => [dealer.slug, dealer]));
  const refused: FailedSite[] = [];
  for (let found = true; found; ) {
    const taken = publishedHosts(withoutSites(snapshots, new Set(left.keys())));
    const failures = [...left.values()].flatMap((dealer) => takenHost(dealer, taken) ?? []);
    for (const failure of failures) left.delete(failure.slug);
    refused.push(...failures);
    found = failures.length > 0;
  }
  return refused;
}
