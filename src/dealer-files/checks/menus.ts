import type { DealerConfig } from '#src/config/dealer-config.ts';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { isSold } from '#src/routing/menus/menu-address.ts';
import type { Finding } from '../problem.ts';

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

/** CFG-05: a search for vehicles of a condition that the dealer does not sell finds nothing. */
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

/** CFG-09: menu entries that lead nowhere. */
export const checkMenus = (dealer: DealerConfig): Finding[] => [
  ...emptyEntries(dealer.navigation),
  ...unsoldStock(dealer),
];
