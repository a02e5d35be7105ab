import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { loadPages } from '#src/publishing/page-bundle.ts';
import { RIVERBEND, startSite } from '../fixtures/http-site.ts';
import { addCar, LEAD, type LeadSetup } from '../fixtures/lead-services.ts';
import { formBody, jsonBody } from '../fixtures/lead-site.ts';

const CAMPAIGN =
  'utm_source=mail&utm_campaign=july+sale&gclid=G1&fbclid=F1&gbraid=B1&wbraid=W1&msclkid=M1&ttclid=T1';
const PARAMS = Object.fromEntries(new URLSearchParams(CAMPAIGN));
const SLUG = '2021-toyota-hilux-s123';

let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  const renderPage = await loadPages(inject('pagesEntry'));
  site = await startSite(
    { renderPage },
    {
      env: {
        TRUSTED_PROXIES: ['127.0.0.1'],
        LEAD_LIMITS: {
          address: { hold: 1, refuse: 2 },
          phone: { hold: 99 },
          site: { hold: 999, refuse: 999 },
        },
      },
    },
  );
  await addCar({ services: site.services } as LeadSetup);
  const at = new Date().toISOString();
  await site.services.db
    .insertInto('vehicle_history')
    .values({
      vehicle_id: 'car-1',
      dealer: 'riverbend',
      at,
      kind: 'slug_changed',
      before: 'former-slug',
      after: SLUG,
    })
    .execute();
});
afterAll(() => site.stop());

const cookieOf = (set: string[] | undefined) => set?.[0]?.split(';')[0] ?? '';
const from = (address: string) => ({ 'X-Forwarded-For': `1.2.3.4, ${address}` });
async function lastPayload() {
  const rows = await site.services.db.selectFrom('leads').select('payload').orderBy('created_at').execute();
  return JSON.parse(rows.at(-1)?.payload ?? '{}');
}

it.each([
  ['a slash at the end', `/about-us/?${CAMPAIGN}`, RIVERBEND],
  ['a host of the earlier site', `/about-us?${CAMPAIGN}`, 'riverbendcars.example'],
  ['another spelling', `/offers?${CAMPAIGN}`, RIVERBEND],
  ['a page of the earlier site', `/stock.php?id=7&${CAMPAIGN}`, RIVERBEND],
  ['the sign-in before a page', `/my-garage?${CAMPAIGN}`, RIVERBEND],
  ['an older spelling of a search', `/used-car/toyota?${CAMPAIGN}`, RIVERBEND],
  ['a search in capitals', `/search/TOYOTA?${CAMPAIGN}`, RIVERBEND],
  ['a search without words', `/search?${CAMPAIGN}`, RIVERBEND],
  ['the cars', `/cars?${CAMPAIGN}`, RIVERBEND],
  ['a car under its former address', `/cars/former-slug?${CAMPAIGN}`, RIVERBEND],
  ['a trade-in for no car', `/cars/trade-in?car_id=none&${CAMPAIGN}`, RIVERBEND],
])('FORM-04 %s redirects with the campaign', async (_name, path, host) => {
  const { status, headers } = await site.ask({ path, host });
  expect([301, 302, 303]).toContain(status);
  const to = new URL(headers.location ?? '', 'http://site.invalid');
  expect(Object.fromEntries(to.searchParams)).toMatchObject(PARAMS);
  expect(cookieOf(headers['set-cookie'])).toContain('utm_source=mail');
});

it('FORM-04 without scripts a lead has the source of the visit, across redirects and pages', async () => {
  const landing = await site.ask({ path: `/cars/former-slug?${CAMPAIGN}` });
  const landed = await site.ask({ path: landing.headers.location ?? '' });
  const Cookie = cookieOf(landed.headers['set-cookie']);
  const form = `/enquire/enquiry?car_id=car-1`;
  const read = await site.ask({ path: form, headers: { Cookie } });
  expect(read.headers['set-cookie']).toBeUndefined();
  const body = formBody({ ...LEAD, car_id: 'car-1', visited_pages: '', linked_query_params: '' });
  const headers = { ...body.headers, Cookie, Referer: `http://${RIVERBEND}${form}`, ...from('203.0.113.1') };
  expect((await site.ask({ ...body, path: '/enquire/enquiry', headers })).status).toBe(303);
  const { lead_attributes, url } = await lastPayload();
  expect(lead_attributes).toEqual({
    linked_query_params: PARAMS,
    visited_pages: [`/cars/${SLUG}`, '/enquire/enquiry'],
  });
  expect(url).toMatch(/\/enquire\/enquiry$/);
});

it('FORM-04 a page is the same with and without a campaign', async () => {
  for (const path of ['/enquire/contact', '/contact', `/cars/${SLUG}`]) {
    const plain = await site.ask({ path });
    const landed = await site.ask({
      path: `${path}?${CAMPAIGN}`,
      headers: { Cookie: 'forecourt_visit=gclid=x' },
    });
    expect([landed.status, landed.body]).toEqual([plain.status, plain.body]);
    expect(landed.body).not.toContain('utm_source');
    expect(plain.headers['set-cookie']).toBeUndefined();
  }
});

it('FORM-11 behind a proxy each shopper is counted separately; a flood is a 429 with the number to call', async () => {
  const post = (n: number, address: string) => {
    const body = jsonBody({ ...LEAD, submission_key: `submission-key-${address}-${n}`.replaceAll('.', '_') });
    return site.ask({ ...body, path: '/api/leads/contact', headers: { ...body.headers, ...from(address) } });
  };
  for (const n of [1, 2]) expect((await post(n, '203.0.113.7')).status).toBe(201);
  const refused = await post(3, '203.0.113.7');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const { error } = JSON.parse(refused.body);
  expect(error).toMatchObject({ code: 'too_many_leads', phone: expect.stringMatching(/^[\d ]+$/) });
  expect(error.message).toContain(error.phone);
  expect((await post(1, '203.0.113.7')).status).toBe(201);
  expect((await post(4, '203.0.113.8')).status).toBe(201);

  const plain = formBody({ ...LEAD, message: 'Once more' });
  const headers = { ...plain.headers, ...from('203.0.113.7') };
  const page = await site.ask({ ...plain, path: '/enquire/contact', headers });
  expect(page.status).toBe(429);
  expect(page.headers['retry-after']).toBeDefined();
  expect(page.body).toContain('role="alert"');
  expect(page.body).toContain(error.phone);
  expect(page.body).toContain('Once more');
});
