import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { assetsFolder, codeEntry } from '#src/dealer-files/release/release-folders.ts';
import { followStock, type StockWatch } from '#src/features/stock/server/indexing/stock-watch.ts';
import { type Photos, renditionOnRequest } from '#src/publishing/build/site-pictures.ts';
import { loadPages } from '#src/publishing/page-bundle.ts';
import { findLiveCode, serverSource } from '#src/publishing/release/code-release.ts';
import { recordUse } from '#src/publishing/release/running-servers.ts';
import { keepStockPages, type StockPageKeeper } from '#src/publishing/stock-pages/keep-stock-pages.ts';
import { publishAssetsIfPublic } from '#src/publishing/store/public-assets.ts';
import type { Serving } from '#src/server/heartbeat.ts';
import { createSiteServer, type SiteServer } from '#src/server/http/site-server.ts';
import { foldersOfBuild, type SiteOwner } from '#src/server/http/static-files.ts';
import { stockPagesOf } from '#src/server/routes/cached-responses.ts';
import type { Services } from '#src/server/services.ts';
import { behindOf, type FollowedPublications } from './open-published.ts';
import { codeToStartWith, followCode, tryPages, warmUp } from './page-code-rollout.ts';

/** A server starts without pages that it has not fetched by then. */
const PAGES_WITHIN_MS = 2000;

type RunningSites = {
  url: string;
  port: number;
  /** For the status. */
  serving(): Serving;
  /** Stops accepting requests and finishes pending ones. */
  drain(): Promise<void>;
  /**
   * Drains, then closes everything. `promptly` closes idle connections immediately instead of waiting for another
   * request.
   */
  stop(how?: { promptly: boolean }): Promise<void>;
};

/** Serves a build on env.HOST and env.PORT (0 picks a free port). */
export async function serveSites(options: {
  services: Services;
  /** The releases it serves, if they are watched. */
  publications?: FollowedPublications;
  dist: string;
  /** Fingerprint of the modules this process has loaded. */
  serverSource?: string;
  otherHosts?: (req: IncomingMessage, res: ServerResponse) => boolean;
  photos?: Photos;
  /** Whether to render stock pages again when stock changes. */
  keepsStockPages?: boolean;
}): Promise<RunningSites> {
  const { services, dist, otherHosts, publications } = options;
  const own = { dist, serverSource: options.serverSource ?? serverSource(), log: services.log };
  const start = await codeToStartWith(own);
  const code = followCode({
    ...own,
    first: { name: start.code, renderPage: await loadPages(codeEntry(dist, start.code)) },
    refusedAtStart: start.refused,
    warm: (pages) => tryPages(services, server, pages),
    // Synchronous: no request may see pages of two code releases.
    onChange: () => {
      publications?.look();
      shareAssets();
    },
  });
  publications?.renderBy({
    inForce: () => code.current().name,
    live: () => findLiveCode(dist)?.code,
    refused: () => {
      const refused = code.refused();
      return refused?.needsRestart ? undefined : refused?.code;
    },
  });
  const shareAssets = () => {
    const ids = [code.current().name, ...(publications?.shared?.neededCode() ?? [])];
    const [current = '', ...others] = ids.map((id) => assetsFolder(dist, id));
    void publishAssetsIfPublic(services, current, others);
  };
  const pages = publications?.shared?.pages(services.log);
  const fetched = publications?.shared?.fetchAll();
  const fetchedOrLate = Promise.race([fetched, wait(PAGES_WITHIN_MS, undefined, { ref: false })]);
  let watch: StockWatch | undefined;
  const stockPages = stockPagesOf({
    dist,
    clock: services.clock,
    stock: (slug) => watch?.stock(slug),
    code: () => code.current().name,
  });
  const server = createSiteServer({
    services,
    stockPages,
    folders: {
      ...foldersOfBuild(dist),
      ...(pages && { ready: ({ slug, release }: SiteOwner) => pages.ready({ slug, id: release?.id ?? '' }) }),
      ...(options.photos === 'on request' && { generate: renditionOnRequest }),
    },
    dist,
    code: code.current,
    refusedCode: code.refused,
    publications,
    ...(otherHosts ? { otherHosts } : {}),
  });
  // Before the first request: starts watching changes, and detects an unavailable engine.
  await services.engines.check();
  watch = await followStock(services);
  const use = recordUse(
    dist,
    () => ({
      code: code.current().name,
      releases: Object.fromEntries(
        services.tenants.all.map(({ slug, release }) => [slug, release?.id ?? '']),
      ),
      refused: code.refused()?.code,
    }),
    (reason) => services.log.warn({ reason }, 'what is in use cannot be recorded: prune no releases'),
  );
  let keeper: StockPageKeeper | undefined;
  const closeFollowers = async () => {
    code.stop();
    use.stop();
    await Promise.all([keeper?.stop(), watch?.stop()]);
  };
  try {
    await warmUp(services, server);
    // Otherwise a rollout would replace servers that have pages by some that do not.
    await fetchedOrLate;
    await listen(server, services.env);
    shareAssets();
    if (options.keepsStockPages)
      keeper = keepStockPages({ services, dist, code: () => code.current().name, current: stockPages });
  } catch (error) {
    await closeFollowers();
    throw error;
  }
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : services.env.PORT;
  let drained: Promise<void> | undefined;
  const drain = () => {
    drained ??= Promise.all([server.drain(), keeper?.stop()]).then(() => undefined);
    return drained;
  };
  const { HOST } = services.env;
  return {
    url: `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`,
    port,
    serving: () => ({
      code: code.current().name,
      behind: publications ? behindOf(code.refused(), publications) : [],
    }),
    drain,
    async stop({ promptly } = { promptly: false }) {
      code.stop();
      const drained = drain();
      const closing = promptly ? closeUnused(server) : undefined;
      await drained;
      clearTimeout(closing);
      await closeFollowers();
      await server.settled();
      await services.close();
    },
  };
}

const RESPONSE_PROMPTLY_MS = 500;

/** Node does not count connections that have sent nothing as idle. */
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
