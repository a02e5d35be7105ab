import type { DealerConfig } from '#src/config/dealer-config.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';

/** One page of each kind a site has. */
export type PageType = {
  /** "home", "brands", "brands-page", "vehicle". */
  name: string;
  /** The path as shoppers see it; only the running site knows the newest car's. */
  path: string | undefined;
  /** Of a shopper who has signed in. */
  cookie?: string | undefined;
};

/** `/` is "home", `/brands` "brands", `/brands/toyota` "brands-page". */
function nameOf(internal: string): string {
  const [first, ...rest] = internal.split('/').filter((part) => part !== '');
  return first === undefined ? 'home' : rest.length === 0 ? first : `${first}-page`;
}

/** Page types of a dealer's site: the first address of each kind, then the pages of stock and the page not found. */
export function pageTypesOf(dealer: DealerConfig): PageType[] {
  const byName = new Map<string, string>();
  for (const { internal, path } of siteRoutes(dealer)) {
    const name = nameOf(internal);
    if (!byName.has(name)) byName.set(name, path);
  }
  return [
    ...[...byName].map(([name, path]) => ({ name, path })),
    { name: 'search', path: dealer.search.defaultPath },
    { name: 'vehicle', path: undefined },
    { name: 'not-found', path: '/not-there' },
  ];
}
