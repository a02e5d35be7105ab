import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type HostClaims, hostsOf, publishedHosts } from '#src/dealer-files/snapshot.ts';
import type { FailedSite } from './failed-site.ts';

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
 * The dealers of a build that would take a host of a published site outside the build: that site keeps it. A refused
 * dealer keeps its own published hosts too.
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
