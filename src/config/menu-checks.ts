import type { DealerConfig } from './dealer-config.ts';
import { isJsonObject, type JsonObject } from './inherit.ts';
import type { ConfigProblem } from './problem.ts';
import { menuAddress } from './public/menus/menu-address.ts';
import { toPublicConfig } from './public/public-config.ts';

type Finding = Omit<ConfigProblem, 'file'>;
type Navigation = DealerConfig['navigation'];
type Link = { path: string; href: string };

const ownMenus = ({ navigation }: JsonObject) =>
  (['header', 'footer'] as const).filter(
    (menu) => isJsonObject(navigation) && navigation[menu] !== undefined,
  );

function linksOf(navigation: Navigation, menu: 'header' | 'footer'): Link[] {
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

/**
 * CFG-09, CFG-10: links of menus that a dealer's own file has to pages it has not. Menus of a template hold more than
 * most dealers have, and leave those out.
 * @param own the dealer's file as it stands
 */
export function checkMenus(dealer: DealerConfig, own: JsonObject): Finding[] {
  const open = toPublicConfig({ ...dealer, status: { ...dealer.status, state: 'live' } });
  const menus = ownMenus(own);
  const dead = menus
    .flatMap((menu) => linksOf(dealer.navigation, menu))
    .filter(({ href }) => menuAddress(open, href) === undefined)
    .map(({ path, href }) => ({
      path,
      expected: 'the address of a page this site has',
      received: JSON.stringify(href),
      remedy: 'Switch that page on, correct the address, or take the link out.',
    }));
  return [...(menus.includes('header') ? emptyEntries(dealer.navigation) : []), ...dead];
}
