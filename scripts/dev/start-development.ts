import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import type { AstroIntegration } from 'astro';
import { isRunnableDevEnvironment, type RunnableDevEnvironment, type ViteDevServer } from 'vite';
import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { type DemoEnvironment, startDemoEnvironment, withDemoCrm } from '../demo/demo-environment.ts';
import { requireFreePort } from '../demo/demo-stack.ts';
import { makeStockOfDay } from '../demo/import-demo-stock.ts';
import type { DevelopmentSiteOptions } from './development-site.ts';

export type DevelopmentOptions = {
  dataDir: string;
  dealersDir: string;
  port: number;
  crmPort: number;
  report: (line: string) => void;
};

type Module = typeof import('./development-site.ts');
type Site = Awaited<ReturnType<Module['openDevelopmentSite']>>;

/** Loaded by Vite, so that it and all it imports follow edits. */
const SITE_MODULE = '/scripts/dev/development-site.ts';
/** Runs in each page. */
const EDITS_MODULE = '/scripts/dev/show-edits.ts';
/** What Vite serves to browsers by itself. */
const OF_VITE = /^\/(?:@|__|src\/|scripts\/|node_modules\/|\.astro\/)/;
/** Of a site before an edit, whose last requests are under way. */
const CLOSE_AFTER_MS = 5000;

/** The stock, and what sites work with. */
async function prepareDemo({ dataDir, dealersDir, port, crmPort, report }: DevelopmentOptions) {
  const { dealers: read, problems } = loadDealers(dealersDir);
  for (const problem of problems) report(formatProblem(problem));
  const dealers = read.map((dealer) => withDemoCrm(dealer, crmPort));
  const stock = { dataDir, dealersDir, report, today: new Date() };
  makeStockOfDay(dealers, stock);
  const parts = await startDemoEnvironment(dealers, {
    ...{ dataDir, crmPort, report },
    port: () => port,
    clock: systemClock,
  });
  return { parts, stock };
}

/** The site of the source as it is; a request after an edit gets a new one. */
function followSource(runner: RunnableDevEnvironment['runner'], options: DevelopmentSiteOptions) {
  let current: { open: Module['openDevelopmentSite']; site: Promise<Site> } | undefined;
  return {
    async site(): Promise<Site> {
      const { openDevelopmentSite: open } = (await runner.import(SITE_MODULE)) as Module;
      if (current?.open === open) return current.site;
      const before = current?.site;
      current = { open, site: open(before ? { ...options, demo: undefined } : options) };
      const close = () => before?.then((site) => site.close()).catch(() => undefined);
      setTimeout(close, CLOSE_AFTER_MS).unref();
      return current.site;
    },
    stop: async () => (await current?.site)?.close(),
  };
}

type Prepared = Awaited<ReturnType<typeof prepareDemo>>;

/** Puts the http server of the sites in front of Astro's pages. */
function sitesInFront({ dealersDir, crmPort, report }: DevelopmentOptions, prepared: Promise<Prepared>) {
  let stop = async () => {};
  const toPages = new WeakSet<IncomingMessage>();

  async function putInFront(server: ViteDevServer): Promise<void> {
    const { ssr } = server.environments;
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Pages cannot be run in this process.');
    const follow = prepared.then(({ parts: { env, phones, sandbox, crmUrl }, stock }) =>
      followSource(ssr.runner, {
        ...{ env, dealersDir, sandbox, crmUrl, demo: stock, clock: systemClock },
        sms: env.SMS_URL ? undefined : phones,
        adapted: (dealer) => withDemoCrm(dealer, crmPort),
        pages(req, res, next) {
          toPages.add(req);
          server.middlewares(req, res, next);
        },
      }),
    );
    stop = async () => (await follow).stop();
    // The first page is there the earlier.
    follow.then((each) => each.site()).catch(() => undefined);
    server.middlewares.use((req, res, next) => {
      if (toPages.has(req) || OF_VITE.test(req.url ?? '')) return next();
      follow.then((each) => each.site()).then((site) => site.respond(req, res), next);
    });
    const folder = resolve(dealersDir);
    server.watcher.add(folder).on('all', async (_event, file) => {
      if (!resolve(file).startsWith(folder)) return;
      const problems = await (await (await follow).site()).readDealersAgain();
      for (const problem of problems) report(problem);
      server.ws.send(
        problems.length > 0
          ? { type: 'error', err: { message: problems.join('\n'), stack: '' } }
          : { type: 'full-reload' },
      );
    });
  }

  const integration: AstroIntegration = {
    name: 'sites-in-front',
    hooks: {
      'astro:config:setup': ({ injectScript }) => injectScript('page', `import '${EDITS_MODULE}';`),
      'astro:server:setup': ({ server }) => putInFront(server),
    },
  };
  return { integration, stop: () => stop() };
}

/** Starts all that `npm run dev` serves. */
export async function startDevelopment(options: DevelopmentOptions) {
  const { port, crmPort, report } = options;
  await requireFreePort(port, 'the sites');
  await requireFreePort(crmPort, 'the demo CRM');
  const prepared = prepareDemo(options);
  const front = sitesInFront(options, prepared);
  const { dev } = await import('astro');
  const server = await dev({
    root: resolve('.'),
    server: { port, host: '127.0.0.1' },
    logLevel: 'warn',
    integrations: [front.integration],
    // Vite and Astro put scripts and styles into pages that are being worked on.
    security: { csp: false },
  });
  const { parts } = await prepared;
  report('ready');
  return { ready: readyText(port, parts), stop: () => stopAll([front.stop, server.stop, parts.stop]) };
}

async function stopAll(stops: readonly (() => Promise<void>)[]): Promise<void> {
  for (const stop of stops) await stop();
}

const readyText = (port: number, { crmUrl }: DemoEnvironment) =>
  [
    `\n  All sites         http://localhost:${port}`,
    `  Demo CRM (leads)  ${crmUrl}\n\n  Ctrl-C stops everything.`,
  ].join('\n');
