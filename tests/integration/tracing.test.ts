import { afterEach, beforeEach, expect, it } from 'vitest';
import { deliverOutbox } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import type { Services } from '#src/server/services.ts';
import { startSite } from '../fixtures/http-site.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { jsonBody } from '../fixtures/lead-site.ts';
import { localAdapter } from '../fixtures/local-receivers.ts';
import { type CollectedSpan, startTraceCollector } from '../fixtures/trace-collector.ts';

let collector: Awaited<ReturnType<typeof startTraceCollector>>;

beforeEach(async () => {
  collector = await startTraceCollector();
});
afterEach(() => collector.stop());

const CLIENT = '203.0.113.77';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const SEARCH = { ...jsonBody({ query: `camry ${LEAD.last_name}` }), path: `/api/search?q=${LEAD.email}` };

const tracedSite = (env: object = {}) =>
  startSite(
    async (request, locals) => {
      const { services } = locals as { services: Services };
      const dealer = services.tenants.bySlug('riverbend');
      if (!dealer) return undefined;
      const body = Object.fromEntries(new URLSearchParams(await request.text()));
      const outcome = await submitLead(services, { dealer, form: 'contact', body, userAgent: LEAD.name });
      services.log.info('sent');
      return Response.json(outcome.kind);
    },
    { env: { ...collector.variables, ...env }, logTo: { write: (line) => void logged.push(line) } },
  );

const logged: string[] = [];
const one = (name: string, spans = collector.spans()): CollectedSpan => {
  const found = spans.filter((span) => span.name === name);
  expect(found, `${name} of ${spans.map((span) => span.name)}`).toHaveLength(1);
  return found[0] as CollectedSpan;
};
const childrenOf = ({ spanId }: CollectedSpan) =>
  collector.spans().filter(({ parentSpanId }) => parentSpanId === spanId);

it.each([
  ['by the search engine', {}, ['engine', 'select reservations']],
  ['by the database', { MEILI_HOST: 'http://127.0.0.1:9' }, ['engine', 'select stock_versions']],
])('PLAT-70 a request, its search %s and the statements of that are one trace', async (_, env, steps) => {
  const site = await tracedSite(env);
  const { status } = await site.ask(SEARCH);
  await site.stop();
  expect(status).toBe(200);
  const request = one('POST endpoint');
  expect(request).toMatchObject({
    kind: 2,
    facts: {
      'http.route': 'endpoint',
      'http.response.status_code': 200,
      'forecourt.dealer': 'riverbend',
      'forecourt.cache': 'miss',
    },
  });
  expect(request.parentSpanId).toBeFalsy();
  const searches = childrenOf(request).filter(({ name }) => name === 'search');
  expect(searches[0]?.facts).toMatchObject({ 'forecourt.dealer': 'riverbend' });
  const below = searches.flatMap(childrenOf);
  expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(steps));
  expect(new Set(collector.spans().map(({ traceId }) => traceId))).toEqual(new Set([request.traceId]));
  expect(collector.resourceFacts()[0]).toMatchObject({
    'service.name': 'forecourt-test',
    'deployment.environment.name': 'tests',
  });
});

it('PLAT-70 a delivery continues the trace of the request that sent the lead, and log lines name the trace', async () => {
  logged.length = 0;
  const site = await tracedSite({ LOG_LEVEL: 'info' });
  const crm = localAdapter();
  const form = new URLSearchParams(LEAD).toString();
  await site.ask({
    ...{ method: 'POST', path: '/api/enquire', body: form },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await deliverOutbox(site.services, { adapterFor: () => ({ adapter: crm }) });
  await site.stop();
  expect(crm.arrivals).toHaveLength(1);
  const request = one('POST endpoint');
  const lead = one('lead');
  const delivery = one('delivery');
  expect(lead.parentSpanId).toBe(request.spanId);
  expect(delivery.parentSpanId).toBe(lead.spanId);
  expect(delivery.facts).toMatchObject({ 'forecourt.dealer': 'riverbend', 'forecourt.attempt': 1 });
  expect(childrenOf(lead).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['insert leads', 'insert outbox']),
  );
  const sent = logged.find((line) => line.includes('"sent"'));
  expect(JSON.parse(sent ?? '{}')).toMatchObject({ traceId: request.traceId });
});

it('PLAT-71 what is exported names no person, no words of a search and no value of a statement', async () => {
  const site = await tracedSite({ TRUSTED_PROXIES: ['127.0.0.1'] });
  const form = new URLSearchParams(LEAD).toString();
  const headers = {
    'x-forwarded-for': CLIENT,
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': LEAD.name,
    referer: `https://example.com/${LEAD.email}`,
    cookie: `name=${LEAD.last_name}`,
    tracestate: `name=${LEAD.last_name}`,
  };
  await site.ask(SEARCH);
  await site.ask({ path: `/enquire/${LEAD.email}?phone=${LEAD.phone.replaceAll(' ', '')}` });
  await site.ask({ method: 'POST', path: `/api/enquire?x=${LEAD.email}`, body: form, headers });
  await deliverOutbox(site.services, { adapterFor: () => ({ adapter: localAdapter() }) });
  await site.stop();
  expect(collector.spans().length).toBeGreaterThan(10);
  const exported = collector.text().toLowerCase();
  for (const value of [...Object.values(LEAD), '412345678', 'camry', CLIENT])
    for (const text of [value, encodeURIComponent(value)])
      expect(exported.includes(text.toLowerCase()), text).toBe(false);
});

it.each([
  ['a trusted proxy', true, ['127.0.0.1']],
  ['a client', false, []],
])('PLAT-77 whether the trace of %s is continued: %s', async (_, isContinued, TRUSTED_PROXIES) => {
  const site = await tracedSite({ TRUSTED_PROXIES });
  await site.ask({ ...SEARCH, headers: { ...SEARCH.headers, traceparent: TRACEPARENT } });
  await site.stop();
  const { traceId, parentSpanId } = one('POST endpoint');
  expect(traceId === TRACE).toBe(isContinued);
  expect(parentSpanId === '00f067aa0ba902b7').toBe(isContinued);
});

it.each([
  { OTEL_SDK_DISABLED: true },
  { OTEL_TRACES_SAMPLER: 'always_off' },
  { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 0 },
])('PLAT-70 nothing is exported with %o', async (env) => {
  const site = await tracedSite(env);
  await site.ask(SEARCH);
  await site.stop();
  expect(collector.spans()).toEqual([]);
});
