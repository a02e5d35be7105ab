import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_FOLDER } from '#src/dealer-files/settings-layers.ts';

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
