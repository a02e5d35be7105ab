import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import { formPage } from '#src/features/leads/server/intake/form-page.ts';
import {
  respondToLead,
  respondWithTestDriveTimes,
} from '#src/features/leads/server/intake/respond-to-lead.ts';
import { beginJourney } from '#src/features/trade-in/server/journey-pages.ts';
import { reservationOf } from '#src/features/vehicle/server/vehicle-access.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

const SLUG = '2021-toyota-hilux-s123';
let setup: LeadSetup;
let record: Record<string, unknown>;

beforeAll(async () => {
  setup = await leadServices();
  await addCar(setup);
  const row = await setup.services.db.selectFrom('vehicles').select('record').executeTakeFirstOrThrow();
  record = { ...JSON.parse(row.record), payment_processors: ['card'], price: 3_000_000 };
});
afterAll(() => setup.stop());
afterEach(async () => {
  for (const table of ['slot_bookings', 'outbox', 'leads', 'rate_counts'] as const) {
    await setup.services.db.deleteFrom(table).execute();
  }
});

/** The car as it is to be. */
async function have(change: object = {}, row: object = {}): Promise<void> {
  const { status = 'in_stock' } = change as { status?: string };
  await setup.services.db
    .updateTable('vehicles')
    .set({
      record: JSON.stringify({ ...record, ...change }),
      status,
      sold_at: status === 'sold' ? new Date(setup.time.now).toISOString() : null,
      removed_at: null,
      ...row,
    })
    .execute();
}

type Change = {
  switches?: object;
  gates?: object;
  signIn?: boolean;
  pages?: Partial<Record<string, boolean>>;
  leads?: object;
};

/** Riverbend with everything on, but for what is changed. */
function dealerWith({ switches, gates, signIn = false, pages = {}, leads }: Change = {}): DealerConfig {
  const { dealer } = setup;
  const on = { checkout: true, reserve: true, testDrive: true, tradeIn: true };
  return {
    ...dealer,
    dealerships: dealer.dealerships.map((each) => ({
      ...each,
      switches: { ...each.switches, ...on, ...switches },
    })),
    account: { ...dealer.account, signIn, gates: { ...dealer.account.gates, ...gates } },
    leads: { ...dealer.leads, ...leads },
    vehiclePage: { ...dealer.vehiclePage, testDriveComingSoon: false },
    pages: Object.fromEntries(
      Object.entries(dealer.pages).map(([name, page]) => [name, { ...page, enabled: pages[name] ?? true }]),
    ) as DealerConfig['pages'],
  };
}

const ABOUT_CAR = { ...LEAD, car_id: CAR_ID };
const ABOUT_NONE = { ...LEAD, car_id: '' };
let body = ABOUT_CAR;

