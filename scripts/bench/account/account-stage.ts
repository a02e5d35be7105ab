import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { localSms } from '#src/platform/sms/local-sms.ts';
import { loadPages, pageBundle } from '#src/publishing/page-bundle.ts';
import type { RenderPage } from '#src/server/http/page-code.ts';
import { createSiteServer } from '#src/server/http/site-server.ts';
import { foldersIn } from '#src/server/http/static-files.ts';
import { openServices } from '#src/server/services.ts';
import { LEAD_ENVIRONMENT } from '../leads/lead-dealer.ts';
import type { LeadEngine } from '../leads/lead-engines.ts';

export type AccountReply = {
  status: number;
  text: string;
  location: string | undefined;
  cookie: string | undefined;
  ms: number;
};
export type AccountRequest = {
  dealer: DealerConfig;
  path: string;
  /** A form, unless it is JSON; without one the address is read. */
  body?: Readonly<Record<string, string>> | undefined;
  isJson?: boolean;
  /** A body as it is, with the headers that sign it. */
  rawBody?: string;
  headers?: Readonly<Record<string, string>>;
  cookie?: string | undefined;
  /** Address of the client. */
  from?: string;
};

const CONCURRENT = 50;

/** Names of variables: the other dealer has an account of its own at the processor. */
export const TWIN_STRIPE = {
  secretKey: 'DEALER_TWIN_STRIPE_KEY',
  webhookSecret: 'DEALER_TWIN_STRIPE_WEBHOOK',
};

/** A dealer with all that accounts can do, and another with the same settings. */
function twoDealers(): [first: DealerConfig, second: DealerConfig] {
  const { dealers } = loadDealers('dealers');
  const [riverbend, brightkey] = ['riverbend', 'brightkey'].map((slug) =>
    dealers.find((each) => each.slug === slug),
  );
  if (!riverbend || !brightkey) throw new Error('The demo dealers riverbend and brightkey are missing.');
  const { account, pages, card } = brightkey;
  const finance = { ...riverbend.pages.finance, enabled: true };
  const first: DealerConfig = {
    ...riverbend,
    account: { ...account, gates: { ...account.gates, checkout: false } },
    card: { ...riverbend.card, favourites: card.favourites, compare: card.compare },
    pages: {
      ...riverbend.pages,
      'spin-to-win': pages['spin-to-win'],
      'personalised-finance': finance,
    },
  };
  const payments = { ...riverbend.payments, stripe: TWIN_STRIPE };
  return [first, { ...first, slug: 'twin', name: 'Twin', hosts: ['twin.localhost'], payments }];
}

/**
 * Two dealers with sign-in on a server over http, whose text messages can be read and whose clock is set.
 * @param loaded renders the pages; the bundle of the source as it is unless given
 */
export async function openAccountStage(engine: Pick<LeadEngine, 'freshPlace'>, loaded?: RenderPage) {
  const [first, second] = twoDealers();
  const time = { now: Date.parse('2026-07-01T00:00:00Z') };
  const place = await engine.freshPlace();
  const env = readEnvironment({
    ...LEAD_ENVIRONMENT,
    ...place,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1',
    SMS_A_DAY: '9999999',
  });
  const clock = { now: () => new Date(time.now) };
  const sms = localSms(clock);
  const services = await openServices({ env, dealers: [first, second], clock, sms });
  const renderPage = loaded ?? (await loadPages(join((await pageBundle()).server, 'entry.mjs')));
  const server = createSiteServer({
    services,
    folders: foldersIn(join(place.DATA_DIR, 'sites')),
    code: () => ({ name: 'bench', renderPage }),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT });

  /** Sends one request; once more if the server had closed the connection since the last one. */
  async function ask(asked: AccountRequest): Promise<AccountReply> {
    return send(asked).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET') throw error;
      return send(asked);
    });
  }
  function send(asked: AccountRequest) {
    const { dealer, path, body, isJson = false, rawBody, headers = {}, cookie, from = '203.0.113.1' } = asked;
    const text = rawBody ?? (body && (isJson ? JSON.stringify(body) : `${new URLSearchParams(body)}`));
    const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
    return new Promise<AccountReply>((resolve, reject) => {
      const started = performance.now();
      const req = request(
        {
          ...{ host: '127.0.0.1', port, path, agent, method: text === undefined ? 'GET' : 'POST' },
          headers: {
            Host: dealer.hosts[0],
            'X-Forwarded-For': from,
            ...(cookie && { Cookie: cookie }),
            ...(text !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('error', reject);
          res.on('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              text: Buffer.concat(chunks).toString(),
              location: res.headers.location,
              cookie: res.headers['set-cookie']?.[0]?.split(';')[0],
              ms: performance.now() - started,
            }),
          );
        },
      );
      req.on('error', reject);
      req.end(text);
    });
  }

  const newest = () => /#(\d{6})$/.exec(sms.arrivals.at(-1)?.text ?? '')?.[1] ?? '';
  return {
    ...{ first, second, services, time, ask, newest },
    /** Sends many requests, some at a time. */
    async askEach(
      count: number,
      requestOf: (at: number) => AccountRequest,
      atOnce = CONCURRENT,
    ): Promise<AccountReply[]> {
      const replies: AccountReply[] = [];
      let at = 0;
      const client = async () => {
        while (at < count) replies.push(await ask(requestOf(at++)));
      };
      await Promise.all(Array.from({ length: atOnce }, client));
      return replies;
    },
    /** @returns the cookie of a shopper who has signed in */
    async signIn(dealer: DealerConfig, phone: string, details: Readonly<Record<string, string>> = {}) {
      const body = { phone, ...details };
      await ask({ dealer, path: '/sign-in', body });
      const { status, cookie } = await ask({ dealer, path: '/sign-in', body: { ...body, code: newest() } });
      if (!cookie) throw new Error(`Not signed in at ${dealer.slug}: ${status}`);
      return cookie;
    },
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await server.settled();
      await services.close();
    },
  };
}

export type AccountStage = Awaited<ReturnType<typeof openAccountStage>>;
