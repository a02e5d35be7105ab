import type { DealerConfig } from '#src/config/dealer-config.ts';

/** Which dealer a host name belongs to. The one place that decides it. */
export type Tenants = {
  all: readonly DealerConfig[];
  bySlug(slug: string): DealerConfig | undefined;
  byHost(hostHeader: string | undefined): DealerConfig | undefined;
  /** The canonical host of the dealer one of whose earlier sites had this one; undefined for any other host. */
  ownHostFor(hostHeader: string | undefined): string | undefined;
};

const nameIn = (hostHeader: string): string =>
  hostHeader
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
    .toLowerCase();

/**
 * Hosts are those of the dealer files, plus `<slug>.localhost` on this machine.
 * Only the Host header counts; X-Forwarded-Host could be any client's word.
 */
export function createTenants(dealers: readonly DealerConfig[]): Tenants {
  const slugs = new Map(dealers.map((dealer) => [dealer.slug, dealer]));
  const hosts = new Map(
    dealers.flatMap((dealer) =>
      [`${dealer.slug}.localhost`, ...dealer.hosts, ...dealer.previousHosts].map(
        (host) => [host, dealer] as const,
      ),
    ),
  );
  return {
    all: dealers,
    bySlug: (slug) => slugs.get(slug),
    byHost: (hostHeader) => (hostHeader ? hosts.get(nameIn(hostHeader)) : undefined),
    ownHostFor(hostHeader) {
      if (!hostHeader) return undefined;
      const name = nameIn(hostHeader);
      const dealer = hosts.get(name);
      return dealer?.previousHosts.includes(name) ? dealer.hosts[0] : undefined;
    },
  };
}
