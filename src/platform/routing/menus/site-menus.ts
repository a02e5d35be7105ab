import { memoizeByObject } from '#src/config/memoize.ts';
import type { InfoPageName } from '#src/config/sections/content/info-pages-section.ts';
import type { MenuList } from '#src/config/sections/site/navigation-section.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { fillKindTerms, mainKind, stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import {
  brandPath,
  brandStockPath,
  infoPath,
  locationPath,
  modelPath,
  ONLINE_PAYMENT_PATH,
  ownPagePath,
} from '#src/platform/routing/page-paths.ts';
import { routeAt } from '#src/platform/routing/site-routes.ts';
import {
  type BrandTile,
  type GivenEntry,
  type GivenGroup,
  linksThatLead,
  type MenuLink,
  type MenuSite,
  menuAddress,
} from './menu-address.ts';

const SERVICE_PAGES: readonly InfoPageName[] = [
  'service',
  'service-plus',
  'warranty',
  'roadside-assist',
  'capped-price-servicing',
  'vehicle-parts-and-accessories',
];

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The site's stock noun as a heading: "Cars", "Caravans". */
const stockTitle = (site: Pick<MenuSite, 'verticals'>): string => capitalised(stockNoun(site.verticals).many);

const CONDITION_WORDS = { new: 'New', demo: 'Demo', used: 'Used' } as const;

function stockLinks(site: MenuSite): MenuLink[] {
  const noun = stockTitle(site);
  const byCondition = site.sells.map((type) => ({
    label: `${CONDITION_WORDS[type]} ${noun}`,
    href: `/search/${type}-cars`,
  }));
  return byCondition.length > 1
    ? [{ label: `All ${noun}`, href: site.search.defaultPath }, ...byCondition]
    : byCondition;
}

function serviceLinks(site: MenuSite): MenuLink[] {
  return [
    ...SERVICE_PAGES.filter((name) => site.pages[name].enabled).map((name) => ({
      label: site.pages[name].title,
      href: infoPath(site, name),
    })),
    ...site.serviceBooking.map(({ name, url }) => ({ label: name, href: url })),
  ];
}

function listLinks(site: MenuSite, name: MenuList): MenuLink[] {
  switch (name) {
    case 'models':
      return site.models.map((model) => ({ label: model.name, href: modelPath(site, model) }));
    case 'stock':
      return stockLinks(site);
    case 'brands':
      return site.brands.map((brand) => ({
        label: brand.title,
        href: brand.skipPage ? brandStockPath(brand) : brandPath(brand),
      }));
    case 'locations':
      return site.locations
        .filter(({ visible }) => visible)
        .map((location) => ({ label: location.name, href: locationPath(site, location) }));
    case 'service':
      return serviceLinks(site);
  }
}

type Website = MenuSite['websites'][number];

const websiteLink = ({ name, url }: Website): MenuLink => ({
  label: 'Visit Website',
  href: url,
  about: name,
});

/** CFG-20: the brands of the site in order, then makes sold only on other websites of the group. */
function brandTiles(site: MenuSite): BrandTile[] {
  const byMake = Map.groupBy(site.websites, ({ make }) => slugOf(make));
  const own = site.brands.map((brand) => {
    const websites = byMake.get(slugOf(brand.make ?? brand.title)) ?? [];
    byMake.delete(slugOf(brand.make ?? brand.title));
    const overview = { label: 'Overview', href: brandPath(brand), about: brand.title };
    const stock = { label: 'View stock', href: brandStockPath(brand), about: brand.title };
    return {
      title: brand.title,
      logo: brand.logo ?? websites[0]?.logo,
      links: [...(brand.skipPage ? [] : [overview]), stock, ...websites.map(websiteLink)],
    };
  });
  const others = [...byMake.values()].map((websites) => ({
    title: websites[0]?.make ?? '',
    logo: websites[0]?.logo,
    links: websites.map(websiteLink),
  }));
  return [...own, ...others];
}

/** A header entry: a link, a dropdown, both, or the mega menu. */
export type MenuEntry = {
  label: string;
  href: string | undefined;
  links: MenuLink[];
  /** CFG-20: shown as a mega menu; empty for other entries. */
  brands: BrandTile[];
};
type MenuGroup = { heading: string; links: MenuLink[] };

const filledIn = (site: MenuSite, text: string) =>
  fillKindTerms(mainKind(site.verticals), text.replaceAll('{name}', site.name));

/** The label of a link, with the title of its page. */
const labelOf = (site: MenuSite, { label, href }: MenuLink): string =>
  label.replaceAll('{page}', () => routeAt(site, href)?.label ?? '');

/** Own links first, then those of the list, without duplicate addresses. */
function linksOf(site: MenuSite, { items = [], list }: GivenEntry | GivenGroup): MenuLink[] {
  const links = linksThatLead(site, [...items, ...(list ? listLinks(site, list) : [])]);
  return links
    .filter(({ href }, at) => links.findIndex((other) => other.href === href) === at)
    .map((link) => ({ ...link, label: filledIn(site, labelOf(site, link)) }));
}

function entryOf(site: MenuSite, given: GivenEntry): MenuEntry {
  const label = filledIn(site, given.label);
  const href = given.href === undefined ? undefined : menuAddress(site, given.href);
  const isMega = given.list === 'brands' && site.navigation.megaMenu;
  const brands = isMega
    ? brandTiles(site)
        .map((brand) => ({ ...brand, links: linksThatLead(site, brand.links) }))
        .filter(({ links }) => links.length > 0)
    : [];
  const links = linksOf(site, isMega ? { ...given, list: undefined } : given);
  const [only] = links;
  // A dropdown with a single link becomes that link.
  if (href === undefined && only && links.length === 1 && brands.length === 0) {
    return { label, href: only.href, links: [], brands };
  }
  return { label, href, links, brands };
}

