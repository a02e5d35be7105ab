import type { PublicConfig } from '#src/config/public/public-config.ts';
import { stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { menuAddress } from '#src/platform/routing/menus/menu-address.ts';

export type FeatureItem = NonNullable<PublicConfig['content']['home']['banner']>[number];

/** Defaults if the dealer file has none. */
const defaultLinks = ({ links, verticals }: PublicConfig): FeatureItem[] => [
  { title: 'See our latest offers', href: '/special-offers', icon: 'tag' },
  { title: 'Book your service online', text: 'Save time & book online', href: '/service', icon: 'wrench' },
  {
    title: `Sell your ${stockNoun(verticals).one}`,
    text: 'Get an instant offer in 2 minutes',
    href: links.tradeIn,
    icon: 'car',
  },
];

/** SRCH-20: links of the feature banner: the dealer's own, or the default ones whose pages exist. */
export const featureLinks = (site: PublicConfig): readonly FeatureItem[] =>
  site.content.home.banner ??
  defaultLinks(site).flatMap((item) => {
    const href = menuAddress(site, item.href);
    return href === undefined ? [] : [{ ...item, href }];
  });
