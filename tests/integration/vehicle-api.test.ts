import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { localDeliveryPrices, localPriceGauge } from '#src/features/vehicle/server/cost-services.ts';
import { imageFolders, originalFile } from '#src/platform/images/image-store.ts';
import { sheetPath } from '#src/platform/images/image-url.ts';
import { type Asked, ask, type ReceivedResponse } from '../fixtures/http-site.ts';
import { servePages } from '../fixtures/served-pages.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const ON = { 'vehiclePage.pdf': true, 'vehiclePage.deliveryCalculator': true, plugins: ['autogauge'] };
const HOST = 'www.switchboard.example';
const OTHER_HOST = 'www.another.example';
const FORM = {
  'Content-Type': 'application/x-www-form-urlencoded',
  'Sec-Fetch-Site': 'same-origin',
  Accept: 'application/json',
};
/** A used car with a spin. */
const STOCKNUM = 'U2';

type Car = { id: string; slug: string };

/** What the page of a vehicle asks for, each as a shopper's browser asks it. */
const ENDPOINTS: Readonly<Record<string, (car: Car) => Asked>> = {
  'view.json': ({ slug }) => ({ path: `/cars/${slug}/view.json?counted=1` }),
  autogauge: ({ slug }) => ({ path: `/api/cars/${slug}/autogauge` }),
  pdf: ({ slug }) => ({ path: `/cars/${slug}.pdf` }),
  call: ({ slug, id }) => ({ path: `/cars/${slug}`, method: 'POST', headers: FORM, body: `car_id=${id}` }),
  delivery: ({ id }) => ({ path: `/api/delivery-price?postcode=2000&car_id=${id}` }),
  sheet: ({ id }) => ({ path: sheetPath(id, 'any') }),
};
const NAMES = Object.keys(ENDPOINTS);
/** What each sends, and how it begins. */
const BODIES: Readonly<Record<string, [type: string, begins: RegExp]>> = {
  'view.json': ['application/json', /^\{"views":\d+,"car_fields":\{/],
  autogauge: ['application/json', /^\{"fill":0\.\d+,.*"description":/],
  pdf: ['application/pdf', /^%PDF-1/],
  call: ['application/json', /^\{"phone":"07 5550 01\d0","href":"tel:07555001\d0"\}/],
  delivery: ['application/json', /^\{"price":\d+,"name":"New South Wales and ACT"\}/],
  sheet: ['image/webp', /^RIFF/],
};
/** Those that answer programs say why in a code. */
const CODES: Readonly<Record<string, string>> = {
  ...{
    'view.json': 'unknown_car',
    autogauge: 'no_gauge',
    call: 'unknown_car',
    delivery: 'no_delivery',
  },
};

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let site: Awaited<ReturnType<typeof servePages>>;
let car: Car;
/** Those of the site's own server too. */
let carServices: typeof pages.services.carServices;

const rows = () => pages.services.db.selectFrom('vehicles').selectAll();
const send = (name: string, of: Car, more: Asked = {}): Promise<ReceivedResponse> => {
  const asked = ENDPOINTS[name]?.(of) ?? {};
  return ask(site.port, { host: HOST, ...asked, ...more, headers: { ...asked.headers, ...more.headers } });
};
const codeOf = ({ body }: ReceivedResponse) => JSON.parse(body).error.code;

beforeAll(async () => {
  const pagesEntry = inject('pagesEntry');
  pages = await openRenderedPages({ host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry });
  carServices = pages.services.carServices;
  const dealer = pages.configured(ON);
  const another = { ...dealer, slug: 'another', hosts: [OTHER_HOST] };
  site = await servePages(pages.services, [dealer, another], pagesEntry);
  const row = await rows().where('identity', '=', `stock:${STOCKNUM}`).executeTakeFirstOrThrow();
  car = row;
  const { originalsFolder } = imageFolders(pages.services.env.DATA_DIR);
  mkdirSync(originalsFolder, { recursive: true });
  const frame = sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } });
  for (const { id } of JSON.parse(row.record).spin_images)
    await frame
      .clone()
      .jpeg()
      .toFile(join(originalsFolder, originalFile(id)));
});
afterAll(async () => {
  await site.stop();
  await pages.close();
});
beforeEach(() => {
  Object.assign(carServices, { gauge: localPriceGauge(), delivery: localDeliveryPrices() });
  pages.services.carServices = carServices;
  return async () => {
    await pages.services.db.deleteFrom('rate_counts').execute();
  };
});

