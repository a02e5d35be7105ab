import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { NO_ESTIMATE_MESSAGE, NO_POSTCODE_MESSAGE } from '#src/features/vehicle/price/cost-calculators.ts';
import { localDeliveryPrices, localPriceGauge } from '#src/features/vehicle/server/cost-services.ts';
import { cacheableAddress } from '#src/server/routes/cached-responses.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const GAUGED = { plugins: ['autogauge'] };
const DELIVERED = { 'vehiclePage.deliveryCalculator': true };

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let gauge: ReturnType<typeof localPriceGauge>;
let delivery: ReturnType<typeof localDeliveryPrices>;
let slugs: Map<string, { id: string; slug: string }>;
beforeAll(async () => {
  pages = await openRenderedPages({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    pagesEntry: inject('pagesEntry'),
  });
  const rows = await pages.services.db.selectFrom('vehicles').select(['id', 'slug', 'identity']).execute();
  slugs = new Map(rows.map(({ identity, ...row }) => [identity.replace('stock:', ''), row]));
});
afterAll(() => pages.close());
beforeEach(() => {
  gauge = localPriceGauge();
  delivery = localDeliveryPrices();
  pages.services.carServices = { gauge, delivery };
});

const of = (stocknum: string) => slugs.get(stocknum) ?? { id: '', slug: '' };
const readGauge = async (stocknum: string, settings: object = GAUGED) => {
  const { status, html } = await pages.render(`/api/cars/${of(stocknum).slug}/autogauge`, { ...settings });
  return { status, body: JSON.parse(html) };
};
const askDelivery = async (
  query: Record<string, string>,
  settings: object = DELIVERED,
  clientAddress = '203.0.113.9',
) => {
  const address = `/api/delivery-price?${new URLSearchParams(query)}`;
  const { status, html } = await pages.render(address, { ...settings }, { clientAddress });
  return { status, body: JSON.parse(html) };
};

it('VDP-31 a used car has a gauge, in dollars', async () => {
  const { status, body } = await readGauge('U2');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    listing_price: 31_500,
    fill: expect.any(Number),
    confidence: expect.any(Number),
  });
  expect(['Good Deal', 'Great Deal', '']).toContain(body.description);
});

it('CFG-14 VDP-10 page and endpoint follow one rule: used, for sale, priced, the plugin present, a service configured', async () => {
  const isOnPage = async (stocknum: string, settings: object = GAUGED) =>
    (await pages.render(`car:${stocknum}`, { ...settings })).html.includes('class="gauge"');
  for (const [stocknum, settings, isGauged] of [
    ['U2', GAUGED, true],
    ['U2', { plugins: [] }, false],
    ['N1', GAUGED, false],
    ['D1', GAUGED, false],
    ['S1', GAUGED, false],
    ['P1', GAUGED, false],
    ['U1', GAUGED, true],
    ['U1', { ...GAUGED, subscription: true }, false],
  ] as const) {
    expect(await isOnPage(stocknum, settings), stocknum).toBe(isGauged);
    expect((await readGauge(stocknum, settings)).status, stocknum).toBe(isGauged ? 200 : 404);
  }
  pages.services.carServices = {};
  expect(await isOnPage('U2')).toBe(false);
  expect((await readGauge('U2')).status).toBe(404);
});

it('VDP-274 a gauge that contradicts the page’s market price is not shown, unless the page has none', async () => {
  const cents = { listing_price: 4_599_000, market_range_min: 4_000_000, market_range_max: 5_000_000 };
  Object.assign(gauge, {
    read: async () => ({ kind: 'read', reading: { ...cents, fill: 0.5, confidence: 1 } }),
  });
  const marketPrice = (isOn: boolean) => ({ ...GAUGED, 'vehiclePage.marketPrice': isOn });
  expect((await readGauge('U1', marketPrice(true))).status).toBe(404);
  expect((await readGauge('U1', marketPrice(false))).status).toBe(200);
  expect((await readGauge('U2', marketPrice(true))).status).toBe(200);
});

it('VDP-298 a price that the page names as fair has no gauge, as a gauge says a good or great deal', async () => {
  const isOnPage = async (marketPrice: boolean, price: number) => {
    const { db } = pages.services;
    const at = db.updateTable('vehicles').where('slug', '=', of('U2').slug);
    const { record } = await db
      .selectFrom('vehicles')
      .select('record')
      .where('slug', '=', of('U2').slug)
      .executeTakeFirstOrThrow();
    const averaged = { ...JSON.parse(record), autograb_data: { average_market_price: price } };
    await at.set({ record: JSON.stringify(averaged) }).execute();
    const settings = { ...GAUGED, 'vehiclePage.marketPrice': marketPrice };
    const { html } = await pages.render('car:U2', settings);
    const { status } = await readGauge('U2', settings);
    await at.set({ record }).execute();
    expect(status).toBe(html.includes('class="gauge"') ? 200 : 404);
    return html.includes('class="gauge"');
  };
  expect(await isOnPage(true, 3_150_000)).toBe(false);
  expect(await isOnPage(false, 3_150_000)).toBe(true);
  expect(await isOnPage(true, 3_300_000)).toBe(true);
});

