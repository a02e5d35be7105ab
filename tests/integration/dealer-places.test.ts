import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findVehicleById, presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

type Settings = Readonly<Record<string, unknown>>;

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let cars: Map<string | undefined, { id: string; slug: string }>;

beforeAll(async () => {
  pages = await openRenderedPages({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    pagesEntry: inject('pagesEntry'),
  });
  const stock = await presentVehicles(pages.services.db, 'switchboard');
  cars = new Map(stock.map(({ stocknum, id, slug }) => [stocknum, { id, slug }]));
});
afterAll(() => pages.close());

function car(stocknum: string) {
  const found = cars.get(stocknum);
  if (!found) throw new Error(`No car ${stocknum}`);
  return found;
}

const NUMBERS = /07 ?5550 ?01\d\d|tel:/;
const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** Marks the car reserved in the database while something is asked. */
async function whileReserved<T>(stocknum: string, ask: () => Promise<T>): Promise<T> {
  const { id } = car(stocknum);
  const { db } = pages.services;
  const vehicle = await findVehicleById(db, 'switchboard', id);
  const row = await db.selectFrom('vehicles').select('record').where('id', '=', id).executeTakeFirstOrThrow();
  const write = (record: string) => db.updateTable('vehicles').set({ record }).where('id', '=', id).execute();
  expect(vehicle?.reserved).toBe(false);
  await write(JSON.stringify({ ...JSON.parse(row.record), reserved: true }));
  try {
    return await ask();
  } finally {
    await write(row.record);
  }
}

