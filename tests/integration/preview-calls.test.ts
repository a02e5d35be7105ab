import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { startStockedSite } from '../fixtures/stocked-site.ts';

const PREVIEW = 'https://previews.example.com';
const OTHER = 'https://other.example.com';
let site: Awaited<ReturnType<typeof startStockedSite>>;

beforeAll(async () => {
  site = await startStockedSite({ preview: { origins: [PREVIEW] } });
});
afterAll(() => site.stop());

type Sent = { origin?: string; method?: string; headers?: Record<string, string>; body?: string };
const send = (path: string, { origin, method = 'GET', headers = {}, body }: Sent) =>
  ask(site.port, {
    path,
    method,
    host: `${site.dealer.slug}.localhost:${site.port}`,
    headers: { ...(origin === undefined ? {} : { origin, 'sec-fetch-site': 'cross-site' }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
const sendLead = (origin: string | undefined, values: Record<string, unknown>, form = 'contact') =>
  send(`/api/leads/${form}`, {
    ...(origin === undefined ? {} : { origin }),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...LEAD, ...values }),
  });
const stored = async (id: string) => {
  const lead = await site.services.db
    .selectFrom('leads')
    .select(['kind', 'payload'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const deliveries = await site.services.db
    .selectFrom('outbox')
    .select(['destination', 'state'])
    .where('lead_id', '=', id)
    .execute();
  const { tags } = JSON.parse(lead.payload) as { tags: string[] };
  return { kind: lead.kind, tags, deliveries };
};
const leadId = (body: string) => (JSON.parse(body) as { lead_id: string }).lead_id;

it('PLAT-04 a browser learns that a registered origin may call an endpoint, without cookies', async () => {
  const { status, headers } = await send('/api/leads/contact', { origin: PREVIEW, method: 'OPTIONS' });
  expect(status).toBe(204);
  expect(headers['access-control-allow-origin']).toBe(PREVIEW);
  expect(headers['access-control-allow-methods']).toBe('POST');
  expect(headers['access-control-allow-headers']).toBe('content-type');
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  expect(headers.vary).toContain('Origin');
});

it.each(['https://other.example.com', 'null', 'https://previews.example.com.evil.example'])(
  'PLAT-04 an origin that is not registered may not call: %s',
  async (origin) => {
    const asked = await send('/api/leads/contact', { origin, method: 'OPTIONS' });
    expect(asked.status).toBe(403);
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
    expect(asked.headers.vary).toContain('Origin');
    const sent = await sendLead(origin, {});
    expect(sent.status).toBe(403);
    expect(sent.headers['access-control-allow-origin']).toBeUndefined();
  },
);

it('PLAT-04 a search from a preview is answered for its origin', async () => {
  const { status, headers, body } = await send('/api/search', {
    origin: PREVIEW,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requests: [{ indexName: 'vehicles' }] }),
  });
  expect(status).toBe(200);
  expect(headers['access-control-allow-origin']).toBe(PREVIEW);
  expect(headers.vary?.split(', ').sort()).toEqual(['Accept-Encoding', 'Origin']);
  expect(body).toContain('nbHits');
});

it.each(['/enquire/contact', '/sign-in', '/api/sign-out', '/api/miscellaneous', '/save-search'])(
  'PLAT-04 a preview may not send to %s',
  async (path) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await send(path, { origin: PREVIEW, method: 'POST', headers, body: 'a=b' });
    expect(sent.status).toBe(403);
    expect(sent.headers['access-control-allow-origin']).toBeUndefined();
  },
);

it('PLAT-04 a lead from a preview is marked as a test and has no delivery', async () => {
  const { status, body } = await sendLead(PREVIEW, { message: 'From the preview' });
  expect(status).toBe(201);
  expect(await stored(leadId(body))).toEqual({
    kind: 'test',
    tags: ['contact', 'test', 'preview'],
    deliveries: [],
  });
});

it('PLAT-04 nothing in a body turns a real lead into a test', async () => {
  const forged = { kind: 'test', test: 'true', isPreview: true, preview: '1', tags: ['test', 'preview'] };
  const { body } = await sendLead(undefined, { ...forged, message: 'A real lead' });
  const lead = await stored(leadId(body));
  expect(lead.kind).toBe('lead');
  expect(lead.tags).toEqual(['contact']);
  expect(lead.deliveries.length).toBeGreaterThan(0);
});

it('PLAT-04 nothing in a body turns a lead from a preview into a real one', async () => {
  const forged = { kind: 'lead', isPreview: false, tags: [], origin: OTHER };
  const { body } = await sendLead(PREVIEW, { ...forged, message: 'Not real' });
  expect(await stored(leadId(body))).toMatchObject({ kind: 'test', deliveries: [] });
});

it('PLAT-04 the same form sent in earnest after a test is delivered', async () => {
  const values = { message: 'First in the preview', submission_key: 'submission-key-of-both' };
  const test = leadId((await sendLead(PREVIEW, values)).body);
  const real = await sendLead(undefined, values);
  expect(real.status).toBe(201);
  expect(leadId(real.body)).not.toBe(test);
  expect((await stored(leadId(real.body))).deliveries.length).toBeGreaterThan(0);
});