/** Every entry point, and its result. */
const WAYS = {
  endpoint: async (dealer: DealerConfig, form: FormName) => {
    const request = new Request('http://x/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const response = await respondToLead(setup.services, dealer, form, request, {});
    const { error } = (await response.json()) as { error?: { code: string; message: string } };
    if (error) expect(error.message).toMatch(/^[A-Z].*\.$/);
    return `${response.status} ${error?.code ?? 'stored'}`;
  },
  'page shown': async (dealer: DealerConfig, form: FormName) => {
    const request = new Request(`http://x/enquire/${form}?car_id=${body.car_id}`);
    return pageSays(await formPage(setup.services, dealer, form, request, {}));
  },
  'page sent': async (dealer: DealerConfig, form: FormName) => {
    const init = { method: 'POST', body: new URLSearchParams(body) };
    const request = new Request(`http://x/enquire/${form}`, init);
    return pageSays(await formPage(setup.services, dealer, form, request, {}));
  },
};

function pageSays(page: Awaited<ReturnType<typeof formPage>>): string {
  if (page.kind === 'unknown') return '404';
  if (page.kind === 'elsewhere') return `302 ${page.to.split('?')[0]}`;
  if (page.kind === 'sent') return '303 sent';
  return `${page.status} ${page.form}${page.notice ? ` (${page.notice})` : ''}`;
}

const SOLD = 'This vehicle has been sold. Ask us to find you something similar.';
const TAKEN = 'Another shopper has reserved this vehicle. Ask us to find you something similar.';
const NOT_HERE = 'This cannot be arranged online for this vehicle. Call us, or send us an enquiry.';
const OPEN = (form: FormName) => ['201 stored', `200 ${form}`, '303 sent'];
const OFF = ['404 form_off', '404', '404'];
const SIGN_IN = (form: FormName) => ['403 sign_in_required', '302 /sign-in', `403 ${form}`];
const conflict = (code: string, words: string) => [
  `409 ${code}`,
  `409 find-similar (${words})`,
  `409 find-similar (${words})`,
];

type Row = [form: FormName, what: string, change: Change, car: object, says: string[]];
const ROWS: Row[] = [
  ['reserve', 'in stock', {}, {}, OPEN('reserve')],
  ['reserve', 'of a sold car', {}, { status: 'sold' }, conflict('car_sold', SOLD)],
  ['reserve', 'of a reserved car', {}, { reserved: true }, conflict('car_reserved', TAKEN)],
  ['reserve', 'without a processor', {}, { payment_processors: [] }, conflict('not_for_car', NOT_HERE)],
  ['reserve', 'priced at $10', {}, { price: 1000 }, conflict('not_for_car', NOT_HERE)],
  ['reserve', 'at a site without it', { switches: { checkout: false } }, {}, OFF],
  ['reserve', 'behind a sign-in', { signIn: true, gates: { checkout: true } }, {}, SIGN_IN('reserve')],
  ['test-drive', 'in stock', {}, {}, OPEN('test-drive')],
  ['test-drive', 'of a sold car', {}, { status: 'sold' }, conflict('car_sold', SOLD)],
  ['test-drive', 'of a coming car', {}, { status: 'coming_soon' }, conflict('not_for_car', NOT_HERE)],
  ['test-drive', 'at a site without it', { switches: { testDrive: false } }, {}, OFF],
  ['request-photos', 'in stock', {}, {}, OPEN('request-photos')],
  ['request-photos', 'of a sold car', {}, { status: 'sold' }, conflict('car_sold', SOLD)],
  ['request-photos', 'at a site without it', { leads: { requestPhotos: false } }, {}, OFF],
  ['trade-in', 'in stock', {}, {}, OPEN('trade-in')],
  ['trade-in', 'of a sold car', {}, { status: 'sold' }, conflict('car_sold', SOLD)],
  ['trade-in', 'of a reserved car', {}, { reserved: true }, conflict('car_reserved', TAKEN)],
  ['trade-in', 'of a coming car', {}, { status: 'coming_soon' }, conflict('not_for_car', NOT_HERE)],
  ['trade-in', 'of a car at $200', {}, { price: 20_000 }, conflict('not_for_car', NOT_HERE)],
  ['trade-in', 'at a site without it', { pages: { 'trade-in': false } }, {}, OFF],
  ['trade-in', 'behind a sign-in', { signIn: true, gates: { tradeIn: true } }, {}, SIGN_IN('trade-in')],
  ['careers', 'at a site without it', { pages: { careers: false } }, {}, OFF],
  ['fleet', 'at a site without it', { pages: { fleet: false } }, {}, OFF],
  ...(['enquiry', 'vehicle-enquiry', 'enquire-now', 'find-similar', 'contact'] as const).flatMap(
    (form): Row[] => [
      [form, 'of a sold car', {}, { status: 'sold' }, OPEN(form)],
      [form, 'where all is off', { switches: { checkout: false, testDrive: false } }, {}, OPEN(form)],
    ],
  ),
];

it.each(ROWS)(
  'FORM-01 CFG-08 AUTH-04 %s %s: every entry point gives the same result',
  async (form, _what, change, car, says) => {
    await have(car);
    const dealer = dealerWith(change);
    for (const [at, [way, ask]] of Object.entries(WAYS).entries()) {
      expect([way, await ask(dealer, form)]).toEqual([way, says[at]]);
      const stored = await setup.leads();
      expect([way, stored.length]).toEqual([way, /^201|^303/.test(says[at] ?? '') ? 1 : 0]);
      await setup.services.db.deleteFrom('outbox').execute();
      await setup.services.db.deleteFrom('leads').execute();
    }
  },
);

it.each(['reserve', 'request-photos'] as const)(
  'FORM-01 %s is about a car: without one every entry point refuses it',
  async (form) => {
    await have();
    body = ABOUT_NONE;
    try {
      for (const [way, ask] of Object.entries(WAYS)) {
        const says = await ask(dealerWith(), form);
        expect([way, says]).toEqual([way, expect.stringMatching(/^422 (?:car_missing|find-similar)/)]);
      }
    } finally {
      body = ABOUT_CAR;
    }
    expect(await setup.leads()).toEqual([]);
  },
);

it('AUTH-04 FORM-03 a form sent after the session ended is shown again as it was filled in, with a sign-in that leads back to its car', async () => {
  await have();
  const dealer = dealerWith({ signIn: true, gates: { checkout: true } });
  const sent = { ...body, opt_in: 'on', page_path: `/cars/${SLUG}` };
  const init = { method: 'POST', body: new URLSearchParams(sent) };
  const request = new Request('http://x/enquire/reserve', init);
  const page = await formPage(setup.services, dealer, 'reserve', request, {});
  const { name, email, message } = LEAD;
  expect(page).toMatchObject({
    status: 403,
    car: { id: CAR_ID },
    values: { name, email, message, opt_in: 'on' },
  });
  const { searchParams } = new URL((page.kind === 'form' && page.signIn) || '', 'http://x');
  expect(searchParams.get('type')).toBe('checkout');
  expect(searchParams.get('redirect')).toBe(
    `/enquire/reserve?${new URLSearchParams({ car_id: CAR_ID, page_path: `/cars/${SLUG}` })}`,
  );
  expect(await setup.leads()).toEqual([]);
});

describe('other entry points', () => {
  const times = async (dealer: DealerConfig) => {
    const query = new URLSearchParams({ car_id: CAR_ID });
    const response = await respondWithTestDriveTimes(setup.services, dealer, query);
    const { error } = (await response.json()) as { error?: { code: string } };
    return `${response.status} ${error?.code ?? 'times'}`;
  };

  it.each([
    [{}, {}, '200 times'],
    [{}, { status: 'sold' }, '409 car_sold'],
    [{}, { status: 'coming_soon' }, '409 not_for_car'],
    [{ switches: { testDrive: false } }, {}, '404 form_off'],
  ])('FORM-12 the times of a test drive follow the rule: %j %j', async (change, car, says) => {
    await have(car);
    expect(await times(dealerWith(change))).toBe(says);
  });

  it.each([
    [{}, {}, 'car'],
    [{}, { status: 'sold' }, 'elsewhere'],
    [{}, { reserved: true }, 'elsewhere'],
    [{}, { payment_processors: [] }, 'elsewhere'],
    [{ switches: { reserve: false } }, {}, 'elsewhere'],
  ])('BUY-01 the page that reserves follows the rule: %j %j', async (change, car, says) => {
    await have(car);
    expect((await reservationOf(setup.services, dealerWith(change), SLUG)).kind).toBe(says);
  });

  it('FORM-10 a valuation continues without a car that does not accept trade-ins', async () => {
    const begun = async (car: object) => {
      await have(car);
      const body = new URLSearchParams({ no_plate: 'on', rego: '', car_id: CAR_ID });
      const request = new Request('http://x/value-my-car', { method: 'POST', body });
      const dealer = { ...dealerWith(), tradeIn: { ...setup.dealer.tradeIn, regoLookup: false } };
      expect((await beginJourney(setup.services, dealer, request, undefined)).kind).toBe('begun');
      const rows = await setup.services.db.selectFrom('trade_ins').select('vehicle_id').execute();
      await setup.services.db.deleteFrom('trade_ins').execute();
      return rows.map(({ vehicle_id }) => vehicle_id);
    };
    expect(await begun({})).toEqual([CAR_ID]);
    expect(await begun({ status: 'sold' })).toEqual([null]);
    expect(await begun({ show_on_dealer_website: false })).toEqual([null]);
  });
});

it('BUY-01 a repeated reservation gets the same response, even after the car is gone', async () => {
  await have();
  expect(await WAYS.endpoint(dealerWith(), 'reserve')).toBe('201 stored');
  await have({ reserved: true });
  expect(await WAYS.endpoint(dealerWith(), 'reserve')).toBe('201 stored');
  expect(await setup.leads()).toHaveLength(1);
});

it.each([
  ['contact', { pages: { careers: false } }],
  ['careers', { pages: { careers: false } }],
  ['request-photos', { leads: { requestPhotos: false } }],
  ['reserve', { signIn: true, gates: { checkout: true } }],
] as const)(
  'FORM-11 an accepted lead by %s is acknowledged when it is sent again after %j',
  async (form, change) => {
    for (const way of ['endpoint', 'page sent'] as const) {
      await have();
      const first = await WAYS[way](dealerWith(), form);
      expect(await WAYS[way](dealerWith(change), form)).toBe(first);
      expect(await setup.leads()).toHaveLength(1);
      await setup.services.db.deleteFrom('outbox').execute();
      await setup.services.db.deleteFrom('leads').execute();
    }
  },
);
