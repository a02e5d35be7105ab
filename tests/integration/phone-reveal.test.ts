import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { countLeadCalls } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { maskPhone } from '#src/features/locations/location-phones.ts';
import { phoneRevealResponse, revealPhone } from '#src/features/vehicle/server/reveal-phone.ts';
import { MAX_REVEALS_PER_HOUR } from '#src/platform/limits/rate-limits.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const CAR = 'car:U4';
const JSON_WANTED = { Accept: 'application/json' };

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  pages = await openRenderedPages({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    pagesEntry: inject('pagesEntry'),
  });
});
afterAll(() => pages.close());

let phone: string;
let network = 0;
beforeEach(async () => {
  network += 1;
  // CFG-18: its dealership shows a number for each type of car.
  phone = pages.configured().phones.used ?? '';
  await pages.services.db.deleteFrom('lead_calls').execute();
});

const post = (headers: Record<string, string> = {}, car = CAR) =>
  pages.render(car, undefined, { method: 'POST', headers, clientAddress: `203.0.113.${network}` });
const revealed = async (headers?: Record<string, string>) => JSON.parse((await post(headers)).html);

it('VDP-17 the page has only the masked number, until a POST returns it in full', async () => {
  const numbers = pages.configured().locations.flatMap((location) => location.phone);
  const { html } = await pages.render(CAR);
  expect(html).toContain(maskPhone(phone).slice(0, 5));
  for (const number of [...numbers, ...numbers.map((each) => each.replaceAll(' ', ''))])
    expect(html).not.toContain(number);
  expect(await revealed(JSON_WANTED)).toEqual({ phone, href: `tel:${phone.replaceAll(' ', '')}` });
});

it('VDP-17 without JavaScript the same POST returns the page with the number, and is not cached', async () => {
  const { status, html, headers } = await post();
  expect(status).toBe(200);
  expect(html).toContain(`href="tel:${phone.replaceAll(' ', '')}"`);
  expect(html).toContain(phone);
  expect(headers['cache-control']).toBe('no-store');
  expect((await pages.render(CAR)).html).not.toContain(phone);
});

it('VDP-33 ANL-05 the call is recorded with car, dealership and website, and labelled by car type', async () => {
  const { html } = await post();
  expect(html).toContain('data-page-event="25" data-page-event-label="Used Car"');
  const [call] = await pages.services.db.selectFrom('lead_calls').selectAll().execute();
  const page = (await pages.render(CAR)).html;
  for (const name of ['car_id', 'dealership_id', 'website_id'] as const)
    expect(page).toContain(`<input type="hidden" name="${name}" value="${call?.[name]}"`);
  expect(await countLeadCalls(pages.services.db, {})).toEqual([{ dealer: 'switchboard', calls: 1 }]);
  expect(await countLeadCalls(pages.services.db, { dealer: 'another' })).toEqual([]);
});

it('VDP-17 one network has 30 numbers revealed an hour, then is redirected to the location, even for concurrent requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: MAX_REVEALS_PER_HOUR + 10 }, () => post(JSON_WANTED)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_REVEALS_PER_HOUR);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(JSON.parse(refused[0]?.html ?? '')).toMatchObject({
    error: { code: 'too_many_calls' },
    location: expect.stringMatching(/^\/locations\//),
  });
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  const page = await post();
  expect([page.status, page.headers.location]).toEqual([303, JSON.parse(refused[0]?.html ?? '').location]);
  expect(await countLeadCalls(pages.services.db, {})).toEqual([
    { dealer: 'switchboard', calls: MAX_REVEALS_PER_HOUR },
  ]);
  network += 1;
  expect((await post(JSON_WANTED)).status).toBe(200);
});

it('VDP-17 ERR-02 a call that cannot be recorded is logged, and the shopper still gets the number', async () => {
  const { db, log } = pages.services;
  const error = vi.spyOn(log, 'error').mockImplementation(() => {});
  await db.schema.alterTable('lead_calls').renameTo('gone').execute();
  try {
    expect(await revealed(JSON_WANTED)).toMatchObject({ phone });
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ dealer: 'switchboard' }),
      'lead call not recorded',
    );
  } finally {
    await db.schema.alterTable('gone').renameTo('lead_calls').execute();
  }
});

it('VDP-17 ERR-02 a dealer without any number causes a warning, and the location is named instead', async () => {
  const dealer = pages.configured();
  const [location] = dealer.locations;
  const [dealership] = dealer.dealerships;
  if (!location || !dealership) throw new Error('The dealer has no location');
  const warn = vi.spyOn(pages.services.log, 'warn').mockImplementation(() => {});
  const car = { vehicle: { id: 'a', car_type: 'used' as const }, isSold: false, dealership };
  const asked = { ...car, location: { ...location, phone: '' } };
  const bare = { ...dealer, phones: {} as typeof dealer.phones };
  const reveal = await revealPhone(pages.services, bare, asked, '203.0.113.200');
  expect(warn).toHaveBeenCalledWith(
    { dealer: 'switchboard', location: location.slug },
    'No phone number available',
  );
  if (reveal.kind === 'sold') throw new Error('The car is for sale');
  const response = phoneRevealResponse(reveal, dealer, location);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    error: { code: 'no_phone', message: 'No phone number available' },
    location: expect.stringContaining(location.slug),
  });
  expect(await countLeadCalls(pages.services.db, {})).toEqual([]);
});

it('VDP-16 VDP-17 a sold or unknown car has no number to call', async () => {
  const { db } = pages.services;
  await db.updateTable('vehicles').set({ status: 'sold' }).where('identity', '=', 'stock:U1').execute();
  const [row] = await db.selectFrom('vehicles').select('record').where('identity', '=', 'stock:U1').execute();
  const record = JSON.stringify({ ...JSON.parse(row?.record ?? '{}'), status: 'sold' });
  await db
    .updateTable('vehicles')
    .set({ record, sold_at: pages.services.clock.now().toISOString() })
    .where('identity', '=', 'stock:U1')
    .execute();
  const sold = await post(JSON_WANTED, 'car:U1');
  const { error, location } = JSON.parse(sold.html);
  expect([sold.status, error.code]).toEqual([409, 'car_sold']);
  // Its own page, which says the same to people.
  expect((await pages.render(location)).html).toContain('This car has been sold.');
  expect((await post({}, 'car:U1')).html).not.toContain('href="tel:');
  expect((await post(JSON_WANTED, '/cars/no-such-car')).status).toBe(404);
  expect(await countLeadCalls(db, {})).toEqual([]);
});