/** Adds a vehicle like the car. */
async function addCar(
  id: string,
  { about = {}, ...more }: { dealer?: string; about?: object },
): Promise<Car> {
  const row = await rows().where('id', '=', car.id).executeTakeFirstOrThrow();
  const record = JSON.stringify({ ...JSON.parse(row.record), ...about });
  const added = { ...row, id, slug: `car-${id}`, identity: `stock:${id}`, record, ...more };
  await pages.services.db.insertInto('vehicles').values(added).execute();
  return added;
}

describe('requests of a vehicle page', () => {
  it.each(NAMES)(
    'VDP-04 VDP-20 VDP-21 VDP-31 VDP-32 VDP-33 %s responds for a listed car, with the right type and form',
    async (name) => {
      const { status, headers, body } = await send(name, car);
      const [type, begins] = BODIES[name] ?? [];
      expect([status, String(headers['content-type']).split(';')[0]]).toEqual([200, type]);
      expect(body).toMatch(begins ?? /^$/);
    },
  );

  it('NAV-12 ERR-02 all of them refuse a car that is unknown, hidden, or another dealer’s', async () => {
    const hidden = await addCar('hidden', { about: { show_on_dealer_website: false } });
    const theirs = await addCar('theirs', { dealer: 'another' });
    const unknown = { id: 'nothing', slug: 'nothing' };
    for (const name of NAMES) {
      for (const of of [unknown, hidden, theirs]) {
        const response = await send(name, of);
        expect(response.status, `${name} of ${of.id}`).toBe(404);
        if (CODES[name]) expect(codeOf(response), `${name} of ${of.id}`).toBe(CODES[name]);
      }
      expect((await send(name, theirs, { host: OTHER_HOST })).status, name).toBe(200);
      expect((await send(name, car, { host: OTHER_HOST })).status, name).toBe(404);
    }
  });

  it('CFG-14 VDP-13 VDP-20 each is refused if its switch, its plugin or its service is off', async () => {
    const refused = async (name: string, settings: object) => {
      const { path = '' } = ENDPOINTS[name]?.(car) ?? {};
      return (await pages.render(path, { ...ON, ...settings })).status;
    };
    expect(await refused('pdf', { 'vehiclePage.pdf': false })).toBe(404);
    expect(await refused('delivery', { 'vehiclePage.deliveryCalculator': false })).toBe(404);
    expect(await refused('autogauge', { plugins: [] })).toBe(404);
    pages.services.carServices = {};
    expect([await refused('autogauge', {}), await refused('delivery', {})]).toEqual([404, 404]);
  });

  it('VDP-17 CFG-14 requests for a car no longer listed are gone, or redirect', async () => {
    const gone = await addCar('gone', {});
    await pages.services.db
      .updateTable('vehicles')
      .set({ removed_at: '2024-01-01T00:00:00.000Z' })
      .where('id', '=', gone.id)
      .execute();
    const call = await send('call', gone);
    expect([call.status, codeOf(call)]).toEqual([410, 'car_gone']);
    expect(JSON.parse(call.body).location).toBe(`/cars/${gone.slug}`);
    for (const name of ['autogauge', 'pdf', 'delivery', 'sheet'])
      expect((await send(name, gone)).status, name).toBe(404);
  });
});

