import type { MenuLink, MenuList, Navigation } from '../../sections/navigation.ts';
import type { Brand } from '../../sections/showroom.ts';
import { slugOf } from '../../sections/slug.ts';
import { stockNoun } from '../../sections/verticals.ts';
import type { PublicConfig } from '../public-config.ts';
import { brandPath, infoPath, locationPath, modelPath } from './page-paths.ts';
import { routeAt } from './site-routes.ts';
import { canonicalSpelling } from './spellings.ts';

/** A brand of the mega menu: its page, its stock, and the group's websites about it (CFG-20). */
export type MenuBrand = MenuLink & { logo: Brand['logo']; more: MenuLink[] };

export type HeaderEntry = { label: string; href: string | undefined; links: MenuLink[]; brands: MenuBrand[] };
export type FooterGroup = { heading: string; links: MenuLink[] };

/** CFG-09: the pages of ownership under Service. */
const SERVICE_PAGES = [
  'service',
  'service-plus',
  'warranty',
  'roadside-assist',
  'capped-price-servicing',
  'vehicle-parts-and-accessories',
] as const;

const CONDITION_WORDS = { new: 'New', demo: 'Demo', used: 'Used' } as const;

export const brandStockPath = ({ make, title }: Pick<Brand, 'make' | 'title'>): string =>
  `/search/${slugOf(make ?? title)}`;

const brandHref = (brand: Brand): string => (brand.skipPage ? brandStockPath(brand) : brandPath(brand));

function stockLinks({ sells, verticals, search }: PublicConfig): MenuLink[] {
  const { many } = stockNoun(verticals);
  const byCondition = sells.map((type) => ({
    label: `${CONDITION_WORDS[type]} ${many}`,
    href: `/search/${type}-cars`,
  }));
  return sells.length > 1
    ? [{ label: `All ${many}`, href: search.defaultPath }, ...byCondition]
    : byCondition;
}

function serviceLinks(site: PublicConfig): MenuLink[] {
  const pages = SERVICE_PAGES.filter((name) => site.pages[name].enabled).map((name) => ({
    label: site.pages[name].title,
    href: infoPath(site, name),
  }));
  return [...pages, ...site.serviceBooking.map(({ name, url }) => ({ label: name, href: url }))];
}

function linksOf(site: PublicConfig, list: MenuList): MenuLink[] {
  switch (list) {
    case 'models':
      return site.models.map((model) => ({ label: model.name, href: modelPath(site, model) }));
    case 'stock':
      return stockLinks(site);
    case 'brands':
      return site.brands.map((brand) => ({ label: brand.title, href: brandHref(brand) }));
    case 'locations':
      return site.locations
        .filter(({ visible }) => visible)
        .map((location) => ({ label: location.name, href: locationPath(site, location) }));
    case 'service':
      return serviceLinks(site);
  }
}

function megaBrands(site: PublicConfig): MenuBrand[] {
  return site.brands.map((brand) => {
    const make = slugOf(brand.make ?? brand.title);
    const websites = site.websites
      .filter((website) => slugOf(website.make) === make)
      .map(({ name, url }) => ({ label: `Visit ${name}`, href: url }));
    const stock = brand.skipPage ? [] : [{ label: 'In stock', href: brandStockPath(brand) }];
    return { label: brand.title, href: brandHref(brand), logo: brand.logo, more: [...stock, ...websites] };
  });
}

/** Whether a menu may show a link: one of another site, or of a page this site has. */
export function leadsSomewhere(site: PublicConfig, href: string): boolean {
  if (!href.startsWith('/')) return true;
  const [path = '/'] = href.split(/[?#]/);
  const isStock = path === '/cars' || path === '/search' || path.startsWith('/search/');
  return isStock || routeAt(site, path) !== undefined || canonicalSpelling(site, path) !== undefined;
}

/** Own links first, then those of the list; an address stands once. */
function joined(site: PublicConfig, own: readonly MenuLink[], list: MenuList | undefined): MenuLink[] {
  const all = [...own, ...(list ? linksOf(site, list) : [])].filter(({ href }) => leadsSomewhere(site, href));
  return all.filter(({ href }, at) => all.findIndex((other) => other.href === href) === at);
}

type Entry = Navigation['header'][number];

/** Links of a dropdown; an entry that is a link itself leads its own list, so that touch reaches it (CFG-09). */
export function dropdownLinks({ label, href }: Pick<Entry, 'label' | 'href'>, links: readonly MenuLink[]) {
  const isListed = href === undefined || links.some((link) => link.href === href);
  return isListed ? [...links] : [{ label: `All ${label}`, href }, ...links];
}

/** CFG-09: the header as this site shows it; an entry that leads nowhere is left out. */
export function headerMenu(site: PublicConfig): HeaderEntry[] {
  return site.navigation.header.flatMap(({ label, href, items = [], list }) => {
    const own = href !== undefined && leadsSomewhere(site, href) ? href : undefined;
    const links = joined(site, items, list);
    if (links.length === 0) return own === undefined ? [] : [{ label, href: own, links: [], brands: [] }];
    const brands = list === 'brands' && site.navigation.megaMenu ? megaBrands(site) : [];
    const shown = brands.length > 0 ? joined(site, items, undefined) : links;
    return [{ label, href: own, links: dropdownLinks({ label, href: own }, shown), brands }];
  });
}

/** CFG-10. */
export function footerMenu(site: PublicConfig): FooterGroup[] {
  return site.navigation.footer
    .map(({ heading, items, list }) => ({
      heading: heading.replaceAll('{name}', site.name),
      links: joined(site, items, list),
    }))
    .filter(({ links }) => links.length > 0);
}
