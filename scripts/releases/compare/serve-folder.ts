import { createServer } from 'node:http';
import { join } from 'node:path';
import { ASSETS_FOLDER } from '#src/platform/http/response-headers.ts';
import type { PageFolder } from '#src/publishing/compare/compare-folders.ts';
import { createStaticFiles } from '#src/server/http/static-files.ts';

export type ServedFolder = {
  /** Address of a page of the folder. */
  url(address: string): string;
  stop(): Promise<void>;
};

/** Serves the files of a folder as `serve` does, on this machine alone. */
export async function serveFolder({ folder, base, assets }: PageFolder): Promise<ServedFolder> {
  const own = join(folder, ASSETS_FOLDER);
  const files = createStaticFiles({ pages: () => folder, assets: () => (assets ? [own, assets] : [own]) });
  const site = { slug: '' };
  const path = base.replace(/\/+$/, '');
  const server = createServer(async (req, res) => {
    try {
      if (req.url?.startsWith(`${path}/`)) req.url = req.url.slice(path.length);
      const isServed = await files.serve(site, req, res);
      if (!isServed) await files.notFound(site, req, res);
    } catch {
      res.destroy();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const bound = server.address();
  const port = bound && typeof bound === 'object' ? bound.port : 0;
  return {
    url: (address) => `http://127.0.0.1:${port}${path}${address}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
    },
  };
}