describe('hostile requests', () => {
  const LONG = 'x'.repeat(7000);
  type Spoil = (path: string) => string;
  /** What is not asked for is ignored, or refused. */
  const QUERIES: readonly Spoil[] = [
    (path) => `${path}${path.includes('?') ? '&' : '?'}postcode=${LONG}&car_id=${LONG}`,
    (path) => `${path}${path.includes('?') ? '&' : '?'}photos_count=${'9'.repeat(400)}&updated_at=${LONG}`,
    (path) => `${path}${path.includes('?') ? '&' : '?'}${'a=1&'.repeat(1500)}`,
  ];
  /** Names no vehicle. */
  const ADDRESSES: readonly Spoil[] = [
    (path) => path.replace(/[\w-]+(?=$|\.|\/view|\/autogauge|\?)/, '%00%ff%f0%9f'),
    (path) => path.replace(/[\w-]+(?=$|\.|\/view|\/autogauge|\?)/, LONG),
    (path) => path.replace(/[\w-]+(?=$|\.|\/view|\/autogauge|\?)/, '..%2f..%2fetc%2fpasswd'),
    (path) => path.replace(/[\w-]+(?=$|\.|\/view|\/autogauge|\?)/, "'%3bdrop%20table%20vehicles--"),
  ];

  it.each(NAMES)('ERR-02 PLAT-02 %s refuses malformed requests without failing', async (name) => {
    const { path = '', ...asked } = ENDPOINTS[name]?.(car) ?? {};
    const statusOf = async (spoil: Spoil) => (await send(name, car, { ...asked, path: spoil(path) })).status;
    for (const [at, spoil] of QUERIES.entries())
      expect([200, 303, 400, 404, 414, 422, 431], `${name}, query ${at}`).toContain(await statusOf(spoil));
    for (const [at, spoil] of ADDRESSES.entries())
      expect([400, 404, 405, 414], `${name}, address ${at}`).toContain(await statusOf(spoil));
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])
      expect((await send(name, car, { method })).status, `${method} ${name}`).toBe(405);
  });

  it.each([
    [{ body: `car_id=${'x'.repeat(70_000)}` }, 413, 'body_too_large'],
    [{ body: 'a=1&'.repeat(600) }, 413, 'too_many_fields'],
    [{ headers: { 'Content-Type': 'text/plain' } }, 415, 'unsupported_media_type'],
    [{ headers: { 'Sec-Fetch-Site': 'cross-site' } }, 403, 'cross_site'],
  ] as const)('VDP-17 ERR-02 a call sent with %o is refused by %i %s', async (more, status, code) => {
    const response = await send('call', car, more);
    expect([response.status, codeOf(response)]).toEqual([status, code]);
  });

  it.each([
    `car_id=${'%00'.repeat(50)}&website_id=another&dealership_id=99999999999999999999`,
    'car_id=theirs&website_id=another',
    '',
  ])('VDP-33 a call is recorded with the server’s own data, any input: "%s"', async (body) => {
    await pages.services.db.deleteFrom('lead_calls').execute();
    expect((await send('call', car, { body })).status).toBe(200);
    const calls = await pages.services.db.selectFrom('lead_calls').selectAll().execute();
    expect(calls).toMatchObject([{ car_id: car.id, website_id: 'switchboard', dealership_id: '10' }]);
  });

  it('VDP-32 ERR-02 prices beyond the limit are refused by 429 with the seconds to wait', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => send('delivery', car)));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(10);
    expect(refused.every(({ status }) => status === 429)).toBe(true);
    expect(refused.map(codeOf)).toContain('too_many_prices');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  /** Sent together on one connection that closes after the first bytes, or immediately. */
  const abort = (name: string, isPipelined: boolean) =>
    new Promise<void>((resolve) => {
      const { path, method = 'GET', headers = {}, body = '' } = ENDPOINTS[name]?.(car) ?? {};
      const head = Object.entries({ Host: HOST, ...headers, 'Content-Length': String(body.length) });
      const lines = head.map((pair) => pair.join(': ')).join('\r\n');
      const request = `${method} ${path} HTTP/1.1\r\n${lines}\r\n\r\n${body}`;
      const socket = connect(site.port, '127.0.0.1', () => {
        socket.write(request.repeat(isPipelined ? 50 : 1));
        if (!isPipelined) socket.destroy();
      });
      socket.once('data', () => socket.destroy());
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });

  it.each(NAMES)(
    'PLAT-02 %s survives 300 concurrent requests, pipelined and cancelled ones',
    async (name) => {
      const statuses = new Set<number>();
      const one = () => send(name, car).then(({ status }) => statuses.add(status));
      await Promise.all([
        ...Array.from({ length: 300 }, one),
        ...Array.from({ length: 60 }, (_, at) => abort(name, at % 2 === 0)),
      ]);
      expect(statuses.size).toBeGreaterThan(0);
      expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
      // Those that left may have used up what one address may ask for in a minute.
      const again = async () => {
        await pages.services.db.deleteFrom('rate_counts').execute();
        return (await send(name, car)).status;
      };
      await expect.poll(again).toBe(200);
      expect((await ask(site.port, { host: HOST, path: `/cars/${car.slug}` })).status).toBe(200);
    },
  );
});
