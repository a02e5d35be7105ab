import type { InfoPageName } from '#src/config/sections/info-pages.ts';
import type { MenuList } from '#src/config/sections/navigation.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { stockNoun } from '#src/config/sections/verticals.ts';
import { brandPath, brandStockPath, infoPath, locationPath, modelPath } from '../page-paths.ts';
import type { BrandTile, MenuLink, MenuSite } from './menu-site.ts';

const SERVICE_PAGES: readonly InfoPageName[] = [
  'service',
  'service-plus',
  'warranty',
  'roadside-assist',
  'capped-price-servicing',
  'vehicle-parts-and-accessories',
];

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "Cars", "Caravans": the site's stock noun, for a heading. */
export const stockTitle = (site: Pick<MenuSite, 'verticals'>): string =>
  capitalised(stockNoun(site.verticals).many);

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

/** CFG-09: the links of a list. */
export function listLinks(site: MenuSite, name: MenuList): MenuLink[] {
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

/** CFG-20: the brands of the site in their order, then makes that only other websites of the group sell. */
export function brandTiles(site: MenuSite): BrandTile[] {
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
