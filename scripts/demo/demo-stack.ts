import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Environment } from '#src/config/environment.ts';
import { MADE_UP, readEnvironment } from '#src/config/environment.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { formatProblem } from '#src/dealer-files/problem.ts';
import { publishedHosts, readSnapshots } from '#src/dealer-files/snapshot.ts';
import { fingerprint } from '#src/disk/fingerprint.ts';
import { type Clock, systemClock } from '#src/domain/clock.ts';
import { countPresentVehicles, presentVehicles } from '#src/providers/database/vehicles.ts';
import { type PaymentSandbox, paymentSandbox } from '#src/providers/payments/local-payments.ts';
import { localSms } from '#src/providers/sms/local-sms.ts';
import { requireSameData } from '#src/server/installation.ts';
import { startLeadWorker } from '#src/server/leads/delivery/lead-worker.ts';
import { publishedFleet } from '#src/server/published-fleet.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { startFeedWorker } from '#src/server/stock/feed-worker.ts';
import { importStock } from '#src/server/stock/import-stock.ts';
import { drainIndexChanges, rebuildIndex } from '#src/server/stock/index-changes.ts';
import { buildSites } from '../../src/publishing/build-sites.ts';
import { findLiveCode } from '../../src/publishing/code-release.ts';
import { failureText } from '../../src/publishing/failed-site.ts';
import { serveSites } from '../../src/publishing/serve-sites.ts';
import { makeDemoStock } from '../demo-stock/make-demo-stock.ts';
import { stateExamples } from '../demo-stock/state-examples.ts';
import { startMeilisearch } from '../programs/meilisearch.ts';
import { startDemoCrm } from './crm/demo-crm.ts';
import { PAYMENT_PATH } from './crm/payment-page.ts';
import { demoIndexPage } from './demo-index-page.ts';
import { demoSecrets } from './demo-secrets.ts';
import { importEarlierPrices } from './earlier-prices.ts';
import { requireFreePort } from './free-port.ts';
import { stamp } from './stamp.ts';

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
  /** Whether feeds and pictures of that day have been made, which takes two seconds to find out. */
  hasStock?: boolean;
  report: (line: string) => void;
  logLevel?: Environment['LOG_LEVEL'];
};

export type DemoStack = {
  dealers: DealerConfig[];
  services: Services;
  port: number;
  crmUrl: string;
  stop(): Promise<void>;
};

/** Address that mails of the demo come from. */
const MAIL_FROM = 'websites@forecourt.example';

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

/** Leads addressed to this machine go to the demo CRM, whichever port it has. */
function withDemoCrm(dealer: DealerConfig, crmPort: number): DealerConfig {
  const destinations = dealer.leads.destinations.map((destination) => {
    if (!('url' in destination)) return destination;
    const url = new URL(destination.url);
    if (url.hostname !== '127.0.0.1') return destination;
    url.port = String(crmPort);
    return { ...destination, url: url.href };
  });
  return { ...dealer, leads: { ...dealer.leads, destinations } };
}

/** Variables that hold the secrets of where leads go. */
const leadSecretsOf = ({ leads, podium }: DealerConfig): string[] => [
  ...leads.destinations.flatMap((destination) => ('signingKey' in destination ? destination.signingKey : [])),
  ...(podium.podium_api_token === undefined ? [] : [podium.podium_api_token]),
];

/** Variables that hold the secrets of payment accounts. */
const paymentSecretsOf = ({ payments: { stripe } }: DealerConfig): string[] =>
  stripe ? [stripe.secretKey, stripe.webhookSecret] : [];

/** Passes every challenge token of the site keys that Cloudflare gives for tests. */
const TURNSTILE_TEST_SECRET = '1x0000000000000000000000000000000AA';

const turnstileSecrets = (dealers: readonly DealerConfig[]): Record<string, string> =>
  Object.fromEntries(
    dealers.flatMap(({ leads: { turnstile } }) =>
      turnstile ? [[turnstile.secret, process.env[turnstile.secret] ?? TURNSTILE_TEST_SECRET]] : [],
    ),
  );

async function importAll(
  services: Services,
  dealers: readonly DealerConfig[],
  options: DemoStackOptions,
): Promise<void> {
  for (const dealer of dealers.filter(({ stock }) => stock.feed?.file)) {
    const done = stamp(join(options.dataDir, 'stamps', `import-${dealer.slug}`));
    const feed = resolve(options.dealersDir, dealer.stock.feed?.file ?? '');
    const wanted = fingerprint([feed, join(options.dealersDir, `${dealer.slug}.json`)]);
    if (done.matches(wanted)) continue;
    const isFirst = (await countPresentVehicles(services.db, dealer.slug)) === 0;
    if (isFirst && dealer.vehiclePage.priceDrop) await importEarlierPrices(services, dealer, options);
    const summary = await importStock(services, dealer, { dealersDir: options.dealersDir, force: true });
    options.report(`imported ${summary.stored} vehicles for ${dealer.name}`);
    done.write(wanted);
  }
  await drainIndexChanges(services, { report: options.report });
  if (!(await isIndexWhole(services, dealers))) await rebuildIndex(services);
}

/** Not if Meilisearch or its data has been replaced since. */
async function isIndexWhole(services: Services, dealers: readonly DealerConfig[]): Promise<boolean> {
  for (const { slug } of dealers) {
    const stored = await countPresentVehicles(services.db, slug);
    if ((await services.index.count(slug)) !== stored) return false;
  }
  return true;
}

