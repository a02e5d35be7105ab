import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createSiteServer, type SiteServer } from '#src/server/http/site-server.ts';
import { SITES_FOLDER } from '#src/server/http/static-files.ts';
import { stockTag } from '#src/server/responses/whole-response.ts';
import type { Services } from '#src/server/services.ts';
import { watchStock } from '#src/server/stock-watch.ts';
import { loadPages } from './page-bundle.ts';
import { readRelease } from './release.ts';

export type RunningSites = {
  url: string;
  port: number;
  /** Answers what is under way and takes nothing new, within ten seconds. */
  drain(): Promise<void>;
  /**
   * Drains, then closes all that was opened. `promptly` ends connections that ask for nothing at once, where a shopper
   * would be given time for another request.
   */
  stop(how?: { promptly: boolean }): Promise<void>;
};

/** Serves a build on env.HOST and env.PORT (0 picks a free port). */
export async function serveSites(options: {
  services: Services;
  dist: string;
  otherHosts?: (req: IncomingMessage, res: ServerResponse) => boolean;
}): Promise<RunningSites> {
  const { services, dist, otherHosts } = options;
  const { release, entry } = readRelease(dist);
  const renderPage = await loadPages(join(dist, entry));
  const server = createSiteServer({
    services,
    sitesFolder: join(dist, SITES_FOLDER),
    release,
    renderPage,
    ...(otherHosts ? { otherHosts } : {}),
  });
  // Before the first request: what changes from now on is noticed, and an absent engine is known.
  await services.engineBreaker.check();
  const watch = await watchStock(services, (dealer) => {
    for (const cache of Object.values(services.answers)) cache.purge(stockTag(dealer));
    services.vocabulary.forget(dealer);
  });
  await warmUp(services, server);
  await listen(server, services.env).catch(async (error: unknown) => {
    await watch.stop();
    throw error;
  });
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : services.env.PORT;
  let drained: Promise<void> | undefined;
  const drain = () => {
    drained ??= server.drain();
    return drained;
  };
  return {
    url: `http://${services.env.HOST}:${port}`,
    port,
    drain,
    async stop({ promptly } = { promptly: false }) {
      const drained = drain();
      const closing = promptly ? closeUnused(server) : undefined;
      await drained;
      clearTimeout(closing);
      await watch.stop();
      await server.settled();
      await services.close();
    },
  };
}

const RESPONSE_PROMPTLY_MS = 500;

/** Node takes a connection that has not yet sent anything for one in use. */
function closeUnused(server: SiteServer): NodeJS.Timeout {
  server.closeIdleConnections();
  return setTimeout(() => server.closeAllConnections(), RESPONSE_PROMPTLY_MS);
}

async function listen(server: SiteServer, { PORT, HOST }: Services['env']): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${PORT} is taken. Stop what uses it, or choose another: PORT=4400 npm run demo`);
  });
}

/** So long a start is held up at most by reading stock for pages that cannot ask the engine. */
const LONGEST_WARM_UP_MS = 3000;

/**
 * Loads the code of the pages on demand before a shopper has to wait for it, and while the engine is unavailable the stock
 * of as many dealers as time allows. What fails here is reported by the shopper's own request.
 */
async function warmUp({ tenants, engineBreaker }: Services, server: SiteServer): Promise<void> {
  const until = performance.now() + LONGEST_WARM_UP_MS;
  const wanted = engineBreaker.isOpen() ? tenants.all : tenants.all.slice(0, 1);
  for (const dealer of wanted) {
    for (const path of [dealer.search.defaultPath, '/']) {
      await server.prepare(dealer, path).catch(() => undefined);
    }
    if (performance.now() > until) return;
  }
}
