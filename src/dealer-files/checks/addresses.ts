import type { DealerConfig } from '#src/config/dealer-config.ts';
import { SEARCH_WORDS } from '#src/config/sections/search.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { namedMakes } from '#src/domain/content/named-makes.ts';
import { withoutTrailingSlashes } from '#src/routing/href.ts';
import type { SiteRoute } from '#src/routing/routed-site.ts';
import { siteRoutes } from '#src/routing/site-routes.ts';
import type { Finding } from '../problem.ts';
import { repeated } from './repeated.ts';

/** NAV-14: under /search a dealership comes before a location, and both after the fixed words and the makes. */
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

/** The list of a dealer file behind a page, by the first word of its address. */
const LISTS = { brands: 'slug', models: 'slug', offers: 'id', blog: 'slug', locations: 'slug' } as const;

/** Where a dealer file sets the address of a page. */
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

/** Words at the start of an address that never lead to a page of the dealer's own. */
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

/** NAV-14: one address, one page. */
function checkPages(dealer: DealerConfig): Finding[] {
  const routes = siteRoutes(dealer);
  const twice = repeated(routes, ({ path }) => path).flatMap((at) => {
    const route = routes[at];
    // Two locations with one slug are reported separately.
    if (!route || /^\/(?:locations|contact)\//.test(route.internal)) return [];
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
    if (!TAKEN_WORDS.has(first)) return [];
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

/** NAV-12: an earlier address leads to one place. */
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
  ...checkRedirects(dealer),
];
