import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { composePayload } from '#src/features/leads/server/intake/compose-payload.ts';
import { locationFields } from '#src/features/search/index/to-search-document.ts';
import { findVehicleById } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { STOCK } from '../switches/feed.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const MAKES = Array.from({ length: 24 }, (_, at) => `Maker ${String.fromCharCode(65 + at)}`);
const [first = {}] = STOCK;
const stock = [...STOCK, ...MAKES.map((make, at) => ({ ...first, stocknum: `M${at}`, make }))];

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  pages = await openRenderedPages(engine, stock);
});
afterAll(() => pages.close());

const boxes = (html: string, name: string) => [
  ...html.matchAll(new RegExp(`name="${name}"[^>]*value="([^"]+)"`, 'g')),
];

it('SRCH-05 splitMakes splits more than twenty makes into popular and all', async () => {
  const html = async (splitMakes: boolean) =>
    (await pages.render('/search/used-cars?show=make', { 'search.splitMakes': splitMakes })).html;
  const split = await html(true);
  expect(split).toContain('Popular Makes');
  expect(split).toContain('All Makes');
  expect(await html(false)).not.toContain('Popular Makes');
});

it('SRCH-05 a page holds the first makes and those chosen, in its boxes and in its island', async () => {
  const { html } = await pages.render('/search/used-cars?make=Maker+X', {});
  expect(boxes(html, 'make')).toHaveLength(8);
  const [island = ''] = /<astro-island[^>]*SearchApp[^>]*>/.exec(html) ?? [];
  expect(html).toContain('value="Maker X"');
  expect(island).toContain('Maker X');
  expect(island).not.toContain('Maker W');
  expect(html).toContain('Show all makes');
});

it('SRCH-05 a page with an open list has all of it, and is not indexed', async () => {
  const plain = await pages.render('/search/used-cars', {});
  const open = await pages.render('/search/used-cars?show=make', {});
  expect(boxes(open.html, 'make').length).toBeGreaterThan(MAKES.length);
  expect(open.html).not.toContain('Show all makes');
  expect(plain.html).not.toContain('content="noindex');
  expect(open.html).toContain('content="noindex');
  expect(open.html).toMatch(/rel="canonical" href="[^"]*\/search\/used-cars"/);
});

it('SRCH-05 the form that opens a list leads to its page, with what was ticked', async () => {
  const { status, headers } = await pages.render(
    '/search/used-cars?query=&make=Maker+X&price.min=&price.max=&sortBy=custom_rank&show=make&utm_source=mail',
    {},
  );
  expect(status).toBe(303);
  expect(headers.location).toBe('/search/used-cars?make=Maker+X&show=make&utm_source=mail');
});

it.each(['/search/new-used-and-demo-cars', '/search/used-cars?query=zzqqxx', '/search/toyota/hilux'])(
  'SRCH-27 the view of %s is event 49, once',
  async (address) => {
    const { html } = await pages.render(address, {});
    expect(html.match(/data-page-event="[^"]*"/g)).toEqual(['data-page-event="49"']);
  },
);

it('NAV-11 a body type chosen among a make or model is a breadcrumb', async () => {
  const crumbs = async (address: string) => {
    const { html } = await pages.render(address, {});
    return /<nav[^>]*class="[^"]*crumbs.*?<\/nav>/s.exec(html)?.[0] ?? '';
  };
  const chosen = await crumbs('/search/toyota/hilux?body=ute');
  expect(chosen.indexOf('HiLux')).toBeLessThan(chosen.indexOf('Ute'));
  expect(chosen).toContain('Ute');
  expect(await crumbs('/search/toyota/hilux')).not.toContain('Ute');
  expect(await crumbs('/search/toyota?body=ute&body=suv')).not.toContain('Ute');
  expect(await crumbs('/search/used-cars?body=ute')).not.toContain('Ute');
});

it('SRCH-24 the form of the price slider leads to the search by price, highest first', async () => {
  const lead = async (min: string, max: string) => {
    const form = `/search/new-used-and-demo-cars?sortBy=price_desc&price.min=${min}&price.max=${max}`;
    return (await pages.render(form, {})).headers.location;
  };
  const to = '/search/new-used-and-demo-cars?price=20000%3A60000&sortBy=price_desc';
  expect(await lead('20000', '60000')).toBe(to);
  expect(await lead('60000', '20000')).toBe(to);
});

it('CFG-17 a car without a place is in the dealer’s home state', () => {
  const nowhere = { city: 'Birdsville' } as Parameters<typeof locationFields>[0];
  const state = (settings?: Record<string, string>) =>
    locationFields(nowhere, pages.configured(settings)).state;
  expect(state()).toBe('qld');
  expect(state({ state: 'wa' })).toBe('wa');
});

it('CFG-06, CFG-14 redbook, autograb and Autogauge are reported with a lead about a used car', async () => {
  const row = await pages.services.db.selectFrom('vehicles').select('id').executeTakeFirstOrThrow();
  const car = await findVehicleById(pages.services.db, 'switchboard', row.id);
  const payload = (settings: Record<string, unknown>) => {
    const { autogauge_enabled, vehicle_data } = composePayload({
      fields: [],
      dealer: pages.configured(settings),
      formName: 'enquiry',
      form: LEAD_FORMS.enquiry,
      values: {},
      body: {},
      car: car && { ...car, car_type: 'used' },
      userAgent: '',
      now: systemClock.now(),
    });
    return { autogauge_enabled, vehicle_data };
  };
  expect(payload({ redbook: true, autograb: true, plugins: ['autogauge'] })).toEqual({
    autogauge_enabled: true,
    vehicle_data: ['autograb', 'redbook'],
  });
  expect(payload({})).toEqual({ autogauge_enabled: false, vehicle_data: [] });
});
