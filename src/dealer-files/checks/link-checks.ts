import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { INFO_PAGES } from '#src/config/sections/content/info-pages-section.ts';
import { LinkSchema, PathSchema, PictureSchema, WritingSchema } from '#src/config/sections/setting-types.ts';
import { didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { placesOf } from '#src/dealer-files/find-places.ts';
import { inspectMarkdown, type MarkdownAddress } from '#src/features/content/markdown.ts';
import { withoutTrailingSlashes } from '#src/platform/routing/href.ts';
import { isSold } from '#src/platform/routing/menus/menu-address.ts';
import { infoPath } from '#src/platform/routing/page-paths.ts';
import { resolveAddress } from '#src/platform/routing/resolve-address.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';

const writingsOf = placesOf(DealerConfigSchema, { wanted: [WritingSchema] });

type MarkdownText = { path: string; text: string };

const textsOf = (dealer: DealerConfig): MarkdownText[] =>
  writingsOf(dealer).flatMap(({ path, value }) => (typeof value === 'string' ? [{ path, text: value }] : []));

/** Links and pictures in a dealer's Markdown, with line numbers. */
const writtenAddresses = (dealer: DealerConfig): (MarkdownAddress & { path: string })[] =>
  textsOf(dealer).flatMap(({ path, text }) =>
    inspectMarkdown(text).addresses.map((address) => ({ ...address, path })),
  );

export const writtenTexts = textsOf;

/** CFG-03: Markdown that pages cannot render as written. */
export const checkWritings = (dealer: DealerConfig): Finding[] =>
  textsOf(dealer).flatMap(({ path, text }) =>
    inspectMarkdown(text).faults.map((fault) => ({ ...fault, path })),
  );

const linksOf = placesOf(DealerConfigSchema, { wanted: [LinkSchema], skipped: [PictureSchema] });
const pathsOf = placesOf(DealerConfigSchema, { wanted: [LinkSchema, PathSchema], skipped: [PictureSchema] });
const picturesOf = placesOf(DealerConfigSchema, { wanted: [PictureSchema] });

/** Links with these extensions point into public/; no page has one. */
const FILE = /\.(?:avif|gif|ico|jpe?g|pdf|png|svg|webp)$/i;

/** A path inside the site and its place in the dealer file; in Markdown, also its line. */
export type SitePath = { path: string; href: string; line?: number };

/** Path of a full address on a host of the dealer; other values are unchanged. */
function onThisSite({ hosts }: DealerConfig, value: unknown): unknown {
  const url = typeof value === 'string' && value.startsWith('https://') ? URL.parse(value) : null;
  return url && hosts.includes(url.host) ? url.pathname + url.search + url.hash : value;
}

const isSitePath = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/');

const without = (href: string): string => href.split(/[?#]/)[0] ?? href;

/** Texts of a disabled page are never shown. */
const isRead = ({ pages }: DealerConfig, path: string): boolean => {
  const name = /^pages\.([^.]+)\./.exec(path)?.[1];
  return name === undefined || pages[name as keyof typeof pages].enabled;
};

const isFile = (href: string) => FILE.test(without(href));

/** Internal links that shoppers may follow. */
export const siteLinks = (dealer: DealerConfig): SitePath[] =>
  [
    ...linksOf(dealer).flatMap(({ path, value }) => {
      const href = onThisSite(dealer, value);
      return isSitePath(href) ? [{ path, href }] : [];
    }),
    ...writtenPaths(dealer),
  ].filter(({ path, href }) => !isFile(href) && isRead(dealer, path));

/** Internal links in Markdown. */
const writtenPaths = (dealer: DealerConfig): SitePath[] =>
  writtenAddresses(dealer).flatMap(({ path, href: written, line }) => {
    const href = onThisSite(dealer, written);
    return isSitePath(href) ? [{ path, href, line }] : [];
  });

/** Files under public/ that a dealer file references. */
export const siteFiles = (dealer: DealerConfig): SitePath[] => [
  ...picturesOf(dealer).flatMap(({ path, value }) => {
    const href: unknown = typeof value === 'object' && value !== null && Reflect.get(value, 'url');
    return isSitePath(href) ? [{ path: `${path}.url`, href }] : [];
  }),
  ...pathsOf(dealer).flatMap(({ path, value }) =>
    isSitePath(value) && isFile(value) ? [{ path, href: value }] : [],
  ),
  ...writtenPaths(dealer).filter(({ href }) => isFile(href)),
];

/** Longer than any redirect chain a site needs, so it must be a loop. */
const MAX_HOPS = 10;

/** Why an address does not lead to a page; undefined if it does. */
function deadEnd(dealer: DealerConfig, href: string): string | undefined {
  let at = href;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const { pathname, search } = new URL(at, 'http://site');
    const found = resolveAddress(dealer, { pathname: withoutTrailingSlashes(pathname), search });
    if (found.kind === 'unknown')
      return hop === 0
        ? 'is not a page of this site'
        : `redirects to ${at}, which is not a page of this site`;
    if (found.kind === 'gone') return 'is marked as gone in "redirects"';
    if (found.kind !== 'redirect' || !isSitePath(found.to)) return undefined;
    at = found.to;
  }
  return 'is part of a redirect loop';
}

function remedyFor(dealer: DealerConfig, href: string): string {
  const asked = without(href);
  const page = INFO_PAGES.find((name) => infoPath(dealer, name) === asked);
  if (page) return `Switch "pages.${page}.enabled" on, or change the link.`;
  const pages = siteRoutes(dealer).map(({ path }) => path);
  return didYouMean(asked, pages) ?? 'Link to a page the site has, or take the link out.';
}

/** CFG-03: every internal link must resolve, whether or not the site is currently open. */
export function checkLinks(dealer: DealerConfig): Finding[] {
  const open: DealerConfig = { ...dealer, status: { ...dealer.status, state: 'live' } };
  const known = new Map<string, string | undefined>();
  return siteLinks(dealer).flatMap(({ path, href, line }) => {
    if (!known.has(href)) known.set(href, deadEnd(open, href));
    const wrong = known.get(href);
    if (wrong === undefined) return [];
    const remedy = remedyFor(open, href);
    return [
      {
        path,
        ...(line !== undefined && { line }),
        expected: 'an address of this site',
        received: `${JSON.stringify(href)}, which ${wrong}`,
        remedy,
      },
    ];
  });
}

type Navigation = DealerConfig['navigation'];
type Link = { path: string; href: string };

function menuLinksOf(navigation: Navigation, menu: 'header' | 'footer'): Link[] {
  return navigation[menu].flatMap((entry, at) => {
    const path = `navigation.${menu}.${at}`;
    const items = entry.items ?? [];
    return [
      ...('href' in entry && entry.href !== undefined ? [{ path: `${path}.href`, href: entry.href }] : []),
      ...items.map(({ href }, item) => ({ path: `${path}.items.${item}.href`, href })),
    ];
  });
}

const emptyEntries = ({ header }: Navigation): Finding[] =>
  header.flatMap(({ label, href, items = [], list }, at) =>
    href === undefined && items.length === 0 && list === undefined
      ? [
          {
            path: `navigation.header.${at}`,
            expected: '"href", "items" or "list"',
            received: `the entry ${JSON.stringify(label)} with none of them`,
            remedy: 'Say where the entry leads, or take it out.',
          },
        ]
      : [],
  );

/** CFG-05: searches for a condition that the dealer does not sell find nothing. */
function unsoldStock(dealer: DealerConfig): Finding[] {
  const site = toPublicConfig(dealer);
  return (['header', 'footer'] as const)
    .flatMap((menu) => menuLinksOf(dealer.navigation, menu))
    .filter(({ href }) => !isSold(site, href.split(/[?#]/)[0] ?? href))
    .map(({ path, href }) => ({
      path,
      expected: 'a search of vehicles that the dealer sells',
      received: JSON.stringify(href),
      remedy: 'Take the link out, or change "conditions" or "stock.usedOnly".',
    }));
}

/** CFG-09: menu entries without a target. */
export const checkMenus = (dealer: DealerConfig): Finding[] => [
  ...emptyEntries(dealer.navigation),
  ...unsoldStock(dealer),
];