async function buildIfChanged(dealers: readonly DealerConfig[], options: DemoStackOptions): Promise<void> {
  const done = stamp(join(options.dataDir, 'stamps', 'build'));
  const wanted = fingerprint([...BUILD_INPUTS, options.dealersDir], { salt: options.outDir });
  if (done.matches(wanted) && findLiveCode(options.outDir)) return;
  const { pages, seconds, failed } = await buildSites({
    dealersDir: options.dealersDir,
    outDir: options.outDir,
    slugs: dealers.map(({ slug }) => slug),
  });
  for (const failure of failed) options.report(failureText(failure));
  options.report(`built ${pages} pages in ${seconds.toFixed(1)} s`);
  done.write(wanted);
}

/**
 * Starts the complete product on this machine: stock, Meilisearch, import, build, CRM, sites.
 * Completed steps whose inputs are unchanged are skipped. `stop` ends everything it started.
 */
export async function startDemoStack(options: DemoStackOptions): Promise<DemoStack> {
  const { dataDir, dealersDir, outDir, port, crmPort, report } = options;
  await requireFreePort(port, 'the sites');
  await requireFreePort(crmPort, 'the demo CRM');
  const stock = options.hasStock ? undefined : makeDemoStock({ dataDir, dealersDir, today: options.today });
  if (stock?.changed) report(`made ${stock.vehicles} demo vehicles and ${stock.pictures} pictures`);
  await buildIfChanged(loadValidDealers(options), options);
  const dealers = loadPublished(options);

  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const secrets = demoSecrets(dataDir, [
      'SITE_SECRET',
      ...(process.env.HEALTH_TOKEN ? [] : ['HEALTH_TOKEN']),
      ...dealers.flatMap(leadSecretsOf),
      ...dealers.flatMap(paymentSecretsOf),
    ]);
    Object.assign(process.env, turnstileSecrets(dealers), secrets);
    const clock = options.clock ?? systemClock;
    const phones = localSms(clock);
    let sitePort = port;
    let sandbox: PaymentSandbox | undefined;
    const crm = await startDemoCrm({
      port: crmPort,
      dataDir,
      texts: () => phones.arrivals,
      payments: () => sandbox,
      keys: keysByDealer(dealers, secrets),
      mailboxes: mailboxesOf(dealers),
      sites: () => sitesHere(dealers, sitePort),
    });
    stops.push(crm.stop);
    sandbox = paymentSandbox({ pageAt: `${crm.url}${PAYMENT_PATH}`, clock });
    const search = await meilisearch(dataDir, report);
    stops.push(search.stop);
    const env = readEnvironment({
      // One machine tests every form of every dealer.
      LEAD_LIMITS: 'address=2000/20000 phone=2000 site=2000/20000',
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      MEILI_HOST: search.host,
      MEILI_KEY: search.key,
      SMTP_URL: crm.smtpUrl,
      MAIL_FROM,
      LOG_LEVEL: options.logLevel ?? 'warn',
      REGO_URL: process.env.REGO_URL ?? MADE_UP,
      VALUATION_URL: process.env.VALUATION_URL ?? MADE_UP,
      PRICE_GAUGE_URL: process.env.PRICE_GAUGE_URL ?? MADE_UP,
      DELIVERY_PRICE_URL: process.env.DELIVERY_PRICE_URL ?? MADE_UP,
      GEOCODING_URL: process.env.GEOCODING_URL ?? MADE_UP,
      BROKER_URL: process.env.BROKER_URL ?? MADE_UP,
      BROKER_ORIGINS: process.env.BROKER_ORIGINS ?? crm.url,
      PAYMENTS_ORIGIN: crm.url,
    });
    const services = await openServices({
      env,
      dealers,
      clock,
      sandbox,
      ...(!env.SMS_URL && { sms: phones }),
    });
    await importAll(services, dealers, options);
    // The demo makes its data itself, also where the folder was emptied.
    await requireSameData(services, outDir, true);
    const examples = await stateExamples(
      dealers,
      ({ slug }) => presentVehicles(services.db, slug),
      services.clock.now(),
    );
    const otherHosts = demoIndexPage({ dealers, examples, port, crmUrl: crm.url });
    const site = await serveSites({ services, dist: outDir, otherHosts });
    sitePort = site.port;
    const worker = startLeadWorker(services);
    const feeds = startFeedWorker(services, { dealersDir: options.dealersDir });
    stops.push(async () => {
      await Promise.all([worker.stop(), feeds.stop()]);
      await site.stop({ promptly: true });
    });
    return { dealers, services, port: site.port, crmUrl: crm.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function meilisearch(dataDir: string, report: DemoStackOptions['report']) {
  const host = process.env.MEILI_HOST;
  if (host) return { host, key: process.env.MEILI_KEY ?? '', stop: async () => {} };
  const server = await startMeilisearch(join(dataDir, 'meilisearch'));
  report(`started Meilisearch on ${server.host}`);
  return server;
}

/** The keys by which a receiver on this machine recognises a dealer's senders. */
const keysByDealer = (dealers: readonly DealerConfig[], secrets: Record<string, string>) =>
  Object.fromEntries(
    dealers.map((dealer) => [dealer.slug, leadSecretsOf(dealer).map((name) => secrets[name] ?? '')]),
  );

/** Where each site is on this machine, by its own hosts. */
const sitesHere = (dealers: readonly DealerConfig[], port: number) =>
  Object.fromEntries(
    dealers.flatMap(({ slug, hosts }) => hosts.map((host) => [host, `http://${slug}.localhost:${port}`])),
  );

/** Slug of the dealer by address of its mailboxes. */
const mailboxesOf = (dealers: readonly DealerConfig[]) =>
  Object.fromEntries(
    dealers.flatMap(({ slug, leads }) =>
      leads.destinations.flatMap((destination) =>
        'to' in destination
          ? [destination.to, ...Object.values(destination.toByLocation)].map((to) => [to, slug])
          : [],
      ),
    ),
  );
