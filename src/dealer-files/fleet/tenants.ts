import type { DealerConfig } from '#src/config/dealer-config.ts';
import { hostsOf } from '#src/dealer-files/release/snapshot.ts';

/** A dealer that should be served but is not. */
export type LeftOut = { slug: string; reason: string };

/** The dealers of a process, and those it had to leave out. */
export type Fleet = { dealers: readonly DealerConfig[]; leftOut: readonly LeftOut[] };

/** The dealer of a host name. The only place that decides it. */
export type Tenants = {
  readonly all: readonly DealerConfig[];
  /** Published sites that cannot be served, with the reasons. */
  readonly leftOut: readonly LeftOut[];
  bySlug(slug: string): DealerConfig | undefined;
  byHost(hostHeader: string | undefined): DealerConfig | undefined;
  /** Whether a name on the internet is a host of a dealer, be it the first, another or a previous one. */
  isPublicHost(name: string): boolean;
  /**
   * The first host of the dealer with this other or previous host; undefined for the first host itself and for names
   * of local development.
   */
  ownHostFor(hostHeader: string | undefined): string | undefined;
  /** Replaces the dealers; running requests keep the dealer they began with. */
  replace(fleet: Fleet): void;
};

/** Non-public names for trying out a site. */
const LOCAL_NAME = /\.(?:localhost|local|test|internal)$/;

const MAX_PORT = 65_535;

/** A number that is no port stays, so that the name is unknown: no address could be made of it. */
const nameIn = (hostHeader: string): string =>
  hostHeader
    .replace(/:\d{1,5}$/, (port) => (Number(port.slice(1)) > MAX_PORT ? port : ''))
    .replace(/\.$/, '')
    .toLowerCase();

function hostMap(dealers: readonly DealerConfig[]): Map<string, DealerConfig> {
  const hosts = new Map<string, DealerConfig>();
  for (const dealer of dealers) {
    // Of two dealers with the same host the first keeps it.
    for (const host of [`${dealer.slug}.localhost`, ...hostsOf(dealer)]) {
      if (!hosts.has(host)) hosts.set(host, dealer);
    }
  }
  return hosts;
}

/**
 * Hosts are those of the dealers' settings, plus `<slug>.localhost` on this machine. Only the Host header counts;
 * any client can forge X-Forwarded-Host.
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
    isPublicHost: (name) => known.hosts.has(name.toLowerCase()) && !LOCAL_NAME.test(name.toLowerCase()),
    ownHostFor(hostHeader) {
      if (!hostHeader) return undefined;
      const name = nameIn(hostHeader);
      const dealer = known.hosts.get(name);
      if (!dealer || LOCAL_NAME.test(name)) return undefined;
      const own = dealer.hosts.find((host) => !LOCAL_NAME.test(host));
      return own === name ? undefined : own;
    },
    replace(fleet) {
      known = index(fleet);
    },
  };
}
