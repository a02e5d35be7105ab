import { afterAll, beforeAll, expect, it } from 'vitest';
import { LEAD } from '../fixtures/lead-services.ts';
import { buildForTest, formBody, startServer } from '../fixtures/lead-site.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';
import { type CollectedSpan, startTraceCollector } from '../fixtures/trace-collector.ts';

let collector: Awaited<ReturnType<typeof startTraceCollector>>;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  collector = await startTraceCollector();
  server = await startServer((await buildForTest()).outDir, { env: collector.variables });
});
afterAll(() => collector.stop());

it('PLAT-70 compiled pages trace too, and the last spans are exported when the server stops', async () => {
  const { status } = await server.ask({ path: '/api/leads/contact', ...formBody(LEAD) });
  expect(status).toBe(201);
  const named = (name: string): CollectedSpan[] => collector.spans().filter((span) => span.name === name);
  await expect.poll(() => named('delivery').length, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  await server.ask({ path: '/search/used-cars' });
  await server.stop();
  const [request] = named('POST endpoint');
  const [lead] = named('lead');
  const [delivery] = named('delivery');
  expect(lead).toMatchObject({ parentSpanId: request?.spanId, traceId: request?.traceId });
  expect(delivery).toMatchObject({ parentSpanId: lead?.spanId, traceId: request?.traceId });
  expect(named('GET search')).toHaveLength(1);
  expect(server.output()).toContain(`"traceId":"${request?.traceId}"`);
});
