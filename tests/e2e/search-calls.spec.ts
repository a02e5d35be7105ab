import { expect, get, siteUrl, test } from './site.ts';

type Call = [path: string, body: object];

test('SRCH-29 SRCH-22 SRCH-21 the documented searches answer at their addresses @core', async ({ page }) => {
  await page.goto(siteUrl('riverbend', '/about-us'));
  const post = (path: string, body: object) =>
    page.evaluate(
      async ([address, sent]: Call) => {
        const response = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        });
        return { status: response.status, body: await response.json() };
      },
      [path, body] as Call,
    );
  const toyota = { filters: 'make:Toyota AND car_type:used' };
  const search = await post('/api/search', toyota);
  expect(search.status).toBe(200);
  expect(search.body.count).toBeGreaterThan(0);
  expect(new Set(search.body.hits.map(({ make }: { make: string }) => make))).toEqual(new Set(['Toyota']));
  expect(search.body.facets.make.items).toEqual([
    { label: 'Toyota', value: 'Toyota', count: search.body.count },
  ]);
  const list = await post('/api/search/list', {
    search_filters: { make: 'Toyota', car_type: 'used' },
    limit: 2,
  });
  expect(list).toEqual({ status: 200, body: search.body.hits.slice(0, 2) });
  const models = await post('/api/search/models', { filters: 'manufacturer.name:Toyota' });
  expect(models.body.count).toBeGreaterThanOrEqual(search.body.count);
  const offers = await post('/api/search/offers', { dealership_id: 'rb-valley', filters: 'price>=1' });
  expect(offers.body.hits.length).toBeGreaterThan(0);
});

test('PLAT-02 an endpoint that is only read refuses a POST @core', async () => {
  for (const path of [
    ...['suggestions', 'watchlist', 'search/words', 'delivery-price', 'test-drives/availability'],
    ...['cars/a/on-road', 'cars/a/similar', 'cars/a/autogauge', 'trade-in-photos/a', 'calendar/a.ics'],
  ]) {
    const { status, text } = await get(siteUrl('riverbend', `/api/${path}`), '{}');
    expect(`${status} ${JSON.parse(text).error.code}`, path).toBe('405 method_not_allowed');
  }
});
