import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Environment } from '#src/config/environment.ts';
import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { publishedFleet } from '#src/dealer-files/fleet/published-fleet.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { publishedHosts, readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import { fingerprint } from '#src/platform/storage/content-hash.ts';
import { type Clock, systemClock } from '#src/platform/time/clock.ts';
import type { Photos } from '#src/publishing/build/site-pictures.ts';
import { findLiveCode } from '#src/publishing/release/code-release.ts';
import { serveSites } from '#src/publishing/serve/serve-sites.ts';
import { requireSameData } from '#src/server/data-installation.ts';
import { startFeedProcess } from '#src/server/feed-process/feed-process.ts';
import { startLeadWorker } from '#src/server/jobs/background-worker.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { PDF_FAILS } from '../demo-stock/demo-states.data.ts';
import type { StateExample } from '../demo-stock/state-examples.ts';
import { buildApart } from './build-apart.ts';
import { startDemoEnvironment, withDemoCrm } from './demo-environment.ts';
import { demoIndexPage } from './demo-index-page.ts';
import { importDemoStock, listedExamples, makeStockOfDay, stamp } from './import-demo-stock.ts';

/** VDP-20: from now on no PDF of the example of that state is made, so that what its page says then can be seen. */
export function failPdfOfExample(
  services: Pick<Services, 'documents'>,
  examples: readonly StateExample[],
): void {
  const vehicle = examples.find(({ state }) => state.name === PDF_FAILS)?.vehicle;
  if (!vehicle) return;
  const { documents } = services;
  const path = vehiclePath(vehicle.slug);
  services.documents = {
    ...documents,
    vehiclePdf: (task) =>
      task.sheet.address.endsWith(path)
        ? Promise.reject(new Error('The demo makes no PDF of this vehicle.'))
        : documents.vehiclePdf(task),
  };
}

/** @throws Error that names the port to free; called before anything is started */
export async function requireFreePort(port: number, what: string): Promise<void> {
  await new Promise<void>((free, taken) => {
    const probe = createServer();
    probe.once('error', () =>
      taken(
        new Error(
          `Port ${port} (${what}) is taken. Stop what uses it, or choose others: PORT=4400 CRM_PORT=4401 npm run demo`,
        ),
      ),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => free()));
  });
}

export type DemoStackOptions = {
  dataDir: string;
  dealersDir: string;
  outDir: string;
  port: number;
  crmPort: number;
  /** The demo stock's "today", so that years and arrivals look right. */
  today: Date;
  /** The clock of the sites; the machine's by default. */
  clock?: Clock;
  report: (line: string) => void;
  onProgress?: OnProgress;
  logLevel?: Environment['LOG_LEVEL'];
  /** A demo that is only looked at makes them on request: its first page is there a minute earlier. */
  photos?: Photos;
};

export type DemoStack = {
  dealers: DealerConfig[];
  services: Services;
  port: number;
  crmUrl: string;
  stop(): Promise<void>;
};

/** Everything a build depends on. */
export const BUILD_INPUTS = ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];

function loadValidDealers({ dealersDir, outDir, report }: DemoStackOptions): DealerConfig[] {
  const { dealers, problems } = loadDealers(dealersDir, publishedHosts(readSnapshots(outDir)));
  for (const problem of problems) report(`not built: ${formatProblem(problem)}`);
  if (dealers.length === 0) throw new Error(`No valid dealer file in ${dealersDir}.`);
  return dealers;
}

/** The published dealers of the folder; the output folder may hold others. */
function loadPublished({ dealersDir, outDir, crmPort }: DemoStackOptions): DealerConfig[] {
  return publishedFleet({ dist: outDir, dealersDir })
    .dealers.filter(({ slug }) => existsSync(join(dealersDir, `${slug}.json`)))
    .map((dealer) => withDemoCrm(dealer, crmPort));
}

async function buildIfChanged(dealers: readonly DealerConfig[], options: DemoStackOptions): Promise<void> {
  const done = stamp(join(options.dataDir, 'stamps', 'build'));
  const { photos = 'made' } = options;
  const wanted = fingerprint([...BUILD_INPUTS, options.dealersDir], {
    salt: `${options.outDir} ${photos} ${process.env.MAP_TILES ?? ''}`,
  });
  if (done.matches(wanted) && findLiveCode(options.outDir)) return;
  const lines = await buildApart({
    dealersDir: options.dealersDir,
    outDir: options.outDir,
    slugs: dealers.map(({ slug }) => slug),
    photos,
  });
  for (const line of lines) options.report(line);
  done.write(wanted);
}

/**
 * Starts the complete product on this machine: stock, Meilisearch, import, build, CRM, sites.
 * Completed steps whose inputs are unchanged are skipped. `stop` ends everything it started.
 */
export async function startDemoStack(options: DemoStackOptions): Promise<DemoStack> {
  const { outDir, port, crmPort } = options;
  await requireFreePort(port, 'the sites');
  await requireFreePort(crmPort, 'the demo CRM');
  const valid = loadValidDealers(options);
  makeStockOfDay(valid, options);
  const built = buildIfChanged(valid, options);
  // Where it fails before it is waited for.
  built.catch(() => undefined);

  const clock = options.clock ?? systemClock;
  let sitePort = port;
  const parts = await startDemoEnvironment(valid, { ...options, clock, port: () => sitePort });
  const stops = [parts.stop];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const { env, sandbox, phones, crmUrl } = parts;
    const services = await openServices({
      env,
      dealers: valid,
      clock,
      sandbox,
      ...(!env.SMS_URL && { sms: phones }),
    });
    await importDemoStock(services, valid, options);
    options.onProgress?.('Building the sites');
    await built;
    const dealers = loadPublished(options);
    services.tenants.replace({ dealers, leftOut: [] });
    // The demo makes its data itself, also where the folder was emptied.
    await requireSameData(services, outDir, true);
    const examples = await listedExamples(services, dealers);
    failPdfOfExample(services, examples);
    const otherHosts = demoIndexPage({ dealers, examples, port, crmUrl });
    const site = await serveSites({
      ...{ services, dist: outDir, otherHosts, photos: options.photos ?? 'made' },
      keepsStockPages: true,
    });
    sitePort = site.port;
    const worker = startLeadWorker(services);
    const feeds = startFeedProcess(services, { dealersDir: options.dealersDir });
    stops.push(async () => {
      await Promise.all([worker.stop(), feeds.stop()]);
      await site.stop({ promptly: true });
    });
    return { dealers, services, port: site.port, crmUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
