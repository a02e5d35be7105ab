import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chart, gatherLastDays } from '#src/server/status/last-days.ts';
import { STATUS_PATH } from '#src/server/status/operator-access.ts';
import { startSite } from '../fixtures/http-site.ts';
import { addThirtyDays } from '../fixtures/thirty-days.ts';

const HEALTH_TOKEN = 'a-token-of-sixteen-or-more';
const headers = { authorization: `Bearer ${HEALTH_TOKEN}` };

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite(async () => undefined, { env: { HEALTH_TOKEN } });
  await addThirtyDays(site.services);
});
afterAll(() => site.stop());

const pageOf = async (query = '') => (await site.ask({ path: `${STATUS_PATH}${query}`, headers })).body;

const chartOf = async (title: string, slug?: string): Promise<Chart> => {
  const { charts } = await gatherLastDays(site.services, slug);
  const found = charts.find((chart) => chart.title === title);
  if (!found) throw new Error(`no chart ${title}`);
  return found;
};
const daysAgo = (values: Chart['values'], ago: number) => values.at(-1 - ago);

it('PLAT-73 a dealer’s charts have its own figures of each day, and those of all dealers their sums', async () => {
  for (const [slug, dealers] of [
    ['riverbend', 1],
    [undefined, 2],
  ] as const) {
    const leads = await chartOf('Leads', slug);
    const searches = await chartOf('Searches', slug);
    const imports = await chartOf('Imports', slug);
    for (const ago of [0, 4, 29]) {
      expect(daysAgo(leads.values, ago)).toBe((ago % 7) * dealers);
      expect(daysAgo(searches.values, ago)).toBe((20 + ago) * dealers);
      expect(daysAgo(searches.part?.values ?? [], ago)).toBe((ago % 5) * dealers);
      expect(daysAgo(imports.values, ago)).toBe((ago % 9 === 4 ? 8 : 6) * dealers);
    }
    expect(daysAgo((await chartOf('Vehicles in stock', slug)).values, 0)).toBe(212 * dealers);
    expect(daysAgo((await chartOf('Failed responses', slug)).values, 3)).toBe(3 * dealers);
  }
});

it('PLAT-73 web vitals are the 75th percentile of a day, and unknown on a day without visits', async () => {
  const { values, goodUpTo } = await chartOf('Largest paint, p75', 'riverbend');
  // Visits of today took 900 to 2610 ms.
  expect(daysAgo(values, 0)).toBeGreaterThan(2);
  expect(daysAgo(values, 0)).toBeLessThan(2.5);
  expect(daysAgo(values, 2)).toBeUndefined();
  expect(goodUpTo).toBe(2.5);
});

it('PLAT-73 each chart is a drawing with a name, and its figures are in a table', async () => {
  const page = await pageOf('?dealer=riverbend');
  const { charts, days } = await gatherLastDays(site.services, 'riverbend');
  expect(page.match(/<svg [^>]*role="img" aria-label="[^"]+ of 30 days: [^"]+"/g)).toHaveLength(
    charts.length,
  );
  expect(page.match(/<tr><th scope="row">/g)).toHaveLength(days.length);
  expect(page).toContain('<th scope="col">… found nothing</th>');
  // The policy refuses both.
  expect(page).not.toMatch(/\sstyle=|<script/);
});

it('PLAT-73 dealers lead to their charts, and an unknown dealer has none', async () => {
  expect(await pageOf()).toContain('<a href="/-/status?dealer=riverbend">riverbend</a>');
  expect(await pageOf()).toContain('aria-label="Errors in the log of 30 days: 9"');
  expect(await pageOf('?dealer=riverbend')).not.toContain('Errors in the log');
  const { status, body } = await site.ask({ path: `${STATUS_PATH}?dealer=%3Cb%3E`, headers });
  expect([status, body]).toEqual([404, 'There is no such dealer.']);
});

it('PLAT-73 a new installation has charts without figures', async () => {
  const page = await pageOf('?dealer=ridgeline-isuzu');
  expect(page).toContain('aria-label="Leads of 30 days: 0"');
  expect(page).toContain('no figures yet');
  expect(page).not.toMatch(/NaN|undefined|Infinity/);
});
