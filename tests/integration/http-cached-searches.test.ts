import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stockTag } from '#src/platform/http/response-headers.ts';
import { MODELS_CACHED, OFFERS_CACHED } from '#src/server/routes/response-cache.ts';
import { type CountedRenders, startCountedRenders } from '../fixtures/counted-renders.ts';
import { KOOKABURRA, RIVERBEND } from '../fixtures/http-site.ts';

let renders: CountedRenders['renders'];
let searches: CountedRenders['searches'];
let site: CountedRenders['site'];

beforeEach(async () => {
  ({ renders, searches, site } = await startCountedRenders());
});
afterEach(() => site.stop());

describe('PLAT-02 the search endpoint', () => {
  const ALL = { requests: [{ indexName: 'vehicles' }] };
  const ask = (body: object, type = 'application/json') =>
    site.ask({
      method: 'POST',
      path: '/api/search',
      headers: { 'Content-Type': type },
      body: JSON.stringify(body),
    });

  /** The site has no stock: each question finds nothing, and other vehicles are looked for. */
  const SEARCHES_EACH = 2;

  it('answers the same question from memory, and another again', async () => {
    const first = await ask({ requests: [{ indexName: 'vehicles' }] });
    const again = await ask({ requests: [{ indexName: 'vehicles' }] });
    expect(first.status).toBe(200);
    expect(searches).toHaveLength(SEARCHES_EACH);
    expect(again.body).toBe(first.body);
    expect(again.headers['cache-control']).toBe('no-store');
    await ask({ requests: [{ indexName: 'vehicles:latest' }] });
    expect(searches).toHaveLength(2 * SEARCHES_EACH);
    expect(searches[SEARCHES_EACH]).not.toBe(searches[0]);
  });

  it('is the same however its type is spelled, and takes no other type and no other spelling of its address', async () => {
    await ask(ALL);
    await ask(ALL, 'Application/JSON; charset=UTF-8');
    expect(searches).toHaveLength(SEARCHES_EACH);
    expect((await ask(ALL, 'application/x-www-form-urlencoded')).status).toBe(415);
    for (const path of [
      '/api/search/',
      '/api//search',
      '/api/%73earch',
      '/api/%2573earch',
      '/%61pi/search',
    ]) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const { status } = await site.ask({ method: 'POST', path, headers, body: JSON.stringify(ALL) });
      expect(status, path).toBeGreaterThanOrEqual(400);
    }
    expect(searches).toHaveLength(SEARCHES_EACH);
  });

  it('is still refused to other sites when the response is at hand', async () => {
    await ask(ALL);
    const cross = await site.ask({
      method: 'POST',
      path: '/api/search',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' },
      body: JSON.stringify(ALL),
    });
    expect(cross.status).toBe(403);
  });

  it('does not keep leads', async () => {
    const lead = () =>
      site.ask({
        method: 'POST',
        path: '/api/leads/contact',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
    await lead();
    await lead();
    expect(renders).toHaveLength(2);
  });
});

describe('SRCH-18 the searches of models and offers', () => {
  const ask = (call: string, body: object | string, host = RIVERBEND) =>
    site.ask({
      method: 'POST',
      path: `/api/search/${call}`,
      host,
      headers: { 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const about = (call: string, n: number) =>
    call === 'models' ? { query: `q${n}` } : { dealership_id: 'rb-valley', query: `q${n}` };

  it('SRCH-21 keep ten of models, and more of offers', () => {
    expect(MODELS_CACHED).toBe(10);
    expect(OFFERS_CACHED).toBeGreaterThan(10);
  });

  it.each([
    ['models', MODELS_CACHED],
    ['offers', OFFERS_CACHED],
  ])('%s: %i of a dealer are answered from memory, the oldest leaves for one more', async (call, limit) => {
    for (let n = 0; n < limit; n += 1) await ask(call, about(call, n));
    for (let n = 0; n < limit; n += 1) await ask(call, about(call, n));
    expect(renders).toHaveLength(limit);
    await ask(call, about(call, limit));
    await ask(call, about(call, limit));
    await ask(call, about(call, 1));
    expect(renders).toHaveLength(limit + 1);
    await ask(call, about(call, 0));
    expect(renders).toHaveLength(limit + 2);
  });

  it('of one dealer drive out none of another, and are never another’s', async () => {
    for (let n = 0; n < MODELS_CACHED; n += 1) await ask('models', about('models', n));
    for (let n = 0; n < MODELS_CACHED; n += 1) await ask('models', about('models', n), KOOKABURRA);
    expect(renders).toHaveLength(2 * MODELS_CACHED);
    const first = await ask('models', about('models', 0));
    const other = await ask('models', about('models', 0), KOOKABURRA);
    expect(renders).toHaveLength(2 * MODELS_CACHED);
    expect(other.body).not.toBe(first.body);
  });

  it('are known by query and refinements, however a body spells them', async () => {
    await ask(
      'models',
      '{"filters":"manufacturer.name:Toyota AND model.body:suv","query":"white","offset":0}',
    );
    await ask(
      'models',
      '{ "query": "white", "filters": "model.body = \'suv\' AND manufacturer.name=\\"Toyota\\"" }',
    );
    expect(renders).toHaveLength(1);
    await ask('models', '{"filters":"manufacturer.name:Toyota","query":"white"}');
    await ask(
      'models',
      '{"filters":"manufacturer.name:Toyota AND model.body:suv","query":"white","offset":21}',
    );
    await ask('models', '{"filters":"nonsense","query":"white"}');
    await ask('offers', '{"dealership_id":"rb-valley"}');
    await ask('offers', '{"dealership_id":"rb-south"}');
    expect(renders).toHaveLength(6);
  });

  it('are asked again once the dealer’s stock has changed', async () => {
    const calls = ['models', 'offers', 'list'] as const;
    for (const call of calls) await ask(call, about(call, 0));
    for (const cache of Object.values(site.services.answers)) cache.purge(stockTag('kookaburra-cars'));
    for (const call of calls) await ask(call, about(call, 0));
    expect(renders).toHaveLength(3);
    for (const cache of Object.values(site.services.answers)) cache.purge(stockTag('riverbend'));
    for (const call of calls) await ask(call, about(call, 0));
    expect(renders).toHaveLength(6);
  });

  it.each(['list', 'models', 'offers'])('%s takes JSON alone', async (call) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status } = await site.ask({ method: 'POST', path: `/api/search/${call}`, headers, body: '{}' });
    expect(status).toBe(415);
  });
});
