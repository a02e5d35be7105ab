import type { DealerConfig } from '#src/config/dealer-config.ts';

/** Which dealer a host name belongs to. The one place that decides it. */
export type Tenants = {
  all: readonly DealerConfig[];
  bySlug(slug: string): DealerConfig | undefined;
  byHost(hostHeader: string | undefined): DealerConfig | undefined;
};

/**
 * Hosts are those of the dealer files, plus `<slug>.localhost` on this machine.
 * Only the Host header counts; X-Forwarded-Host could be any client's word.
 */
export function createTenants(dealers: readonly DealerConfig[]): Tenants {
  const slugs = new Map(dealers.map((dealer) => [dealer.slug, dealer]));
  const hosts = new Map(
    dealers.flatMap((dealer) =>
      [`${dealer.slug}.localhost`, ...dealer.hosts].map((host) => [host, dealer] as const),
    ),
  );
  return {
    all: dealers,
    bySlug: (slug) => slugs.get(slug),
    byHost(hostHeader) {
      if (!hostHeader) return undefined;
      const name = hostHeader
        .replace(/:\d{1,5}$/, '')
        .replace(/\.$/, '')
        .toLowerCase();
      return hosts.get(name);
    },
  };
}