/**
 * FORM-10: entry for selling to the dealer, added before the last one; undefined if the menu contains it or the dealer
 * does not buy.
 */
function sellEntry(site: MenuSite, entries: readonly MenuEntry[]): MenuEntry | undefined {
  const href = menuAddress(site, site.links.tradeIn);
  const leadsThere = entries.some((entry) => [entry, ...entry.links].some((link) => link.href === href));
  if (href === undefined || leadsThere) return undefined;
  return { label: `Sell your ${stockNoun(site.verticals).one}`, href, links: [], brands: [] };
}

/** All addresses in a menu. */
const hrefsOf = (menu: readonly (MenuEntry | MenuGroup)[]): string[] =>
  menu.flatMap((entry) => [
    ...('href' in entry && entry.href !== undefined ? [entry.href] : []),
    ...entry.links.map(({ href }) => href),
  ]);

/** NAV-15: pages added by the dealer that belong in this menu and are not linked otherwise. */
function ownPageLinks(site: MenuSite, menu: 'header' | 'footer', linked: ReadonlySet<string>): MenuLink[] {
  return site.ownPages
    .filter((page) => page.menu === menu && !linked.has(ownPagePath(page)))
    .map((page) => ({ label: page.title, href: ownPagePath(page) }));
}

/** Adds them to the last dropdown, or before the last entry if there is none. */
function withOwnPages(site: MenuSite, entries: readonly MenuEntry[]): readonly MenuEntry[] {
  const added = ownPageLinks(site, 'header', new Set(hrefsOf(entries)));
  const at = entries.findLastIndex(({ links, brands }) => links.length > 1 && brands.length === 0);
  const dropdown = entries[at];
  if (added.length === 0) return entries;
  if (dropdown) return entries.with(at, { ...dropdown, links: [...dropdown.links, ...added] });
  const own = added.map(({ label, href }) => ({ label, href, links: [], brands: [] }));
  return [...entries.slice(0, -1), ...own, ...entries.slice(-1)];
}

/** CFG-09: header entries, except those whose page is disabled or whose list is empty. None if the site is closed. */
export const headerMenu = memoizeByObject((site: MenuSite): readonly MenuEntry[] => {
  if (site.status.state !== 'live') return [];
  const entries = site.navigation.header
    .map((given) => entryOf(site, given))
    .filter(({ href, links, brands }) => href !== undefined || links.length + brands.length > 0);
  const sell = sellEntry(site, entries);
  return withOwnPages(site, sell ? [...entries.slice(0, -1), sell, ...entries.slice(-1)] : entries);
});

/** NAV-211: undefined if the site has no garage, or a menu of the header leads there. */
export function garageLink(site: MenuSite): MenuLink | undefined {
  if (site.status.state !== 'live') return undefined;
  const [link] = linksThatLead(site, [{ label: 'My garage', href: site.links.garage }]);
  return link && !hrefsOf(headerMenu(site)).includes(link.href) ? link : undefined;
}

/** NAV-08: links to account, invoice payment and prize wheel, except disabled pages. */
const accountLinks = (site: MenuSite): MenuLink[] =>
  linksThatLead(site, [
    { label: 'My garage', href: site.links.garage },
    { label: 'Pay an invoice', href: ONLINE_PAYMENT_PATH },
    { label: site.pages['spin-to-win'].title, href: infoPath(site, 'spin-to-win') },
  ]);

/**
 * CFG-10: footer groups, except empty ones. Pages added by the dealer and the account are linked in the last group
 * unless a menu links them.
 */
export const footerMenu = memoizeByObject((site: MenuSite): readonly MenuGroup[] => {
  const groups = site.navigation.footer
    .map((group) => ({ heading: filledIn(site, group.heading), links: linksOf(site, group) }))
    .filter(({ links }) => links.length > 0);
  const linked = new Set(hrefsOf([...groups, ...headerMenu(site)]));
  const own = site.status.state === 'live' ? ownPageLinks(site, 'footer', linked) : [];
  const missing = [...own, ...accountLinks(site).filter(({ href }) => !linked.has(href))];
  const last = groups.at(-1);
  if (missing.length === 0 || !last) return groups;
  return [...groups.slice(0, -1), { ...last, links: [...last.links, ...missing] }];
});

/** Whether a link is for the current page; links with a query are for a part of it. */
export const isCurrent = (href: string | undefined, path: string): boolean =>
  href === path || href === path.split('?')[0];

/** Whether the current page is in this entry's dropdown, which starts with its own link. */
export const holdsCurrent = ({ href: own, links, brands }: MenuEntry, path: string): boolean =>
  [{ href: own }, ...links, ...brands.flatMap((brand) => brand.links)].some(({ href }) =>
    isCurrent(href, path),
  );

/** Links of a dropdown. An entry that is itself a link is repeated first, so that it is reachable by touch (CFG-09). */
export const dropdownLinks = ({ label, href, links }: MenuEntry): MenuLink[] =>
  href === undefined || links.some((link) => link.href === href)
    ? links
    : [{ label: `All ${label}`, href }, ...links];

/** Widths of the gap between entries and of a dropdown arrow, in characters. */
const GAP_LETTERS = 3;
const ARROW_LETTERS = 2;
/** Characters that fit next to name, search, saved cars and phone number on a page 992 px wide. */
const ROOM_LETTERS = 50;

export const needsOwnLine = (entries: readonly MenuEntry[]): boolean =>
  entries.reduce(
    (sum, { label, links, brands }) =>
      sum + label.length + GAP_LETTERS + (links.length + brands.length > 0 ? ARROW_LETTERS : 0),
    0,
  ) > ROOM_LETTERS;
