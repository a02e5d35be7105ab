import type { DealerConfig } from '#src/config/dealer-config.ts';
import { siteRoutes } from '#src/routing/site-routes.ts';

const byPage = (dealer: DealerConfig) => new Map(siteRoutes(dealer).map((route) => [route.internal, route]));

/** Addresses that appear, disappear or move, a line each. */
export function routeChanges(before: DealerConfig, after: DealerConfig): string[] {
  const [was, is] = [byPage(before), byPage(after)];
  const gone = [...was].filter(([page]) => !is.has(page)).map(([, { path }]) => `- ${path}`);
  const added = [...is].filter(([page]) => !was.has(page)).map(([, { path }]) => `+ ${path}`);
  const moved = [...is].flatMap(([page, { path }]) => {
    const old = was.get(page)?.path;
    return old === undefined || old === path ? [] : [`  ${old} → ${path}`];
  });
  return [...gone, ...added, ...moved];
}
