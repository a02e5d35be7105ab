import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSiteServer, type PageHandler } from '#src/server/http/site-server.ts';
import type { Services } from '#src/server/services.ts';

export type RunningSites = { url: string; port: number; stop(): Promise<void> };

const GRACE_MS = 5000;

/** Serves a build on env.HOST and env.PORT (0 picks a free port). `stop` lets answers under way finish. */
export async function serveSites(options: {
  services: Services;
  dist: string;
  otherHosts?: (req: IncomingMessage, res: ServerResponse) => boolean;
}): Promise<RunningSites> {
  const { services, dist, otherHosts } = options;
  const { handler } = (await import(pathToFileURL(join(dist, 'server', 'entry.mjs')).href)) as {
    handler: PageHandler;
  };
  const server = createSiteServer({
    services,
    clientFolder: join(dist, 'client'),
    renderPage: handler,
    ...(otherHosts ? { otherHosts } : {}),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(services.env.PORT, services.env.HOST, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      throw new Error(
        `Port ${services.env.PORT} is taken. Stop what uses it, or choose another: PORT=4400 npm run demo`,
      );
    }
    throw error;
  });
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : services.env.PORT;
  return {
    url: `http://${services.env.HOST}:${port}`,
    port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearTimeout(force);
      await server.settled();
      await services.close();
    },
  };
}
