import { GARAGE_PATHS, SAVE_SEARCH_PATH, VALUATION_PATH } from '#src/config/sections/link-paths.ts';
import { IMAGES_PATH } from '#src/domain/image/image-url.ts';
import type { Resolution } from '#src/routing/resolve-address.ts';
import { ENDPOINTS } from '#src/wire/endpoints.ts';
import { namesFile } from './request-path.ts';

/** A closed list: metrics have a series for each. */
export const ROUTE_KINDS = [
  'page',
  'vehicle',
  'search',
  'endpoint',
  'form',
  'picture',
  'file',
  'redirect',
  'gone',
  'closed',
  'unknown',
  'health',
  'operator',
  'tls_hosts',
  'no_dealer',
  'unreadable',
] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];

/** `path` is safe to log: every part that a visitor could have written is `:id`. */
export type RequestRoute = { kind: RouteKind; path: string };

const segmentsOf = (path: string) => path.split('/').filter(Boolean);

/** Parts of addresses that are the same at every dealer. */
const WORDS: ReadonlySet<string> = new Set([
  ...ENDPOINTS.flatMap(({ path }) => segmentsOf(path)).filter((word) => !word.includes('{')),
  ...[...GARAGE_PATHS, SAVE_SEARCH_PATH, VALUATION_PATH, IMAGES_PATH].flatMap(segmentsOf),
  ...['search', 'cars', 'enquire', 'confirm', 'stop', 'similar', 'viewed', 'saved', 'print', 'checkout'],
  ...['buy-online', 'checkout-journey', 'reservations', 'online-payment', 'sign-in', 'success', '_astro'],
  ...[
    'robots.txt',
    'sitemap.xml',
    'sitemap-cars.xml',
    'favicon.svg',
    'favicon.ico',
    'photos',
    'offer',
    'done',
  ],
]);
const MASK = ':id';
const MOST_SEGMENTS = 6;

function masked(pathname: string): string {
  const segments = segmentsOf(pathname);
  const shown = segments.slice(0, MOST_SEGMENTS).map((segment) => (WORDS.has(segment) ? segment : MASK));
  return `/${shown.join('/')}${segments.length > MOST_SEGMENTS ? '/…' : ''}`;
}

const OF_STOCK: Readonly<Record<string, RouteKind>> = {
  api: 'endpoint',
  cars: 'vehicle',
  search: 'search',
  enquire: 'form',
};

function kindOf(pathname: string, found: Resolution): RouteKind {
  if (pathname.startsWith(IMAGES_PATH)) return 'picture';
  switch (found.kind) {
    case 'page':
      return 'page';
    case 'stock':
      return OF_STOCK[segmentsOf(pathname)[0] ?? ''] ?? 'page';
    case 'unknown':
      return namesFile(pathname) ? 'file' : 'unknown';
    default:
      return found.kind;
  }
}

/** What a request asked for, without anything of the person who asked. */
export function requestRoute(pathname: string, found: Resolution): RequestRoute {
  const kind = kindOf(pathname, found);
  // The dealer wrote the address of a page.
  const path = kind === 'page' && found.kind === 'page' ? found.route.path : masked(pathname);
  return { kind, path };
}
