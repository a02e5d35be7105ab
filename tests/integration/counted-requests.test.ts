import { afterEach, beforeEach, expect, it } from 'vitest';
import { respondToWebVitals } from '#src/features/content/server/count-web-vitals.ts';
import { dayCounts } from '#src/platform/database/daily-counts.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { runLeadJobs } from '#src/server/jobs/periodic-jobs.ts';
import type { Services } from '#src/server/services.ts';
import { startSite } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { jsonBody } from '../fixtures/lead-site.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

type Locals = {
  services: Services;
  dealer: Parameters<typeof respondToWebVitals>[1];
  clientAddress?: string;
};

let site: Awaited<ReturnType<typeof startSite>>;
beforeEach(async () => {
  site = await startSite(async (request, locals) => {
    const { services, dealer, clientAddress } = locals as Locals;
    if (new URL(request.url).pathname.endsWith('/api/vitals'))
      return respondToWebVitals(services, dealer, request, clientAddress);
    throw new Error('a page that fails');
  });
});
afterEach(() => site.stop());

const search = (query: object, userAgent = BROWSER) => {
  const { headers, ...body } = jsonBody(query);
  return site.ask({ ...body, path: '/api/search', headers: { ...headers, 'user-agent': userAgent } });
};
const counted = async () => {
  await site.services.counts.write(site.services.db);
  const rows = await dayCounts(site.services.db, { dealer: 'riverbend', since: '2026-01-01' });
  return Object.fromEntries(rows.map(({ name, bucket, count }) => [`${name} ${bucket}`, count]));
};

it('PLAT-72 searches of shoppers are counted, also those from the cache, and those that found nothing', async () => {
  const words = { query: 'nothing has these words' };
  await search(words);
  await search(words);
  await search({ ...words, page: 1 });
  await search(words, CRAWLER);
  await search({ query: 7 });
  expect(await counted()).toEqual({ 'searches 0': 2, 'empty_searches 0': 2 });
});

it('PLAT-72 a response of the server that failed is counted', async () => {
  const { status } = await site.ask({ path: '/search/used-cars' });
  expect(status).toBe(500);
  expect(await counted()).toEqual({ 'failures 0': 1 });
});

it('PLAT-75 web vitals are counted in buckets by day, from one network a few a minute', async () => {
  const send = (figures: unknown) => site.ask({ ...jsonBody(figures), path: '/api/vitals' });
  const { status } = await send({ lcp: 1840, inp: 96, cls: 0.02, ttfb: 12, name: LEAD.name });
  expect(status).toBe(204);
  expect(await counted()).toEqual({ 'lcp 2000': 1, 'inp 100': 1, 'cls 25': 1 });
  for (const wrong of ['fast', { lcp: 'fast' }, { lcp: -1 }, { cls: 1e9 }])
    expect((await send(wrong)).status).toBe(400);
  for (let times = 0; times < 40; times += 1) await send({ lcp: 1840 });
  expect((await counted())['lcp 2000']).toBe(30);
});

it('PLAT-71 a row of counts has a day, a slug, a name and two numbers', async () => {
  await search({ query: LEAD.email });
  await counted();
  const rows = await site.services.db.selectFrom('daily_counts').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(Object.keys(row).sort()).toEqual(['bucket', 'count', 'day', 'dealer', 'name']);
    expect(JSON.stringify(row)).not.toContain('quillfeather');
  }
});

it('PLAT-72 stock is counted by a job', async () => {
  await runLeadJobs(site.services);
  expect(await counted()).toEqual({ 'stock 0': 0 });
});

it('PLAT-78 counts are deleted after 60 days', async () => {
  const { db, clock } = site.services;
  const dayBefore = (days: number) =>
    new Date(clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
  for (const days of [59, 62])
    await db
      .insertInto('daily_counts')
      .values({ dealer: 'riverbend', day: dayBefore(days), name: 'searches', bucket: 0, count: days })
      .execute();
  await runLeadJobs(site.services);
  const rows = await db.selectFrom('daily_counts').select('count').where('name', '=', 'searches').execute();
  expect(rows).toEqual([{ count: 59 }]);
});