describe('reserving', () => {
  const ON: Settings = {
    'dealerships.0.switches.checkout': true,
    'dealerships.0.switches.reserve': true,
  };
  const reserve = (stocknum: string, settings: Settings = ON) =>
    pages.render(`/cars/${car(stocknum).slug}/checkout`, settings);

  it('BUY-01 the page names car, price with its type, deposit, and that nothing is paid here', async () => {
    const { status, html, headers } = await reserve('U1');
    const text = words(html);
    expect(status).toBe(200);
    expect(text).toContain('Reserve the 2025 Toyota HiLux');
    expect(text).toMatch(/\$45,990 Excl\. government charges/);
    expect(text).toContain('Nothing is paid on this page.');
    expect(text).toContain('the deposit of $200 by phone');
    expect(html).toContain('action="/enquire/reserve"');
    expect(html).toMatch(new RegExp(`name="car_id"[^>]*value="${car('U1').id}"`));
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(['', 0])('VDP-26 reserve.amount %j names no deposit', async (amount) => {
    const { html } = await reserve('U1', { ...ON, 'reserve.amount': amount });
    expect(html).toContain('Reserve the 2025 Toyota HiLux');
    expect(words(html)).toContain('None. Reserving is free.');
    expect(words(html)).not.toMatch(/deposit of/i);
  });

  it('BUY-01 a car of a dealership without checkout, a sold and a reserved one lead to their own pages', async () => {
    const asked = [await reserve('U4'), await reserve('S1'), await whileReserved('U1', () => reserve('U1'))];
    expect(asked.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(asked.map(({ headers }) => headers.location)).toEqual(
      ['U4', 'S1', 'U1'].map((stocknum) => `/cars/${car(stocknum).slug}`),
    );
  });

  it('BUY-01 an unknown car cannot be reserved', async () => {
    expect((await pages.render('/cars/2024-nothing/checkout', ON)).status).toBe(404);
  });

  it('CFG-12 links.checkout: each form of the address renders the same page', async () => {
    const { slug } = car('U1');
    const at = (checkout: string, path: string) => pages.render(path, { ...ON, 'links.checkout': checkout });
    expect((await at('/buy-online', `/cars/${slug}/buy-online`)).status).toBe(200);
    const journey = await at('/checkout-journey', `/checkout-journey?car_id=${slug}`);
    expect(journey.html).toContain('Reserve the 2025 Toyota HiLux');
  });
});

describe('printing', () => {
  const ON: Settings = { 'dealerships.0.switches.printing': true };
  const print = (stocknum: string, settings: Settings = ON) =>
    pages.render(`/print?car_id=${car(stocknum).slug}`, settings);

  it('VDP-20 the sheet has price with type, repayment with comparison rate, licence and addresses', async () => {
    const { status, html } = await print('U1');
    const text = words(html);
    expect(status).toBe(200);
    expect(text).toMatch(/\$45,990 Excl\. government charges/);
    expect(text).toMatch(/\$\d+ \/ week 7\.49% p\.a\. interest rate [\d.]+% p\.a\. comparison rate/);
    expect(text).toContain('WARNING: This comparison rate is true only for the example given');
    expect(text).toContain('DL# 4410217');
    expect(text).toContain('418 Wickham Street, Fortitude Valley QLD 4006');
    expect(text).toContain(`https://www.switchboard.example/cars/${car('U1').slug}`);
    expect(html).toContain('name="robots" content="noindex');
  });

  it('VDP-20 the sheet has no phone number of the dealer', async () => {
    expect((await print('U1')).html).not.toMatch(NUMBERS);
  });

  it('VDP-20 the sheet has no repayment where no comparison rate is known', async () => {
    const { html } = await print('U1', { ...ON, 'finance.comparisonRate': null });
    expect(html).toContain('$45,990');
    expect(words(html)).not.toMatch(/\/ week|interest rate/);
  });

  it('CFG-08 a car of a dealership without printing, and a sold one, lead to their own pages', async () => {
    expect((await print('U4')).headers.location).toBe(`/cars/${car('U4').slug}`);
    expect((await print('S1')).headers.location).toBe(`/cars/${car('S1').slug}`);
    expect((await pages.render('/print?car_id=nothing', ON)).status).toBe(404);
    expect((await pages.render('/print', ON)).status).toBe(404);
  });
});

describe('trade-in and finance of a car', () => {
  it('NAV-01 the trade-in page names its car and sends its id', async () => {
    const { id } = car('U1');
    const { html } = await pages.render(`/cars/trade-in?car_id=${id}`, {
      'pages.trade-in.enabled': true,
      'dealerships.0.switches': { tradeIn: true },
    });
    expect(words(html)).toContain('2025 Toyota HiLux');
    expect(html).toMatch(new RegExp(`name="car_id"[^>]*value="${id}"`));
    expect(html).toContain(`action="/value-my-car?car_id=${id}"`);
  });

  it('NAV-01 without a car for sale the trade-in page leads to the general one', async () => {
    const settings = { 'pages.trade-in.enabled': true, 'links.tradeIn': '/sell-my-car' };
    for (const query of ['', '?car_id=', '?car_id=nothing', `?car_id=${car('S1').id}`]) {
      const { status, headers } = await pages.render(`/cars/trade-in${query}`, settings);
      expect([status, headers.location]).toEqual([302, '/sell-my-car']);
    }
  });

  it('NAV-07 personalised finance is about the car of its query, or about none', async () => {
    const ON = { 'pages.personalised-finance.enabled': true };
    const about = await pages.render(`/personalised/finance?car_id=${car('U1').id}`, ON);
    expect(about.html).toMatch(new RegExp(`name="car_id"[^>]*value="${car('U1').id}"`));
    const general = await pages.render('/personalised/finance?car_id=nothing', ON);
    expect(general.status).toBe(200);
    expect(general.html).not.toMatch(/name="car_id"[^>]*value="[^"]/);
  });
});

describe('sign-in', () => {
  const ON: Settings = { 'account.signIn': true };

  it('AUTH-07 each type has its own text', async () => {
    const types = [
      ...['watchlist', 'trade-in', 'checkout', 'finance', 'spin-to-win'],
      ...['online-payment', 'car-finance', 'my-garage', 'nonsense'],
    ];
    const headings = [];
    for (const type of types) {
      const { html } = await pages.render(`/sign-in?type=${type}`, ON);
      headings.push(/<h1>([^<]*)/.exec(html)?.[1]);
    }
    expect(new Set(headings).size).toBe(types.length);
    expect(headings.at(-1)).toBe('Sign in');
  });

  it('NAV-08 Back leads inside the site alone', async () => {
    const back = async (to: string) => {
      const { html } = await pages.render(`/sign-in?back=${encodeURIComponent(to)}`, ON);
      return /<a class="sign-in-back" href="([^"]*)">Back</.exec(html)?.[1];
    };
    expect(await back('/cars/x')).toBe('/cars/x');
    for (const outside of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      expect(await back(outside)).toBe('/');
    }
  });
});

