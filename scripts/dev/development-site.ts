import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Environment } from '#src/config/environment.ts';
import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import type { PaymentSandbox } from '#src/features/reservations/server/payments/local-payments.ts';
import { followStock } from '#src/features/stock/server/indexing/stock-watch.ts';
import { startFeedWorker } from '#src/features/stock/server/schedule/feed-worker.ts';
import { TENANT_PREFIX } from '#src/platform/routing/href.ts';
import type { Sms } from '#src/platform/sms/sms-service.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { createSitePictures, renditionOnRequest } from '#src/publishing/build/site-pictures.ts';
import { developmentLocals } from '#src/server/http/development-locals.ts';
import { type PageHandler, pagesOf, type RenderPage } from '#src/server/http/page-code.ts';
import { sendResponse } from '#src/server/http/responses.ts';
import { createSiteServer } from '#src/server/http/site-server.ts';
import { createStaticFiles, type StaticFiles } from '#src/server/http/static-files.ts';
import { startLeadWorker } from '#src/server/jobs/background-worker.ts';
import { openServices } from '#src/server/services.ts';
import { demoIndexPage } from '../demo/demo-index-page.ts';
import { failPdfOfExample } from '../demo/demo-stack.ts';
import { importDemoStock, listedExamples } from '../demo/import-demo-stock.ts';

export type DevelopmentSiteOptions = {
  env: Environment;
  dealersDir: string;
  clock: Clock;
  sms: Sms | undefined;
  sandbox: PaymentSandbox;
  /** Settings as this machine needs them. */
  adapted: (dealer: DealerConfig) => DealerConfig;
  /** Astro's development server, for requests with the internal address of a page. */
  pages: (...args: Parameters<PageHandler>) => void;
  /** What the page of all sites names. */
  crmUrl: string;
  /** Stock to import before the first request: it is that of a demo. */
  demo: Parameters<typeof importDemoStock>[2] | undefined;
};

/** What a build writes once for each site. */
const RENDERED_FILE = /^\/(?:favicon\.svg|robots\.txt|sitemap(?:-pages-\d+)?\.xml)$/;

/**
 * The sites of all dealers for `npm run dev`: the http server as it is live, over pages that are rendered for each
 * request. Vite loads this module, and loads it again after an edit of any module it needs.
 */
export async function openDevelopmentSite(options: DevelopmentSiteOptions) {
  const { env, dealersDir, clock, sms, sandbox, pages } = options;

  async function readDealers() {
    const { dealers, problems } = loadDealers(dealersDir);
    const pictures = createSitePictures();
    const read = await Promise.all(
      dealers.map(async (dealer) => ({
        ...options.adapted(dealer),
        pictureWidths: await pictures.widths(dealer),
      })),
    );
    return { dealers: read, problems: problems.map(formatProblem) };
  }

  const { dealers } = await readDealers();
  const services = await openServices({ env, dealers, clock, sandbox, ...(sms && { sms }) });
  if (options.demo) await importDemoStock(services, dealers, options.demo);
  const renderHere = pagesOf((req, res, next, locals) =>
    developmentLocals.run(locals, () => pages(req, res, next, locals)),
  );
  // Vite answers names of this machine only, and pages for all shoppers are asked for without one.
  const renderPage: RenderPage = (request, locals) => renderHere({ ...request, host: 'localhost' }, locals);
  const render = (dealer: DealerConfig, path: string) =>
    renderPage({ url: `${TENANT_PREFIX}/${dealer.slug}${path}`, host: 'localhost' }, { dealer, services });
  const folders = { pages: () => resolve('public'), assets: () => [], made: renditionOnRequest };
  const inPublic = createStaticFiles(folders);
  const dealerOf = ({ slug }: { slug: string }) => services.tenants.bySlug(slug) as DealerConfig;
  const files: StaticFiles = {
    async serve(owner, req, res) {
      const [path = ''] = (req.url ?? '').split('?');
      const rendered = RENDERED_FILE.test(path) ? await render(dealerOf(owner), path) : undefined;
      if (!rendered) return inPublic.serve(owner, req, res);
      await sendResponse(req, res, rendered);
      return true;
    },
    async notFound(owner, req, res, status = 404) {
      await sendResponse(req, res, { ...(await files.notFoundResponse(owner)), status });
    },
    notFoundResponse: async (owner) => ({
      ...((await render(dealerOf(owner), '/404')) ?? (await inPublic.notFoundResponse(owner))),
      status: 404,
    }),
  };
  let indexPage: Promise<ReturnType<typeof demoIndexPage>> | undefined;
  function otherHosts(req: IncomingMessage, res: ServerResponse): boolean {
    if (!/^(?:localhost|127\.0\.0\.1)(?::|$)/.test(req.headers.host ?? '')) return false;
    indexPage ??= listedExamples(services, dealers).then((examples) => {
      failPdfOfExample(services, examples);
      return demoIndexPage({ dealers, examples, port: env.PORT, crmUrl: options.crmUrl });
    });
    indexPage.then(
      (respond) => respond(req, res),
      (error: Error) => res.destroy(error),
    );
    return true;
  }
  let renders = 0;
  const server = createSiteServer({
    services,
    folders,
    files,
    // No response is of the code of another: nothing is cached.
    code: () => ({ name: `edit ${++renders}`, renderPage }),
    otherHosts,
  });
  await services.engines.check();
  const stock = await followStock(services);
  const workers = [startLeadWorker(services), startFeedWorker(services, { dealersDir })];

  return {
    respond: (req: IncomingMessage, res: ServerResponse) => void server.emit('request', req, res),
    /** Puts the dealer files as they are in force. @returns mistakes; a dealer with one keeps its former settings */
    async readDealersAgain(): Promise<string[]> {
      const { dealers: read, problems } = await readDealers();
      const kept = services.tenants.all.filter(({ slug }) => read.every((dealer) => dealer.slug !== slug));
      services.tenants.replace({ dealers: problems.length > 0 ? [...read, ...kept] : read, leftOut: [] });
      return problems;
    },
    async close(): Promise<void> {
      await Promise.all([...workers.map((worker) => worker.stop()), stock.stop()]);
      await server.settled();
      await services.close();
    },
  };
}
