import type { DealerConfig } from './dealer-config.ts';
import type { ConfigProblem } from './problem.ts';
import { resolveAddress } from './public/routes/resolve-address.ts';
import { siteRoutes } from './public/routes/site-routes.ts';

type Finding = Omit<ConfigProblem, 'file'>;

/** First words of addresses that are no page of the configuration's: brand and model slugs may not take them. */
const TAKEN_WORDS = [
  '_astro',
  'api',
  'cars',
  'checkout-journey',
  'enquire',
  'health',
  'images',
  'print',
  'search',
];

/** NAV-14: at the root the fixed addresses come before brands and models, so none of these may take another's. */
function checkPagesOnce(dealer: DealerConfig): Finding[] {
  const owners = new Map<string, string>();
  return siteRoutes(dealer).flatMap(({ path, label }) => {
    const owner = owners.get(path);
    owners.set(path, label);
    const isTaken = TAKEN_WORDS.includes(path.split('/')[1] ?? '');
    if (owner === undefined && !isTaken) return [];
    return [
      {
        path: '',
        expected: 'each page at an address of its own',
        received: `${path} for "${label}", which ${isTaken ? 'is no address for pages' : `is "${owner}" as well`}`,
        remedy: 'Choose another slug, or another spelling under "links".',
      },
    ];
  });
}

/** The path a link has on the site itself; undefined where it leads elsewhere. */
function pathHere({ hosts, previousHosts }: DealerConfig, link: string): URL | undefined {
  const own = new URL(link, `https://${hosts[0] ?? 'site.invalid'}`);
  const isHere = link.startsWith('/') || [...hosts, ...previousHosts].includes(own.host);
  return isHere ? own : undefined;
}

/** Longer than any chain of spelling, former address and sign-in. */
const MAX_STEPS = 8;

/** Whether somebody sent to `link` is never shown anything. */
function circles(dealer: DealerConfig, link: string): boolean {
  let here = pathHere(dealer, link);
  for (let steps = 0; here; steps += 1) {
    if (steps === MAX_STEPS) return true;
    const pathname = here.pathname.replace(/(?<=.)\/+$/, '');
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
    to !== undefined && circles(dealer, to)
      ? [
          {
            path,
            expected: 'an address at which something is shown',
            received: `${JSON.stringify(to)}, which leads in a circle`,
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

/** Rules about where addresses lead: every page at one, every redirect to a page. */
export function checkAddresses(dealer: DealerConfig): Finding[] {
  const hosts = checkPreviousHosts(dealer);
  return [...checkPagesOnce(dealer), ...hosts, ...checkLeadsOn(dealer)];
}
