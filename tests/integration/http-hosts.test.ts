import { afterEach, expect, it, vi } from 'vitest';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { RIVERBEND, startSite } from '../fixtures/http-site.ts';

let site: Awaited<ReturnType<typeof startSite>>;
afterEach(() => site.stop());

const start = (env: Parameters<typeof startSite>[1] = {}) => startSite(async () => new Response('page'), env);

const IRONBARK = 'ironbarktrucks.example';
const FIRST = `www.${IRONBARK}`;

it('NAV-12 a second host of a dealer redirects to the first, with path and query, and accepts posts', async () => {
  site = await start({ env: { BEHIND_TLS: 'yes' } });
  for (const method of ['GET', 'HEAD']) {
    const answer = await site.ask({ method, host: IRONBARK, path: '/search/used-trucks?page=2' });
    expect(answer).toMatchObject({
      status: 301,
      headers: { location: `https://${FIRST}/search/used-trucks?page=2` },
    });
  }
  const headers = { 'Content-Type': 'application/json' };
  const posted = await site.ask({ method: 'POST', host: IRONBARK, path: '/api/leads', headers, body: '{}' });
  expect(posted).toMatchObject({ status: 200, body: 'page' });
});

it('NAV-12 the first host and names of local development do not redirect', async () => {
  site = await start();
  for (const host of [FIRST, `${FIRST}:4321`, 'ironbark-trucks.localhost', 'ironbark-trucks.localhost:4321'])
    expect((await site.ask({ host, path: '/enquire/page' })).status, host).toBe(200);
  const [dealer] = demoDealers();
  if (!dealer) throw new Error('no dealer');
  const tenants = createTenants([{ ...dealer, hosts: ['cars.test', 'www.cars.example', 'cars.example'] }]);
  expect(['cars.test', 'www.cars.example', 'cars.example'].map(tenants.ownHostFor)).toEqual([
    undefined,
    undefined,
    'www.cars.example',
  ]);
});

it('PLAT-02 subdomains are included in HSTS only by the dealer’s setting (secureSubdomains)', async () => {
  site = await start({ env: { BEHIND_TLS: 'yes' } });
  const sent = async (host: string) =>
    (await site.ask({ host, path: '/about-us' })).headers['strict-transport-security'];
  const isSecured = (slug: string) => site.services.tenants.bySlug(slug)?.secureSubdomains;
  expect([isSecured('riverbend'), isSecured('aldermoor')]).toEqual([false, true]);
  expect(await sent(RIVERBEND)).toBe('max-age=63072000');
  expect(await sent('aldermoor.localhost')).toBe('max-age=63072000; includeSubDomains');
});

it('FORM-11 an untrusted proxy inside the network causes one warning, a trusted one none', async () => {
  const headers = { 'X-Forwarded-For': '198.51.100.7' };
  site = await start();
  const warn = vi.spyOn(site.services.log, 'warn').mockImplementation(() => undefined);
  await site.ask({ path: '/enquire/page' });
  expect(warn).not.toHaveBeenCalled();
  for (let times = 0; times < 3; times += 1) await site.ask({ path: '/enquire/page', headers });
  expect(warn.mock.calls).toEqual([[{ proxy: '127.0.0.1' }, expect.stringContaining('TRUSTED_PROXIES')]]);
  await site.stop();
  site = await start({ env: { TRUSTED_PROXIES: ['127.0.0.1'] } });
  const calm = vi.spyOn(site.services.log, 'warn').mockImplementation(() => undefined);
  await site.ask({ path: '/enquire/page', headers });
  expect(calm).not.toHaveBeenCalled();
});
