import type { DealerConfig } from '#src/config/dealer-config.ts';
import { siteRoutes } from '#src/routing/site-routes.ts';
import type { PageCode } from '#src/server/http/page-code.ts';
import type { SiteServer } from '#src/server/http/site-server.ts';
import type { Services } from '#src/server/services.ts';

/** The longest a start is delayed by reading stock while the engine is unavailable. */
const LONGEST_WARM_UP_MS = 3000;

type Prepares = Pick<SiteServer, 'prepare'>;

/**
 * Loads the code of on-demand pages before shoppers need it and, while the engine is unavailable, the stock of as
 * many dealers as time allows. A failure here is reported by the first request.
 */
export async function warmUp(
  { tenants, engineBreaker }: Pick<Services, 'tenants' | 'engineBreaker'>,
  server: Prepares,
): Promise<void> {
  const until = performance.now() + LONGEST_WARM_UP_MS;
  const wanted = engineBreaker.isOpen() ? tenants.all : tenants.all.slice(0, 1);
  for (const dealer of wanted) {
    for (const path of [dealer.search.defaultPath, '/']) {
      await server.prepare(dealer, path).catch(() => undefined);
    }
    if (performance.now() > until) return;
  }
}

/** Renders the first pages of every dealer, so that the first shopper of each finds a cached one. */
export async function warmEachDealer(
  { tenants }: Pick<Services, 'tenants'>,
  server: Prepares,
  longestMs: number,
): Promise<void> {
  const until = performance.now() + longestMs;
  for (const dealer of tenants.all) {
    for (const path of ['/', dealer.search.defaultPath]) {
      if (performance.now() > until) return;
      await server.prepare(dealer, path).catch(() => undefined);
    }
  }
}

const VEHICLE_PAGE = /href="(\/cars\/[a-z0-9-]+)"/;
const SERVER_ERROR = 500;

/** One address of each type of page that a dealer's site renders on demand, without vehicles. */
const addressesOf = (dealer: DealerConfig): string[] => [
  '/',
  ...siteRoutes(dealer)
    .filter(({ rendered }) => rendered !== 'build')
    .map(({ path }) => path),
];

/** The status of a page with the code in force; undefined if it does not respond. */
export type StatusInForce = (dealer: DealerConfig, path: string) => Promise<number | undefined>;

/** Of the code of this server. */
export const statusByServer =
  (server: Prepares): StatusInForce =>
  (dealer, path) =>
    server.prepare(dealer, path).then(
      ({ status }) => status,
      () => undefined,
    );

/**
 * Renders a page of each type with new code, of the first dealer that is live. A page that fails with the code in force
 * too, such as one that needs an unavailable service, says nothing of the new code.
 * @throws Error naming the page that fails
 */
export async function tryPages(
  { tenants }: Pick<Services, 'tenants'>,
  server: Prepares,
  code: PageCode,
  statusInForce: StatusInForce = statusByServer(server),
): Promise<void> {
  const dealer = tenants.all.find(({ status }) => status.state === 'live') ?? tenants.all[0];
  if (!dealer) return;
  const render = async (path: string) => {
    const response = await server.prepare(dealer, path, code);
    if (response.status >= SERVER_ERROR) {
      const inForce = await statusInForce(dealer, path);
      if (inForce !== undefined && inForce < SERVER_ERROR)
        throw new Error(`the page ${path} of ${dealer.slug} answers ${response.status}`);
    }
    return response.body.toString();
  };
  const [, vehicle] = VEHICLE_PAGE.exec(await render(dealer.search.defaultPath)) ?? [];
  for (const path of new Set([...addressesOf(dealer), ...(vehicle ? [vehicle] : [])])) await render(path);
}
