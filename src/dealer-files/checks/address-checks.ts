import type { DealerConfig } from '#src/config/dealer-config.ts';
import { INFO_PAGES } from '#src/config/sections/content/info-pages-section.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { SEARCH_WORDS } from '#src/config/sections/stock/search-section.ts';
import type { Finding } from '#src/dealer-files/config-problem.ts';
import { repeated } from '#src/dealer-files/find-places.ts';
import { namedMakes } from '#src/features/content/brand-makes.ts';
import { withoutTrailingSlashes } from '#src/platform/routing/href.ts';
import { infoPath, ownPagePath } from '#src/platform/routing/page-paths.ts';
import { resolveAddress } from '#src/platform/routing/resolve-address.ts';
import type { SiteRoute } from '#src/platform/routing/routed-site.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';

/** NAV-14: /search resolves fixed words and makes first, then dealerships, then locations. */
function checkSearchPaths(dealer: DealerConfig): Finding[] {
  const { locations, dealerships } = dealer;
  const words = new Set<string>(SEARCH_WORDS);
  const makes = new Map(namedMakes(dealer).map((make) => [slugOf(make), make]));
  const dealershipSlugs = new Set(dealerships.map(({ slug }) => slug));
  const clash = (path: string, slug: string, with_: string): Finding => ({
    path,
    expected: `a slug other than ${with_}, so that /search/${slug} means one thing`,
    received: JSON.stringify(slug),
    remedy: 'Choose another slug.',
  });
  const earlier = (path: string, slug: string): Finding[] => {
    if (words.has(slug)) return [clash(path, slug, 'a fixed search path')];
    const make = makes.get(slug);
    return make === undefined ? [] : [clash(path, slug, `that of the make ${JSON.stringify(make)}`)];
  };
  return [
    ...dealerships.flatMap(({ slug }, at) => earlier(`dealerships.${at}.slug`, slug)),
    ...locations.flatMap(({ slug }, at) => {
      const path = `locations.${at}.slug`;
      const clashes = earlier(path, slug);
      if (clashes.length > 0) return clashes;
      return dealershipSlugs.has(slug) ? [clash(path, slug, "a dealership's")] : [];
    }),
  ];
}

/** Lists in a dealer file that create pages, by first path segment. */
const LISTS = { brands: 'slug', models: 'slug', offers: 'id', blog: 'slug', locations: 'slug' } as const;

/** Setting that defines the address of a page. */
function settingOf(dealer: DealerConfig, { internal }: SiteRoute, earlier: number): string {
  const [, first = '', name = ''] = internal.split('/');
  if (first === 'info') return `pages.${name}`;
  if (first === 'contact' && name !== '') return 'links.locationContact';
  if (!Object.hasOwn(LISTS, first) || name === '') return '';
  const list = first as keyof typeof LISTS;
  const names: readonly string[] =
    list === 'offers' ? dealer.offers.map(({ id }) => id) : dealer[list].map(({ slug }) => slug);
  const places = [...names.keys()].filter((at) => names[at] === name);
  return `${list}.${places[earlier] ?? places[0] ?? 0}.${LISTS[list]}`;
}

/** First path segments that a dealer's own pages cannot have. */
const TAKEN_WORDS = new Set([
  '_astro',
  'api',
  'cars',
  'checkout-journey',
  'enquire',
  'health',
  'images',
  'print',
  'search',
  'tenants',
  'used-car',
  'value-my-car',
]);