describe('maps', () => {
  const EMBED = 'https://maps.example/embed?at={lat},{long}&key={key}';

  it('CFG-23 the browser key is in the page, and no other secret', async () => {
    const secrets = {
      PLACES_BROWSER_KEY: 'key-for-browsers',
      DEALER_PLACES_CRM_KEY: 'never-to-be-seen-crm',
      DEALER_PLACES_PODIUM: 'never-to-be-seen-podium',
    };
    Object.assign(process.env, secrets);
    const settings = {
      'map.embed': EMBED,
      'map.map_key': 'PLACES_BROWSER_KEY',
      'podium.podium_api_token': 'DEALER_PLACES_PODIUM',
      'leads.destinations': [
        {
          name: 'crm',
          type: 'webhook',
          url: 'https://crm.example/leads',
          signingKey: 'DEALER_PLACES_CRM_KEY',
        },
      ],
    };
    const { env } = pages.services;
    for (const path of [
      '/locations/harbour-city-sales',
      '/dealer-locator',
      '/contact',
      '/',
      '/search/used-cars',
    ]) {
      const { html } = await pages.render(path, settings);
      expect(html).not.toMatch(/never-to-be-seen|PLACES_/);
      expect([env.SITE_SECRET, env.MEILI_KEY].filter((secret) => html.includes(secret))).toEqual([]);
    }
    const { html, headers } = await pages.render('/dealer-locator', settings);
    expect(html).toContain('key=key-for-browsers');
    const policy = `${headers['content-security-policy'] ?? ''}${html}`;
    expect(policy).toContain('frame-src https://maps.example');
  });

  it('LOC-13 a location’s map has its own key, where the environment has it, and no page names the variable', async () => {
    Object.assign(process.env, {
      PLACES_BROWSER_KEY: 'key-of-all',
      PLACES_NORTH_BROWSER_KEY: 'key-of-north',
    });
    const { html } = await pages.render('/dealer-locator', {
      'map.embed': EMBED,
      'map.map_key': 'PLACES_BROWSER_KEY',
      'locations.0.address.map_key': 'PLACES_ABSENT_BROWSER_KEY',
      'locations.2.address.map_key': 'PLACES_NORTH_BROWSER_KEY',
    });
    const keyOf = (place: string) =>
      new RegExp(`key=([\\w-]+)&[^>]*data-map-title="Map of ${place}"`).exec(html)?.[1];
    expect(keyOf('Harbour North Sales')).toBe('key-of-north');
    expect(keyOf('Harbour City Sales')).toBe('key-of-all');
    expect(html).not.toContain('_BROWSER_KEY');
  });

  it('LOC-15 without its key there is no map to show, and no page frames another site', async () => {
    const { html, headers } = await pages.render('/dealer-locator', {
      'map.embed': EMBED,
      'map.map_key': 'PLACES_ABSENT_BROWSER_KEY',
    });
    expect(html).not.toContain('Show map');
    const plain = await pages.render('/dealer-locator');
    expect(`${plain.headers['content-security-policy'] ?? ''}${plain.html}`).not.toContain('frame-src');
    expect(headers).toBeDefined();
  });
});

it('LOC-05 the contact page of a location sends its id', async () => {
  const { html } = await pages.render('/contact-us/harbour-north-sales', {
    'links.locationContact': 'contact-us',
  });
  expect(html).toMatch(
    /type="hidden"[^>]*name="location_id"[^>]*value="103"|name="location_id"[^>]*value="103"/,
  );
  expect(html).not.toMatch(/<select[^>]*name="location_id"/);
});
