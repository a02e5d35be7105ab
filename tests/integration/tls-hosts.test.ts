import { afterAll, beforeAll, expect, it } from 'vitest';
import { RIVERBEND, startSite } from '../fixtures/http-site.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite(async () => undefined, { env: { TRUSTED_PROXIES: ['127.0.0.1'] } });
});
afterAll(() => site.stop());

const asked = async (query: string, headers: Record<string, string> = {}, host = '127.0.0.1') =>
  (await site.ask({ path: `/tls-hosts${query}`, host, headers })).status;

it('PLAT-02 a proxy on this machine gets certificates for the hosts of published dealers only', async () => {
  const dealers = site.services.tenants.all;
  const hosts = dealers.flatMap((dealer) => [...dealer.hosts, ...dealer.previousHosts]);
  expect(hosts.length).toBeGreaterThan(dealers.length);
  for (const host of hosts) expect([host, await asked(`?domain=${host}`)]).toEqual([host, 200]);
  const others = [
    'www.stranger.example',
    `x.${hosts[0]}`,
    'riverbend.localhost',
    '127.0.0.1',
    '',
    'constructor',
  ];
  for (const name of others) expect([name, await asked(`?domain=${name}`)]).toEqual([name, 404]);
  expect(await asked(`?domain=${hosts[0]?.toUpperCase()}`)).toBe(200);
  expect(await asked('')).toBe(404);
});

it('PLAT-02 a dealer taken down gets no more certificates', async () => {
  const dealers = site.services.tenants.all;
  const [first, ...others] = dealers;
  site.services.tenants.replace({ dealers: others, leftOut: [] });
  expect(await asked(`?domain=${first?.hosts[0]}`)).toBe(404);
  site.services.tenants.replace({ dealers, leftOut: [] });
  expect(await asked(`?domain=${first?.hosts[0]}`)).toBe(200);
});

it('PLAT-02 shoppers cannot ask which hosts there are', async () => {
  const query = `?domain=${site.services.tenants.all[0]?.hosts[0]}`;
  for (const headers of [{ 'X-Forwarded-For': '203.0.113.7' }, { Forwarded: 'for=203.0.113.7' }]) {
    expect(await asked(query, headers, RIVERBEND)).toBe(404);
    expect(await asked(query, headers)).toBe(421);
  }
});