/** NAV-14: each address belongs to one page. */
function checkPages(dealer: DealerConfig): Finding[] {
  const routes = siteRoutes(dealer);
  const twice = repeated(routes, ({ path }) => path).flatMap((at) => {
    const route = routes[at];
    // Duplicate location slugs and pages added by the dealer are reported separately.
    if (!route || /^\/(?:locations|contact|own)\//.test(route.internal)) return [];
    const before = routes.slice(0, at);
    const rival = before.find(({ path }) => path === route.path);
    const earlier = before.filter(({ internal }) => internal === route.internal).length;
    return [
      {
        path: settingOf(dealer, route, earlier),
        expected: 'an address that no other page of the site has',
        received: `${route.path}, which "${rival?.label}" also has`,
        remedy: 'Give one of the two another slug.',
      },
    ];
  });
  const taken = routes.flatMap((route) => {
    const [, first = ''] = route.path.split('/');
    if (!TAKEN_WORDS.has(first) || route.internal.startsWith('/own/')) return [];
    return [
      {
        path: settingOf(dealer, route, 0),
        expected: `an address outside /${first}, which is the platform's own`,
        received: route.path,
        remedy: 'Choose another slug.',
      },
    ];
  });
  return [...twice, ...taken];
}

/** First path segments that a site uses, or may use once a feature is enabled. */
export const SITE_WORDS: ReadonlySet<string> = new Set([
  ...TAKEN_WORDS,
  ...['404', 'about-us', 'blog', 'brands', 'closed', 'compare', 'contact', 'contact-us', 'dealer-locator'],
  ...['feeds', 'finance', 'home', 'info', 'locations', 'models', 'my-garage', 'offers', 'online-payment'],
  ...['our-location', 'own', 'pages', 'parts', 'personalised', 'privacy-policy', 'reservations', 'reserve'],
  ...[
    'reviews',
    'save-search',
    'saved-cars',
    'sign-in',
    'special-offers',
    'spin-to-win',
    'style-guide',
    'success',
  ],
  ...['terms-and-conditions', 'tls-hosts', 'viewed-cars'],
]);

/** Describes what already has the address of a page added by the dealer. */
function shadowedBy(dealer: DealerConfig, path: string): { received: string; remedy: string } | undefined {
  const slug = path.slice(1);
  const info = INFO_PAGES.find((name) => name === slug || infoPath(dealer, name) === path);
  if (info) {
    return {
      received: `${path}, the address of the information page "${info}"`,
      remedy: `Write the page in pages/${info}.md, or as "pages.${info}"; or choose another slug.`,
    };
  }
  if (SITE_WORDS.has(slug)) {
    return { received: `${path}, an address of the platform`, remedy: 'Choose another slug.' };
  }
  const open: DealerConfig = {
    ...dealer,
    ownPages: [],
    redirects: [],
    status: { ...dealer.status, state: 'live' },
  };
  const found = resolveAddress(open, { pathname: path, search: '' });
  if (found.kind === 'unknown') return undefined;
  const leads = found.kind === 'redirect' ? `leads to ${found.to}` : 'is a page of this site';
  return { received: `${path}, which ${leads} already`, remedy: 'Choose another slug.' };
}

/** NAV-15: a page added by the dealer must not shadow another. */
const checkOwnPages = (dealer: DealerConfig): Finding[] => [
  ...dealer.ownPages.flatMap((page, at) => {
    const shadowed = shadowedBy(dealer, ownPagePath(page));
    return shadowed
      ? [
          {
            path: `ownPages.${at}.slug`,
            expected: 'an address that no other page of a site has',
            ...shadowed,
          },
        ]
      : [];
  }),
  ...repeated(dealer.ownPages, ({ slug }) => slug).map((at) => ({
    path: `ownPages.${at}.slug`,
    expected: 'each page once',
    received: `${JSON.stringify(dealer.ownPages[at]?.slug)} again`,
    remedy: 'Keep one of the two pages.',
  })),
];

/** NAV-12: each previous address redirects to one target. */
const checkRedirects = ({ redirects }: DealerConfig): Finding[] =>
  repeated(redirects, ({ from }) => withoutTrailingSlashes(from.toLowerCase())).map((at) => ({
    path: `redirects.${at}.from`,
    expected: 'each earlier address once',
    received: `${JSON.stringify(redirects[at]?.from)} again`,
    remedy: 'Keep one of the two entries.',
  }));

export const checkAddresses = (dealer: DealerConfig): Finding[] => [
  ...checkSearchPaths(dealer),
  ...checkPages(dealer),
  ...checkOwnPages(dealer),
  ...checkRedirects(dealer),
];

/** Path of a link to the site itself; undefined for external links. */
function pathHere({ hosts, previousHosts }: DealerConfig, link: string): URL | undefined {
  const own = new URL(link, `https://${hosts[0] ?? 'site.invalid'}`);
  const isHere = link.startsWith('/') || [...hosts, ...previousHosts].includes(own.host);
  return isHere ? own : undefined;
}

/** Longer than any chain of canonical spelling, redirect and sign-in. */
const MAX_STEPS = 8;

/** Whether `link` leads to a redirect loop. */
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
    // Internal paths are checked with other links.
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

/** NAV-12: every redirect must end at a page. */
export const checkForwarding = (dealer: DealerConfig): Finding[] => [
  ...checkPreviousHosts(dealer),
  ...checkLeadsOn(dealer),
];
