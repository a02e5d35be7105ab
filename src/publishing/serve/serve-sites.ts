import type { IncomingMessage, ServerResponse } from 'node:http';
import { codeEntry } from '#src/dealer-files/release/release-folders.ts';
import { followStock, type StockWatch } from '#src/features/stock/server/indexing/stock-watch.ts';
import type { DrainLimits } from '#src/platform/http/connections.ts';
import { type Photos, renditionOnRequest } from '#src/publishing/build/site-pictures.ts';
import { followServer } from '#src/publishing/handover/follow-server.ts';
import type { Supervisor } from '#src/publishing/handover/handover-protocol.ts';
import { loadPages } from '#src/publishing/page-bundle.ts';
import { findLiveCode, readLiveCode, serverSource } from '#src/publishing/release/code-release.ts';
import { recordUse } from '#src/publishing/release/running-servers.ts';
import { keepStockPages, type StockPageKeeper } from '#src/publishing/stock-pages/keep-stock-pages.ts';
import type { PageCode } from '#src/server/http/page-code.ts';
import { createSiteServer, type SiteServer } from '#src/server/http/site-server.ts';
import { foldersOfBuild } from '#src/server/http/static-files.ts';
import { stockPagesOf } from '#src/server/routes/cached-responses.ts';
import { UPLOAD_MS } from '#src/server/routes/request-guard.ts';
import type { Services } from '#src/server/services.ts';
import { healthChecks } from '#src/server/status/health.ts';
import type { FollowedPublications } from './open-published.ts';
import { followCode, statusAt, tryPages, warmEachDealer, warmUp } from './page-code-rollout.ts';

type RunningSites = {
  url: string;
  port: number;
  /**
   * Stops accepting requests and finishes pending ones within ten seconds, or with `patiently` within the timeout of an
   * upload.
   */
  drain(how?: { patiently: boolean }): Promise<void>;
  /**
   * Drains, then closes everything. `promptly` closes idle connections immediately instead of waiting for another
   * request.
   */
  stop(how?: { promptly: boolean }): Promise<void>;
};

/** For a server whose successor accepts new connections. */
const PATIENT: DrainLimits = { idleMs: 8000, responseMs: UPLOAD_MS + 10_000 };
/** How long a successor may render first pages before it takes over. */
const FIRST_PAGES_TIMEOUT_MS = 60_000;

/**
 * Checks that a successor renders every type of page as well as the server before it.
 * @throws Error naming what fails
 */
async function proveSuccessor(
  services: Services,
  server: SiteServer,
  code: PageCode,
  url: string | undefined,
) {
  const { isAlive } = healthChecks(services);
  if (!(await isAlive())) throw new Error('no lead can be stored');
  await tryPages(services, server, code, url === undefined ? undefined : statusAt(url));
  await warmEachDealer(services, server, FIRST_PAGES_TIMEOUT_MS);
}

/**
 * Serves a build on env.HOST and env.PORT (0 picks a free port). A successor waits until it is warm and its supervisor
 * lets it start.
 */
export async function serveSites(options: {
  services: Services;
  /** The releases it serves, if they are watched. */
  publications?: FollowedPublications;
  dist: string;
  /** Fingerprint of the modules this process has loaded. */
  serverSource?: string;
  supervisor?: Supervisor | undefined;
  otherHosts?: (req: IncomingMessage, res: ServerResponse) => boolean;
  photos?: Photos;
  /** Whether to render stock pages again when stock changes. */
  keepsStockPages?: boolean;
}): Promise<RunningSites> {
  const { services, dist, otherHosts, supervisor, publications } = options;
  const loadedServer = options.serverSource ?? serverSource();
  const live = readLiveCode(dist);
  const first = { name: live.code, renderPage: await loadPages(codeEntry(dist, live.code)) };
  const code = followCode({
    dist,
    first,
    serverSource: loadedServer,
    log: services.log,
    warm: (pages) => tryPages(services, server, pages),
    // Synchronous: no request may see pages of two code releases.
    onChange: () => publications?.look(),
  });
  let url: string | undefined;
  const successor = followServer({
    dist,
    serverSource: loadedServer,
    supervisor,
    log: services.log,
    self: () => ({ url, dealers: services.tenants.all.map(({ slug }) => slug) }),
  });
  const refused = () => successor.refused() ?? code.refused();
  publications?.renderBy({
    inForce: () => code.current().name,
    live: () => findLiveCode(dist)?.code,
    refused: () => refused()?.code,
  });
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
      ...(options.photos === 'on request' && { made: renditionOnRequest }),
    },
    dist,
    code: code.current,
    refusedCode: refused,
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
      refused: refused()?.code,
    }),
    (reason) => services.log.warn({ reason }, 'what is in use cannot be recorded: prune no releases'),
  );
  let keeper: StockPageKeeper | undefined;
  const closeFollowers = async () => {
    code.stop();
    successor.stop();
    use.stop();
    await Promise.all([keeper?.stop(), watch?.stop()]);
  };
  try {
    await warmUp(services, server);
    if (supervisor?.predecessor) {
      await proveSuccessor(services, server, first, supervisor.predecessor.url);
      await supervisor.readyToBegin();
    }
    await listen(server, services.env);
    if (options.keepsStockPages)
      keeper = keepStockPages({ services, dist, code: () => code.current().name, current: stockPages });
  } catch (error) {
    await closeFollowers();
    throw error;
  }
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : services.env.PORT;
  let drained: Promise<void> | undefined;
  const drain = ({ patiently } = { patiently: false }) => {
    // A successor renders them with its own code, and the two would overwrite each other's.
    drained ??= Promise.all([server.drain(patiently ? PATIENT : undefined), keeper?.stop()]).then(
      () => undefined,
    );
    return drained;
  };
  const { HOST } = services.env;
  url = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
  if (supervisor?.predecessor) {
    services.log.info({ code: first.name }, 'new server in force');
    supervisor.reportWorking();
  }
  return {
    url,
    port,
    drain,
    async stop({ promptly } = { promptly: false }) {
      code.stop();
      successor.stop();
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
