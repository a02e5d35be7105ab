import { slugOf } from '#src/config/sections/slug.ts';
import { brandPath, brandStockPath } from '../page-paths.ts';
import type { BrandTile, MenuLink, MenuSite } from './menu-site.ts';

type Website = MenuSite['websites'][number];

const websiteLink = ({ name, url }: Website): MenuLink => ({
  label: 'Visit Website',
  href: url,
  about: name,
});

/** CFG-20: the brands of the site in their order, then makes that only the group's other websites are about. */
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
