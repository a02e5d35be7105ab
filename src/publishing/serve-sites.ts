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
  /** Finishes requests in progress and accepts no new ones, within ten seconds. */
  drain(): Promise<void>;
  /**
   * Drains, then closes everything. `promptly` ends idle connections immediately, which otherwise get time for
   * another request.
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
  // Before the first request: changes are watched from now on, and an unavailable engine is detected.
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

/** Node treats a connection that has not yet sent anything as in use. */
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

/** The longest a start is delayed by reading stock while the engine is unavailable. */
const LONGEST_WARM_UP_MS = 3000;

/**
 * Loads the code of on-demand pages before shoppers need it and, while the engine is unavailable, the stock of as
 * many dealers as time allows. A failure here is reported by the first request.
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