it('VDP-10 ERR-02 an unavailable service, or one without data, gives a code', async () => {
  gauge.behave('fails');
  expect(await readGauge('U2')).toMatchObject({
    status: 503,
    body: { error: { code: 'gauge_unavailable' } },
  });
  pages.services.carServices = { gauge: localPriceGauge() };
  Object.assign(pages.services.carServices.gauge ?? {}, { read: async () => ({ kind: 'no_data' }) });
  expect(await readGauge('U2')).toMatchObject({
    status: 404,
    body: { error: { message: 'No data returned' } },
  });
});

it('VDP-32 a delivery has a price and a region', async () => {
  expect(await askDelivery({ postcode: '2000', car_id: of('U2').id })).toEqual({
    status: 200,
    body: { price: 610, name: 'New South Wales and ACT' },
  });
});

it('VDP-13 ERR-02 each failure has its exact text and a stable code', async () => {
  const car_id = of('U2').id;
  expect(await askDelivery({ postcode: ' ', car_id })).toMatchObject({
    ...{ status: 422, body: { error: { code: 'no_postcode', message: NO_POSTCODE_MESSAGE } } },
  });
  for (const postcode of ['0001', 'abcd', '40000'])
    expect(await askDelivery({ postcode, car_id })).toMatchObject({
      ...{ status: 422, body: { error: { code: 'invalid_postcode', message: 'Invalid postcode' } } },
    });
  expect(await askDelivery({ postcode: '8001', car_id })).toMatchObject({
    ...{ status: 404, body: { error: { code: 'no_price', message: NO_ESTIMATE_MESSAGE } } },
  });
  delivery.behave('silent');
  expect(await askDelivery({ postcode: '2000', car_id })).toMatchObject({
    ...{ status: 503, body: { error: { code: 'delivery_unavailable', message: NO_ESTIMATE_MESSAGE } } },
  });
});

it('VDP-13 no delivery is estimated if the switch is off, for a sold car, or without a car', async () => {
  for (const [car_id, settings] of [
    [of('U2').id, { 'vehiclePage.deliveryCalculator': false }],
    [of('S1').id, DELIVERED],
    ['made-up', DELIVERED],
    ['', DELIVERED],
  ] as const)
    expect(await askDelivery({ postcode: '2000', car_id }, settings)).toMatchObject({
      ...{ status: 404, body: { error: { code: 'no_delivery' } } },
    });
});

it('VDP-32 one network may request thirty prices in ten minutes', async () => {
  const query = { postcode: '2000', car_id: of('U2').id };
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => askDelivery(query, DELIVERED, '203.0.113.77')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
});

it('VDP-12 VDP-13 both calculators work as forms, and their results are not cached', async () => {
  const query = { fuel_price: '2', weekly_km: '100', consumption: '8', delivery_postcode: '2000' };
  const { html } = await pages.render(`car:U2`, DELIVERED);
  expect(html).not.toContain('$16.00');
  const path = `/cars/${of('U2').slug}`;
  const calculated = await pages.render(`${path}?${new URLSearchParams(query)}`, DELIVERED);
  for (const text of ['$16.00', '$69.33', '$832.00', '$610 to New South Wales and ACT'])
    expect(calculated.html).toContain(text);
  expect(cacheableAddress(path, new URLSearchParams({ utm_source: 'x' }))).toBe(path);
  for (const field of Object.keys(query))
    expect(cacheableAddress(path, new URLSearchParams({ [field]: '1' }))).toBeUndefined();
});

it('VDP-12 invalid input stays in its field, with a message', async () => {
  const { html, status } = await pages.render(
    `/cars/${of('U2').slug}?fuel_price=lots%22%3E&weekly_km=1&consumption=1`,
  );
  expect(status).toBe(200);
  expect(html).toMatch(/value="lots&(?:quot|#34);/);
  expect(html).toContain('Enter a number from 0 to 10.');
});

it('VDP-12 an electric car and a sold one have no fuel calculator', async () => {
  const hasFuel = async (stocknum: string) =>
    (await pages.render(`car:${stocknum}`)).html.includes('id="fuel"');
  expect([await hasFuel('U2'), await hasFuel('U3'), await hasFuel('S1')]).toEqual([true, false, false]);
});
