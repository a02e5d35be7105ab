import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { BROKER_APPLY_PATH } from '#src/features/finance/server/broker/broker-service.ts';
import type { PaymentSandbox } from '#src/features/reservations/server/payments/local-payments.ts';
import type { ArrivedText } from '#src/platform/sms/local-sms.ts';
import { xmlText } from '#src/platform/text/xml.ts';
import { inboxPage } from './inbox-page.ts';
import type { LocalSites } from './local-links.ts';
import { arrivalFile, startMailbox } from './mailbox.ts';
import { PAYMENT_PATH, paymentReply } from './payment-page.ts';
import { placeTile, TILES_PATH } from './place-tiles.ts';
import { receivePost } from './receive-post.ts';
import { TEXTS_PATH, textsPage } from './texts-page.ts';

const STYLE = `
:root{color-scheme:light}body{margin:0;background:#f3f5f8;color:#16202b;font:16px/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:3rem 1rem}h1{font-size:1.5rem}code{overflow-wrap:anywhere}`;

/** Where a finance application continues in the demo: in place of the broker's own website. */
const brokerPage = (query: URLSearchParams): string =>
  `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Finance application · Demo broker</title><style>${STYLE}</style></head>
<body><main><h1>Your finance application</h1>
<p>In the demo this page replaces the broker's website. Your details have arrived; nothing is sent to a lender.</p>
<p>Reference: <code>${xmlText(query.get('reference') ?? 'none')}</code></p></main></body></html>`;

/** Pages of other origins draw maps from them. */
const TILE_HEADERS = {
  'Content-Type': 'image/png',
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'max-age=86400',
};
const CHECKOUT = new RegExp(`^${PAYMENT_PATH}/([\\da-f]{32})$`);

export type RunningDemoCrm = {
  url: string;
  /** Address of its mail server. */
  smtpUrl: string;
  stop(): Promise<void>;
};

function answer(
  res: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, {
    ...headers,
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  res.end(body);
}

const say = (res: ServerResponse, status: number, message: string, headers?: Record<string, string>) =>
  answer(res, status, 'application/json', JSON.stringify({ message }), headers);

/**
 * Replaces the systems dealers work with, on this machine: `POST /hooks/<dealer>` takes signed leads in JSON or
 * ADF, `POST /messages/<dealer>` conversations, a mail server every mail. `GET /` shows them, `GET /leads.json`
 * lists the JSON leads, oldest first, `GET /arrivals.json` everything. It also has the page of the finance broker where
 * an application continues, and `GET /tiles/{z}/{x}/{y}.png` in place of a map service.
 * @param options.keys keys and tokens that senders may use, by dealer slug
 * @param options.mailboxes slug of the dealer by address of its mailboxes
 * @param options.texts text messages that arrived, oldest first
 * @param options.sites where links of messages lead on this machine
 * @param options.payments whose payment page it is
 */
export async function startDemoCrm(options: {
  port: number;
  dataDir: string;
  keys: Readonly<Record<string, readonly string[]>>;
  mailboxes?: Readonly<Record<string, string>>;
  texts?: () => readonly ArrivedText[];
  sites?: () => LocalSites;
  payments?: () => PaymentSandbox | undefined;
}): Promise<RunningDemoCrm> {
  const { port, dataDir, keys, mailboxes = {} } = options;
  const { texts = () => [], sites = () => ({}), payments = () => undefined } = options;
  const kept = arrivalFile(join(dataDir, 'demo-crm.json'));
  const dealerAt = (address: string) => (Object.hasOwn(mailboxes, address) ? mailboxes[address] : undefined);
  const mailbox = await startMailbox(kept, dealerAt);

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://127.0.0.1');
    const [, checkout] = CHECKOUT.exec(url.pathname) ?? [];
    const sandbox = payments();
    const [, kind, dealer] = /^\/(hooks|messages)\/([a-z0-9-]+)$/.exec(url.pathname) ?? [];
    if (req.method === 'POST' && kind && dealer) {
      const known = Object.hasOwn(keys, dealer) ? (keys[dealer] ?? []) : [];
      receivePost(req, { kind, dealer }, known, kept)
        .then(({ status, message, headers }) => say(res, status, message, headers))
        .catch(() => res.destroy());
    } else if (sandbox && checkout !== undefined) {
      paymentReply(sandbox, req, checkout)
        .then((reply) =>
          'to' in reply
            ? void res.writeHead(303, { Location: reply.to }).end()
            : answer(res, reply.status, 'text/html', reply.html),
        )
        .catch(() => res.destroy());
    } else if (req.method === 'GET' && url.pathname === '/leads.json') {
      const leads = kept.all().filter(({ way }) => way === 'json');
      answer(res, 200, 'application/json', JSON.stringify(leads));
    } else if (req.method === 'GET' && url.pathname === '/arrivals.json') {
      answer(res, 200, 'application/json', JSON.stringify(kept.all()));
    } else if (req.method === 'GET' && url.pathname === '/') {
      answer(res, 200, 'text/html', inboxPage(kept.all(), url.searchParams, sites()));
    } else if (req.method === 'GET' && url.pathname === TEXTS_PATH) {
      answer(res, 200, 'text/html', textsPage(texts(), sites()));
    } else if (req.method === 'GET' && url.pathname === BROKER_APPLY_PATH) {
      answer(res, 200, 'text/html', brokerPage(url.searchParams));
    } else if (req.method === 'GET' && url.pathname.startsWith(TILES_PATH)) {
      placeTile(url.pathname)
        .then((picture) =>
          picture ? void res.writeHead(200, TILE_HEADERS).end(picture) : say(res, 404, 'not found'),
        )
        .catch(() => res.destroy());
    } else say(res, 404, 'not found');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const chosen = address && typeof address === 'object' ? address.port : port;
  return {
    url: `http://127.0.0.1:${chosen}`,
    smtpUrl: mailbox.url,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await Promise.all([closed, mailbox.stop()]);
    },
  };
}
