import { DEMO_STATES } from '../../scripts/demo-stock/demo-states.data.ts';
import { E2E_PORT } from './ports.ts';
import { expect, get, test } from './site.ts';

/** Every state that the page of a vehicle can be in, as the list of the demo's sites leads to it. */

const unescaped = (html: string) =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** Addresses of the examples by the name of their state. */
async function examples(): Promise<Map<string, string>> {
  const { text } = await get(`http://localhost:${E2E_PORT}/`);
  const links = text.matchAll(/<li><a href="([^"]+\/cars\/[^"]+)">([^<]+)</g);
  return new Map([...links].map(([, address = '', name = '']) => [unescaped(name), address]));
}

test('CFG-02 the list of sites leads to a page in every state, and the page shows that it is', async () => {
  const addresses = await examples();
  expect([...addresses.keys()]).toEqual(DEMO_STATES.map(({ name }) => name));
  for (const { name, dealer, marks, lacks = [] } of DEMO_STATES) {
    const address = addresses.get(name) ?? '';
    expect.soft(address, name).toContain(`//${dealer}.`);
    const { status, text } = await get(address);
    expect.soft(status, name).toBe(200);
    for (const mark of marks) expect.soft(mark.test(text), `${name}: ${mark} at ${address}`).toBe(true);
    for (const mark of lacks) expect.soft(mark.test(text), `${name}: no ${mark} at ${address}`).toBe(false);
  }
});

test('VDP-24 the reports that vehicles of the demo lead to open', async ({ page }) => {
  const addresses = await examples();
  for (const [state, link] of [
    ['History report', 'History report'],
    ['Car analysis to download', 'Download car analysis'],
  ] as const) {
    await page.goto(addresses.get(state) ?? '');
    const href = await page.getByRole('link', { name: link }).first().getAttribute('href');
    const { status, text } = await get(new URL(href ?? '', page.url()).href);
    expect(status, href ?? link).toBe(200);
    expect(text.slice(0, 5)).toBe('%PDF-');
  }
});
