import type { DealerConfig } from '#src/config/dealer-config.ts';
import { hostsOf } from '#src/dealer-files/release/snapshot.ts';

/** A dealer that cannot be served. */
export type LeftOut = { slug: string; reason: string };

/** Dealers of a process, and those left out. */
export type Fleet = { dealers: readonly DealerConfig[]; leftOut: readonly LeftOut[] };

/** Maps hosts to dealers. No other code does. */
export type Tenants = {
  readonly all: readonly DealerConfig[];
  /** Published sites that cannot be served, with reasons. */
  readonly leftOut: readonly LeftOut[];
  bySlug(slug: string): DealerConfig | undefined;
  byHost(hostHeader: string | undefined): DealerConfig | undefined;
  /** Whether a public host belongs to a dealer: primary, secondary or previous. */
  isPublicHost(name: string): boolean;
  /**
   * The primary host of the dealer with this secondary or previous host; undefined for primary hosts and local
   * development.
   */
  ownHostFor(hostHeader: string | undefined): string | undefined;
  /** Replaces all dealers; pending requests keep theirs. */
  replace(fleet: Fleet): void;
};

/** Non-public hosts for testing a site. */
const LOCAL_NAME = /\.(?:localhost|local|test|internal)$/;

const MAX_PORT = 65_535;

/** An invalid port is kept, so that the host is unknown, because it could not be part of an address. */
const nameIn = (hostHeader: string): string =>
  hostHeader
    .replace(/:\d{1,5}$/, (port) => (Number(port.slice(1)) > MAX_PORT ? port : ''))
    .replace(/\.$/, '')
    .toLowerCase();

function hostMap(dealers: readonly DealerConfig[]): Map<string, DealerConfig> {
  const hosts = new Map<string, DealerConfig>();
  for (const dealer of dealers) {
    // A duplicate host belongs to the first dealer.
    for (const host of [`${dealer.slug}.localhost`, ...hostsOf(dealer)]) {
      if (!hosts.has(host)) hosts.set(host, dealer);
    }
  }
  return hosts;
}

/**
 * Hosts are those in the dealers' settings, plus `<slug>.localhost`. Only the Host header is used; clients can forge
 * X-Forwarded-Host.
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
