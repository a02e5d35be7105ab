import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { loadPages } from '#src/publishing/page-bundle.ts';
import { MAX_BODY_BYTES } from '#src/server/routes/request-guard.ts';
import { hostileRequests } from '../fixtures/hostile-bodies.ts';
import { type Asked, RIVERBEND, startSite } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { formBody, jsonBody } from '../fixtures/lead-site.ts';
import { openValuations } from '../fixtures/open-valuations.ts';
import { sendHostile } from '../fixtures/send-hostile.ts';

const FUZZED = 500;
const SEED = 20_260_701;

let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  const renderPage = await loadPages(inject('pagesEntry'));
  site = await startSite({ renderPage });
});
afterAll(() => site.stop());

const leads = () => site.services.db.selectFrom('leads').selectAll().execute();
const ADDRESSES = ['/api/leads/contact', '/enquire/contact'];

it('ERR-03 for any bytes sent to an address that takes a body, no response is a 5xx', async () => {
  const dealer = site.services.tenants.bySlug('riverbend') as DealerConfig;
  const valuations = await openValuations(site.port, RIVERBEND, dealer);
  const requests = hostileRequests({ host: RIVERBEND, dealer, valuations }, FUZZED, SEED);
  expect(new Set(requests.map(({ path }) => path)).size).toBeGreaterThan(60);
  const answers = await sendHostile(site.port, requests);
  const wrong = answers.filter(({ statuses }) => statuses.some((status) => status >= 500));
  expect(wrong.map(({ request }) => request.bytes.toString().slice(0, 2000))).toEqual([]);
  const seen = new Set(answers.flatMap(({ statuses }) => statuses));
  expect([...seen]).toEqual(expect.arrayContaining([201, 303, 400, 404, 413, 415, 422]));
  const silent = answers.filter(({ request, statuses }) => !request.ends && statuses.length === 0);
  expect(silent.map(({ request }) => request.bytes.toString().slice(0, 500))).toEqual([]);
  expect((await site.ask({ path: '/health' })).status).toBe(200);
});

describe.each(ADDRESSES)('%s', (path) => {
  it.each([
    ['of another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['of another dealer', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['with another Origin', { Origin: 'https://evil.example' }, 403],
    ['with an opaque Origin', { Origin: 'null' }, 403],
    ['as text, which needs no preflight', { 'Content-Type': 'text/plain' }, 415],
    ['as a file upload', { 'Content-Type': 'multipart/form-data; boundary=x' }, 415],
    ['without a type', { 'Content-Type': '' }, 415],
  ])('FORM-11 a form %s stores nothing', async (_name, headers, status) => {
    const before = (await leads()).length;
    for (const asked of [jsonBody(LEAD), formBody(LEAD)]) {
      const answer = await site.ask({ ...asked, path, headers: { ...asked.headers, ...headers } as never });
      expect(answer.status).toBe(status);
    }
    expect(await leads()).toHaveLength(before);
  });

  it('FORM-11 a form of more than 64 KB is a 413 and stores nothing', async () => {
    const before = (await leads()).length;
    const long = { ...LEAD, message: 'x'.repeat(MAX_BODY_BYTES) };
    const bodies: Asked[] = [jsonBody(long), formBody(long)];
    for (const asked of bodies) {
      for (const chunked of [false, true])
        expect((await site.ask({ ...asked, path, chunked })).status).toBe(413);
    }
    expect(await leads()).toHaveLength(before);
  });
});

it('FORM-11 fifty concurrent posts of one key are one lead; the same key with another body is a 409', async () => {
  const before = (await leads()).length;
  const values = { ...LEAD, message: 'All at once', submission_key: 'fifty-at-once-0001' };
  const post = (body: object) => site.ask({ ...jsonBody(body), path: '/api/leads/contact' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(values)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(await leads()).toHaveLength(before + 1);
  expect((await post({ ...values, message: 'Something else' })).status).toBe(409);
  expect(await leads()).toHaveLength(before + 1);
});

it('FORM-11 300 concurrent posts of one phone number are counted exactly', async () => {
  const phone = '0498 765 432';
  const send = async (n: number): Promise<void> => {
    const { status } = await site.ask({
      ...jsonBody({ ...LEAD, phone, submission_key: `one-phone-of-many-${n}` }),
      path: '/api/leads/contact',
    });
    // More of one network than wait in line come again.
    if (status === 503) await send(n);
  };
  await Promise.all(Array.from({ length: 300 }, (_, n) => send(n)));
  // A window may end while they are sent.
  const counted = await site.services.db
    .selectFrom('rate_counts')
    .select((eb) => eb.fn.sum<number>('count').as('count'))
    .where('key', 'like', 'lead:phone:%')
    .groupBy('key')
    .execute();
  expect(Math.max(...counted.map(({ count }) => Number(count)))).toBe(300);
  const stored = (await leads()).filter((lead) => lead.phone === '0498765432');
  expect(stored).toHaveLength(300);
});
