import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  IDEMPOTENCY_HEADER,
  isGenuine,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
} from '#src/domain/lead/webhook-signature.ts';
import { inboxPage } from '../demo-crm/inbox-page.ts';
import { leadFile } from '../demo-crm/lead-file.ts';

export type RunningDemoCrm = { url: string; stop(): Promise<void> };

const MAX_LEAD_BYTES = 256 * 1024;

function answer(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  res.end(body);
}

const say = (res: ServerResponse, status: number, message: string) =>
  answer(res, status, 'application/json', JSON.stringify({ message }));

const headerOf = (req: IncomingMessage, name: string) => {
  const value = req.headers[name];
  return typeof value === 'string' ? value : '';
};

function readLead(body: string): Record<string, unknown> | undefined {
  try {
    const lead: unknown = JSON.parse(body);
    return typeof lead === 'object' && lead !== null && !Array.isArray(lead) ? { ...lead } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stands in for a dealer's CRM on this machine: `POST /hooks/<dealer>` takes signed leads once per key,
 * `GET /` shows them, `GET /leads.json` lists them, oldest first.
 * @param options.keys keys that posts may be signed with, by dealer slug
 */
export async function startDemoCrm(options: {
  port: number;
  dataDir: string;
  keys: Readonly<Record<string, readonly string[]>>;
}): Promise<RunningDemoCrm> {
  const { port, dataDir, keys } = options;
  const leads = leadFile(join(dataDir, 'demo-crm.json'));

  async function receive(dealer: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (Number(req.headers['content-length'] ?? 0) > MAX_LEAD_BYTES) return say(res, 413, 'too large');
    const body = await text(req);
    const known = Object.hasOwn(keys, dealer) ? (keys[dealer] ?? []) : [];
    const leadId = headerOf(req, IDEMPOTENCY_HEADER);
    const received = {
      timestamp: headerOf(req, TIMESTAMP_HEADER),
      signature: headerOf(req, SIGNATURE_HEADER),
      body,
    };
    if (!known.some((key) => isGenuine(key, received, new Date())))
      return say(res, 401, 'signature not accepted');
    const lead = readLead(body);
    if (!lead || leadId === '') return say(res, 400, 'not a lead');
    return leads.keep(dealer, leadId, lead) ? say(res, 201, 'kept') : say(res, 409, 'known already');
  }

  const server = createServer((req, res) => {
    const hook = /^\/hooks\/([a-z0-9-]+)$/.exec(req.url ?? '');
    if (req.method === 'POST' && hook?.[1]) {
      receive(hook[1], req, res).catch(() => res.destroy());
    } else if (req.method === 'GET' && req.url === '/leads.json') {
      answer(res, 200, 'application/json', JSON.stringify(leads.all()));
    } else if (req.method === 'GET' && req.url === '/') {
      answer(res, 200, 'text/html', inboxPage(leads.all()));
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
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
