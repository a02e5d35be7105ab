import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentSandbox } from '#src/features/reservations/server/payments/local-payments.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { developmentLocals } from '#src/server/http/development-locals.ts';
import { openDevelopmentSite } from '../../scripts/dev/development-site.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { ask, environment, KOOKABURRA, RIVERBEND } from '../fixtures/http-site.ts';

const dealers = dealerFolder();
const folder = mkdtempSync(join(tmpdir(), 'forecourt-development-'));
let site: Awaited<ReturnType<typeof openDevelopmentSite>>;
const server = createServer((req, res) => site.respond(req, res));
let port: number;

beforeAll(async () => {
  site = await openDevelopmentSite({
    env: await environment(folder),
    dealersDir: dealers.folder,
    clock: systemClock,
    sms: undefined,
    sandbox: paymentSandbox({ pageAt: 'http://localhost/pay', clock: systemClock }),
    adapted: (dealer) => dealer,
    // In place of Astro: a page that says whose it is.
    pages(req, res) {
      const { dealer } = developmentLocals.getStore() as { dealer: { name: string } };
      res.writeHead(200, { 'Content-Type': 'text/html' });
      res.end(`${dealer.name} ${req.url}`);
    },
    crmUrl: 'http://localhost/crm',
    demo: undefined,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = address && typeof address === 'object' ? address.port : 0;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await site.close();
  dealers.remove();
  rmSync(folder, { recursive: true, force: true });
});

const body = async (path: string, host = RIVERBEND) => (await ask(port, { path, host })).body;

it('PLAT-02 a page of each dealer is rendered at its own host, and every host of no dealer is refused', async () => {
  const riverbend = dealers.read('riverbend').name;
  expect(await body('/about-us')).toBe(`${riverbend} /tenants/riverbend/about-us`);
  expect(await body('/about-us', KOOKABURRA)).toContain('/tenants/kookaburra-cars/about-us');
  expect(await body('/robots.txt')).toBe(`${riverbend} /tenants/riverbend/robots.txt`);
  expect((await ask(port, { path: '/', host: 'other.example' })).status).toBe(421);
  const missing = await ask(port, { path: '/no-such-page' });
  expect(missing).toMatchObject({ status: 404, body: `${riverbend} /tenants/riverbend/404` });
});

it('CFG-01 an edited dealer file is in force at once; one with a mistake is reported and the former stays', async () => {
  dealers.change('riverbend', { name: 'Riverbend Edited' });
  expect(await site.readDealersAgain()).toEqual([]);
  expect(await body('/about-us')).toContain('Riverbend Edited');
  dealers.change('riverbend', { name: 7 });
  expect((await site.readDealersAgain()).join()).toContain('riverbend.json');
  expect(await body('/about-us')).toContain('Riverbend Edited');
});
