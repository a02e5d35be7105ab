import type { DealerConfig } from '#src/config/dealer-config.ts';
import { withoutTrailingSlashes } from '#src/routing/href.ts';
import { resolveAddress } from '#src/routing/resolve-address.ts';
import type { Finding } from '../problem.ts';

/** The path a link has on the site itself; undefined where it leads elsewhere. */
function pathHere({ hosts, previousHosts }: DealerConfig, link: string): URL | undefined {
  const own = new URL(link, `https://${hosts[0] ?? 'site.invalid'}`);
  const isHere = link.startsWith('/') || [...hosts, ...previousHosts].includes(own.host);
  return isHere ? own : undefined;
}

/** Longer than any chain of spelling, former address and sign-in. */
const MAX_STEPS = 8;

/** Whether `link` only leads into a redirect loop. */
function circles(dealer: DealerConfig, link: string): boolean {
  let here = pathHere(dealer, link);
  for (let steps = 0; here; steps += 1) {
    if (steps === MAX_STEPS) return true;
    const pathname = withoutTrailingSlashes(here.pathname);
    const found = resolveAddress(dealer, { pathname, search: here.search });
    here = found.kind === 'redirect' ? pathHere(dealer, found.to) : undefined;
  }
  return false;
}

function checkLeadsOn(dealer: DealerConfig): Finding[] {
  const { state, movedTo } = dealer.status;
  const links =
    state === 'live'
      ? [
          ...dealer.redirects.map(({ to }, at) => [`redirects.${at}.to`, to] as const),
          ['links.finance', dealer.links.finance] as const,
        ]
      : [['status.movedTo', movedTo] as const];
  return links.flatMap(([path, to]) =>
    // Paths of the site are checked with the other links.
    to !== undefined && !to.startsWith('/') && circles(dealer, to)
      ? [
          {
            path,
            expected: 'an address at which something is shown',
            received: `${JSON.stringify(to)}, which is part of a redirect loop`,
            remedy: 'Name the page shoppers should see.',
          },
        ]
      : [],
  );
}

function checkPreviousHosts({ hosts, previousHosts }: DealerConfig): Finding[] {
  const finding = (path: string, expected: string, received: string, remedy: string) => [
    { path, expected, received, remedy },
  ];
  if (previousHosts.length > 0 && hosts.length === 0) {
    return finding(
      'hosts',
      'a host of its own for the earlier ones to lead to',
      'none',
      'Name the host in "hosts".',
    );
  }
  return previousHosts.flatMap((host, at) =>
    hosts.includes(host)
      ? finding(
          `previousHosts.${at}`,
          'a host that is none of "hosts"',
          JSON.stringify(host),
          'Take it out of one of the two lists.',
        )
      : [],
  );
}

/** NAV-12: every redirect ends at a page. */
export const checkForwarding = (dealer: DealerConfig): Finding[] => [
  ...checkPreviousHosts(dealer),
  ...checkLeadsOn(dealer),
];
