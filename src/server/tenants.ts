import type { DealerConfig } from '#src/config/dealer-config.ts';
import { hostsOf } from '#src/config/snapshot.ts';

/** A dealer that should be served and is not. */
export type LeftOut = { slug: string; reason: string };

/** The dealers of a process, and those it had to leave out. */
export type Fleet = { dealers: readonly DealerConfig[]; leftOut: readonly LeftOut[] };

/** Which dealer a host name belongs to. The one place that decides it. */
export type Tenants = {
  readonly all: readonly DealerConfig[];
  /** Published sites that cannot be served, with the reasons. */
  readonly leftOut: readonly LeftOut[];
  bySlug(slug: string): DealerConfig | undefined;
  byHost(hostHeader: string | undefined): DealerConfig | undefined;
  /** The canonical host of the dealer one of whose earlier sites had this one; undefined for any other host. */
  ownHostFor(hostHeader: string | undefined): string | undefined;
  /** Serves other dealers from now on; answers under way keep the dealer they began with. */
  replace(fleet: Fleet): void;
};

const nameIn = (hostHeader: string): string =>
  hostHeader
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
    .toLowerCase();

function hostMap(dealers: readonly DealerConfig[]): Map<string, DealerConfig> {
  const hosts = new Map<string, DealerConfig>();
  for (const dealer of dealers) {
    // The first keeps a host that two have.
    for (const host of [`${dealer.slug}.localhost`, ...hostsOf(dealer)]) {
      if (!hosts.has(host)) hosts.set(host, dealer);
    }
  }
  return hosts;
}

/**
 * Hosts are those of the dealers' settings, plus `<slug>.localhost` on this machine.
 * Only the Host header counts; X-Forwarded-Host could be any client's word.
 */
export function createTenants(dealers: readonly DealerConfig[], leftOut: readonly LeftOut[] = []): Tenants {
  const index = (fleet: Fleet) => ({
    ...fleet,
    slugs: new Map(fleet.dealers.map((dealer) => [dealer.slug, dealer])),
    hosts: hostMap(fleet.dealers),
  });
  let known = index({ dealers, leftOut });
  return {
    get all() {
      return known.dealers;
    },
    get leftOut() {
      return known.leftOut;
    },
    bySlug: (slug) => known.slugs.get(slug),
    byHost: (hostHeader) => (hostHeader ? known.hosts.get(nameIn(hostHeader)) : undefined),
    ownHostFor(hostHeader) {
      if (!hostHeader) return undefined;
      const name = nameIn(hostHeader);
      const dealer = known.hosts.get(name);
      return dealer?.previousHosts.includes(name) ? dealer.hosts[0] : undefined;
    },
    replace(fleet) {
      known = index(fleet);
    },
  };
}
