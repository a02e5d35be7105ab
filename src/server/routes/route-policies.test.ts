import { describe, expect, it } from 'vitest';
import { CREATE_CUSTOMER_PATH } from '#src/features/finance/broker-quote.ts';
import {
  SEARCH_LIST_PATH,
  SEARCH_MODELS_PATH,
  SEARCH_OFFERS_PATH,
} from '#src/features/search/api/search-calls.ts';
import { SEARCH_PATH } from '#src/features/search/search-index.ts';
import { MISCELLANEOUS_PATH } from '#src/features/trade-in/trade-in-endpoints.ts';
import { DELIVERY_FIELD } from '#src/features/vehicle/price/cost-calculators.ts';
import { DELIVERY_PRICE_PATH, gaugePath } from '#src/features/vehicle/vehicle-endpoints.ts';
import { type LimitName, policyAt, ROUTE_POLICIES } from '#src/platform/routing/route-policies.ts';
import { ENDPOINTS } from './endpoints.ts';
import { takesPost } from './request-address.ts';

/** The path of an endpoint with a value for each of its parameters. */
const example = (path: string) => path.replaceAll(/\{[^}]+\}|:\w+/g, 'abc').split('?')[0] ?? '';

describe('the table of routes', () => {
  const posted = ENDPOINTS.filter(({ method, path }) => method === 'POST' && path.startsWith('/'))
    .map(({ path }) => example(path))
    .filter((path) => !path.startsWith('/status'));

  it.each(posted)('PLAT-17 %s, an endpoint that is posted to, takes a body', (path) => {
    expect(takesPost(path)).toBe(true);
  });

  it('PLAT-17 only plain paths take a body: the framework decodes others to the same endpoint', () => {
    for (const path of ['/api/%6ceads/contact', '/sign-in/', '/api//leads/contact', '/api/leads/x.json'])
      expect(takesPost(path), path).toBe(false);
    for (const path of ['/', '/contact', '/cars/trade-in', '/search/used-cars'])
      expect(takesPost(path), path).toBe(false);
  });

  it('PLAT-17 searches take JSON, a vehicle’s photo its own limits, everything else a form', () => {
    for (const path of [SEARCH_PATH, SEARCH_LIST_PATH, SEARCH_MODELS_PATH, SEARCH_OFFERS_PATH])
      expect(policyAt(path)?.post?.body).toBe('json');
    expect(policyAt(`/value-my-car/${'x'.repeat(32)}/photos`)?.post?.body).toBe('photos');
  });

  it('PLAT-17 what waits for a service has a queue of its own', () => {
    expect(policyAt(DELIVERY_PRICE_PATH)?.read).toBe('costs');
    expect(policyAt(gaugePath('a-car'))?.read).toBe('costs');
    expect(policyAt('/cars/a-car')?.readWith).toEqual({ field: DELIVERY_FIELD, queue: 'costs' });
    expect(policyAt(CREATE_CUSTOMER_PATH)?.post?.queue).toBe('broker-leads');
  });

  it('AUTH-04 the vehicles of a valuation are behind the gate of its pages', () => {
    expect(policyAt(MISCELLANEOUS_PATH)?.gate).toBe('valuation');
  });

  it('PLAT-17 every limit of a use is named by the routes that count it', () => {
    const names: Record<LimitName, true> = {
      journey: true,
      lookup: true,
      valuation: true,
      photos: true,
      delivery: true,
      quote: true,
      hold: true,
      call: true,
      codeSent: true,
      codeTried: true,
      searchSaved: true,
    };
    const named = new Set(ROUTE_POLICIES.flatMap(({ limits = [] }) => limits));
    expect([...named].sort()).toEqual(Object.keys(names).sort());
  });
});
