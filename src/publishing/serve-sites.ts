import type { IncomingMessage, ServerResponse } from 'node:http';
import { codeEntry } from '#src/dealer-files/release-folders.ts';
import { foldersOfBuild } from '#src/server/http/site-folders.ts';
import { createSiteServer, type SiteServer } from '#src/server/http/site-server.ts';
import type { Services } from '#src/server/services.ts';
import { followStock } from '#src/server/stock-watch.ts';
import { readLiveCode, serverSource } from './code-release.ts';
import { followCode } from './follow-code.ts';
import { loadPages } from './page-bundle.ts';
import { recordUse } from './running-servers.ts';
import { tryPages, warmUp } from './warm-up.ts';

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
  const loadedServer = serverSource();
  const live = readLiveCode(dist);
  const first = { name: live.code, renderPage: await loadPages(codeEntry(dist, live.code)) };
  const code = followCode({
    dist,
    first,
    serverSource: loadedServer,
    log: services.log,
    warm: (pages) => tryPages(services, server, pages),
    onOtherServer: (name) =>
      services.log.warn({ code: name }, 'new code needs a restart: the server itself has changed'),
  });
  const server = createSiteServer({
    services,
    folders: foldersOfBuild(dist),
    dist,
    code: code.current,
    ...(otherHosts ? { otherHosts } : {}),
  });
  // Before the first request: changes are watched from now on, and an unavailable engine is detected.
  await services.engineBreaker.check();
  const watch = await followStock(services);
  const use = recordUse(
    dist,
    () => ({
      code: code.current().name,
      releases: Object.fromEntries(
        services.tenants.all.map(({ slug, release }) => [slug, release?.id ?? '']),
      ),
    }),
    (reason) => services.log.warn({ reason }, 'what is in use cannot be recorded: prune no releases'),
  );
  await warmUp(services, server);
  await listen(server, services.env).catch(async (error: unknown) => {
    code.stop();
    use.stop();
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
      code.stop();
      const drained = drain();
      const closing = promptly ? closeUnused(server) : undefined;
      await drained;
      clearTimeout(closing);
      use.stop();
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
