import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Agent } from 'node:http';
import { join } from 'node:path';
import { type DatabaseLocation, readEnvironment } from '#src/config/environment.ts';
import { SHARED_FOLDER } from '#src/dealer-files/settings-layers.ts';
import { openServices } from '#src/server/services.ts';
import { type ServeProcess, startServeProcess } from '../../programs/serve-process.ts';
import { send } from '../http-load.ts';

export const LEAD_DEALER = 'riverbend';
export const LEAD_DESTINATION = 'crm';
const SIGNING_KEY = 'DEALER_RIVERBEND_CRM_KEY';

/** Limits high enough for hundreds of leads. */
const ENDLESS_LIMITS = 'address=9999999/9999999 phone=9999999 site=9999999/9999999';

/** Environment of a server and its worker, apart from the database. */
export const LEAD_ENVIRONMENT = {
  SITE_SECRET: 'a secret of the bench that signs nothing of worth',
  FEED_HOSTS: '127.0.0.1:*',
  LEAD_LIMITS: ENDLESS_LIMITS,
  LOG_LEVEL: 'info',
  [SIGNING_KEY]: 'a key of the bench that signs nothing of worth',
};

/** Writes the demo dealer, with nothing but a webhook to `port` for its leads, into a folder of its own. */
export function writeLeadDealer(folder: string, port: number): string {
  const dealersDir = join(folder, 'dealers');
  mkdirSync(dealersDir, { recursive: true });
  for (const name of [SHARED_FOLDER, LEAD_DEALER])
    cpSync(join('dealers', name), join(dealersDir, name), { recursive: true });
  const dealer = JSON.parse(readFileSync(join('dealers', `${LEAD_DEALER}.json`), 'utf8'));
  const url = `http://127.0.0.1:${port}/hooks/${LEAD_DEALER}`;
  const { routes: _, acknowledgement: __, ...leads } = dealer.leads;
  dealer.leads = {
    ...leads,
    destinations: [{ name: LEAD_DESTINATION, type: 'webhook', url, signingKey: SIGNING_KEY }],
  };
  writeFileSync(join(dealersDir, `${LEAD_DEALER}.json`), JSON.stringify(dealer));
  return dealersDir;
}

export type LeadSite = { dealersDir: string; dist: string; place: DatabaseLocation };

/** The real server in a separate process, with no limits of leads. */
export const startLeadServer = ({ dealersDir, dist, place }: LeadSite): Promise<ServeProcess> =>
  startServeProcess({ dealersDir, dist, env: { ...LEAD_ENVIRONMENT, ...place } });

/** How often its log says "database is locked". */
export const lockedOf = (server: ServeProcess): number =>
  server.said().match(/database is locked/g)?.length ?? 0;

/** Ids of all leads, and of those that have a delivery. */
export async function storedLeads(
  place: DatabaseLocation,
): Promise<{ leads: Set<string>; routed: Set<string> }> {
  const services = await openServices({
    env: readEnvironment({ ...LEAD_ENVIRONMENT, ...place }),
    dealers: [],
  });
  const { db } = services;
  try {
    const leads = await db.selectFrom('leads').select('id').execute();
    const outbox = await db.selectFrom('outbox').select('lead_id').distinct().execute();
    return { leads: new Set(leads.map(({ id }) => id)), routed: new Set(outbox.map((row) => row.lead_id)) };
  } finally {
    await services.close();
  }
}

export type LeadResponse = { status: number; body: string; leadId: string | undefined };

/** Another shopper for every number. */
const leadOf = (n: number, message: string, submissionKey: string) => ({
  name: `Annabel ${n}`,
  last_name: 'Quillfeather',
  email: `annabel.${n}@example.com`,
  phone: `04${String(12_000_000 + n).padStart(8, '0')}`,
  postcode: '4006',
  message,
  submission_key: submissionKey,
});

/** Sends one lead as the page does. @throws Error where no response comes back */
export async function postLeadTo(
  port: number,
  agent: Agent,
  n: number,
  message = 'Is the blue one still there?',
  submissionKey: string = randomUUID(),
): Promise<LeadResponse> {
  const target = { port, path: '/api/leads/contact', headers: { host: `${LEAD_DEALER}.localhost` } };
  const { status, text } = await send(target, agent, JSON.stringify(leadOf(n, message, submissionKey)));
  const leadId = status === 201 ? (JSON.parse(text) as { lead_id: string }).lead_id : undefined;
  return { status, body: text, leadId };
}
