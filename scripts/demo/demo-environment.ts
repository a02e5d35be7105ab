import { join, resolve } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Environment, readEnvironment, SIMULATED } from '#src/config/environment.ts';
import {
  type PaymentSandbox,
  paymentSandbox,
} from '#src/features/reservations/server/payments/local-payments.ts';
import { type LocalSms, localSms } from '#src/platform/sms/local-sms.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { startMeilisearch } from '../programs/meilisearch-program.ts';
import { startDemoCrm } from './crm/demo-crm.ts';
import { PAYMENT_PATH } from './crm/payment-page.ts';
import { demoSecrets } from './demo-secrets.ts';

export type DemoEnvironmentOptions = {
  dataDir: string;
  crmPort: number;
  /** Port of the sites, once they have one. */
  port: () => number;
  clock: Clock;
  report: (line: string) => void;
  logLevel?: Environment['LOG_LEVEL'];
};

/** Address that mails of the demo come from. */
const MAIL_FROM = 'websites@forecourt.example';

/** What the sites of a demo work with: settings, stand-ins for outside services, the CRM, the search engine. */
export type DemoEnvironment = {
  env: Environment;
  phones: LocalSms;
  sandbox: PaymentSandbox;
  crmUrl: string;
  stop(): Promise<void>;
};

/** Leads addressed to this machine go to the demo CRM, whichever port it has. */
export function withDemoCrm(dealer: DealerConfig, crmPort: number): DealerConfig {
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

/** Starts all that sites need on this machine. `stop` ends what it has started. */
export async function startDemoEnvironment(
  dealers: readonly DealerConfig[],
  { dataDir, crmPort, port, clock, report, logLevel = 'warn' }: DemoEnvironmentOptions,
): Promise<DemoEnvironment> {
  const secrets = demoSecrets(dataDir, [
    'SITE_SECRET',
    ...(process.env.HEALTH_TOKEN ? [] : ['HEALTH_TOKEN']),
    ...dealers.flatMap(leadSecretsOf),
    ...dealers.flatMap(paymentSecretsOf),
  ]);
  Object.assign(process.env, turnstileSecrets(dealers), secrets);
  const phones = localSms(clock);
  let sandbox: PaymentSandbox | undefined;
  const [crm, search] = await Promise.all([
    startDemoCrm({
      port: crmPort,
      dataDir,
      texts: () => phones.arrivals,
      payments: () => sandbox,
      keys: keysByDealer(dealers, secrets),
      mailboxes: mailboxesOf(dealers),
      sites: () => sitesHere(dealers, port()),
    }),
    meilisearch(dataDir, report),
  ]);
  sandbox = paymentSandbox({ pageAt: `${crm.url}${PAYMENT_PATH}`, clock });
  const env = readEnvironment({
    // One machine tests every form of every dealer.
    LEAD_LIMITS: 'address=2000/20000 phone=2000 site=2000/20000',
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port()),
    MEILI_HOST: search.host,
    MEILI_KEY: search.key,
    SMTP_URL: crm.smtpUrl,
    MAIL_FROM,
    LOG_LEVEL: logLevel,
    REGO_URL: process.env.REGO_URL ?? SIMULATED,
    VALUATION_URL: process.env.VALUATION_URL ?? SIMULATED,
    PRICE_GAUGE_URL: process.env.PRICE_GAUGE_URL ?? SIMULATED,
    DELIVERY_PRICE_URL: process.env.DELIVERY_PRICE_URL ?? SIMULATED,
    GEOCODING_URL: process.env.GEOCODING_URL ?? SIMULATED,
    BROKER_URL: process.env.BROKER_URL ?? SIMULATED,
    BROKER_ORIGINS: process.env.BROKER_ORIGINS ?? crm.url,
    PAYMENTS_ORIGIN: crm.url,
    // Leads go to the CRM of this machine.
    FEED_FOLDERS: [process.env.FEED_FOLDERS, resolve('.data/demo-stock')].filter(Boolean).join(),
    FEED_HOSTS: [process.env.FEED_HOSTS, new URL(crm.url).host].filter(Boolean).join(),
  });
  return {
    env,
    phones,
    sandbox,
    crmUrl: crm.url,
    stop: async () => void (await Promise.all([crm.stop(), search.stop()])),
  };
}

async function meilisearch(dataDir: string, report: (line: string) => void) {
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
