import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VALUATION_PATH } from '#src/config/sections/site/link-paths.ts';
import { EXPORT_PATH } from '#src/features/account/account-endpoints.ts';
import { localValuer } from '#src/features/trade-in/server/vehicle-data/valuer.ts';
import { NO_PLATE } from '#src/features/trade-in/trade-in-journey.ts';
import { type AccountSites, PHONE, startAccountSites } from '../fixtures/account-site.ts';
import { addCar, CAR_ID } from '../fixtures/lead-services.ts';
import { CONDITION, VEHICLE } from '../fixtures/valuation-journey.ts';

const ON = {
  'account.signIn': true,
  'account.myGarage': true,
  'account.watchlist': true,
  'pages.trade-in.enabled': true,
  'tradeIn.onlineEstimate': true,
  'testDrive.slots': false,
  'deals.enabled': true,
};
const OTHER_PHONE = '0498 765 432';
const PERSON = {
  ...{ name: 'Annabel', last_name: 'Quillfeather', email: 'annabel@example.com', phone: PHONE },
  ...{ postcode: '4006', dealership_slug: 'harbour-city' },
};
const ENQUIRY = { ...PERSON, message: 'Is it still there?' };

let site: AccountSites;
beforeAll(async () => {
  site = await startAccountSites({ riverbend: ON });
  site.services.vehicleData = { ...site.services.vehicleData, valuer: localValuer(site.services.clock) };
});
afterAll(() => site.stop());
afterEach(async () => {
  await site.clear();
  for (const table of ['outbox', 'trade_ins', 'leads', 'reservations', 'vehicles'] as const)
    await site.services.db.deleteFrom(table).execute();
});

const leads = () => site.services.db.selectFrom('leads').selectAll().execute();
const contactId = async () =>
  (await site.services.db.selectFrom('contacts').select('id').executeTakeFirstOrThrow()).id;
const enquire = async (more: object, cookie?: string) => {
  const { status, body } = await site.post('/api/leads/contact', { ...ENQUIRY, ...more }, { cookie });
  expect([status, body]).toEqual([201, expect.anything()]);
};
const text = (html = '') =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const part = (html: string, tag: RegExp) => text(tag.exec(html)?.[1]);
/** The cards of the garage in order. */
const cards = (body: string) =>
  body.split('<h2').flatMap((section) =>
    [...section.matchAll(/<li class="panel garage-card".*?<\/li>/gs)].map(([card]) => ({
      section: part(section, /^[^>]*>(.*?)<\/h2>/s),
      title: part(card, /<h3>(.*?)<\/h3>/s),
      car: part(card, /class="garage-card-car">(.*?)<\/p>/s),
      facts: Object.fromEntries(
        [...card.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/gs)].map(([, label, value]) => [
          text(label),
          text(value),
        ]),
      ),
    })),
  );
const garage = async (cookie: string) => (await site.get('/my-garage', { cookie })).body;
const dataOf = async (cookie: string) => {
  const { status, headers, body } = await site.get(EXPORT_PATH, { cookie });
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(headers['content-disposition']).toContain('attachment');
  return JSON.parse(body);
};

/** Values the shopper's own car, through every step without scripts. */
async function valueOwnCar(cookie: string | undefined, condition: object = {}) {
  const begun = await site.post(VALUATION_PATH, { [NO_PLATE]: 'on' }, { cookie });
  const id = begun.headers.location?.split('/')[2] ?? '';
  const steps = [
    ['vehicle', VEHICLE],
    ['condition', { ...CONDITION, ...condition }],
    ['details', PERSON],
  ] as const;
  for (const [step, values] of steps) {
    const { status, body } = await site.post(`${VALUATION_PATH}/${id}/${step}`, values, { cookie });
    expect([step, status, status === 303 ? '' : body]).toEqual([step, 303, '']);
  }
}

describe('FAV-290 a lead', () => {
  it('FAV-290 sent while signed in belongs to the account, by script or by form', async () => {
    const cookie = await site.signIn();
    await enquire({}, cookie);
    await site.post('/enquire/contact', { ...ENQUIRY, message: 'By form' }, { cookie });
    const id = await contactId();
    expect((await leads()).map(({ contact_id }) => contact_id)).toEqual([id, id]);
  });

  it('FAV-290 sent by anyone else does not, even with the account’s number', async () => {
    await site.signIn();
    await enquire({});
    await enquire({ message: 'Copied cookie' }, 'forecourt_session=none');
    expect((await leads()).map(({ contact_id }) => contact_id)).toEqual([null, null]);
  });
});

it('FAV-291 a saved vehicle whose price has changed says by how much', async () => {
  const { db, clock } = site.services;
  await addCar(site, { more: { price: 2_950_000, price_type: 'drive_away' } });
  const cookie = await site.signIn();
  const saved = { vehicle_id: CAR_ID, dealer: 'riverbend', saved_at: clock.now().toISOString() };
  const owner = { contact_id: await contactId() };
  const price = { price_cents: 3_000_000, price_type: 'drive_away' };
  await db
    .insertInto('watchlists')
    .values({ ...owner, ...saved, ...price })
    .execute();
  expect(await garage(cookie)).toContain('$500 less than when you saved it.');
  await db.updateTable('watchlists').set({ price_cents: 2_950_000 }).execute();
  expect(await garage(cookie)).not.toContain('than when you saved it.');
});

it('FAV-292 an enquiry says whether our team has it', async () => {
  const cookie = await site.signIn();
  await enquire({}, cookie);
  expect(await garage(cookie)).toContain('On its way to our team');
  await site.services.db.updateTable('outbox').set({ state: 'delivered' }).execute();
  const body = await garage(cookie);
  expect(body).toContain('With our team');
  expect(body).not.toContain('On its way to our team');
});

/** A test drive asked for in as many days, of the vehicle if one is given. */
async function askForTestDrive(cookie: string, inDays: number, carId?: string) {
  const day = new Date(site.services.clock.now().getTime() + inDays * 86_400_000).toISOString().slice(0, 10);
  const drive = { ...PERSON, booking_date: day, booking_time: '10:00', ...(carId && { car_id: carId }) };
  const sent = await site.post('/api/leads/test-drive', drive, { cookie });
  expect([sent.status, sent.body]).toEqual([201, expect.anything()]);
}

it('FAV-293 a test drive asked for from the account has its vehicle, time and place, a file for calendars and how to change it', async () => {
  await addCar(site, { id: 'driven', location_slug: null, more: { model: 'Prado' } });
  const cookie = await site.signIn();
  await askForTestDrive(cookie, 3, 'driven');
  const body = await garage(cookie);
  expect(cards(body)).toMatchObject([
    {
      title: 'Test drive',
      section: 'Coming up',
      car: '2021 Toyota Prado SR5',
      facts: {
        When: expect.stringMatching(/^[A-Z][a-z]+day \d+ [A-Z][a-z]+, 10 am$/),
        Where: expect.stringContaining('QLD'),
        'To change it': expect.stringMatching(/^Call \d/),
        Sent: expect.stringContaining(', on its way to our team'),
      },
    },
  ]);
  const file = /href="(\/api\/calendar\/[^"]+)"/.exec(body)?.[1] ?? '';
  expect((await site.get(file)).body).toContain('BEGIN:VEVENT');
});

it('FAV-262 what was arranged with the verified number before sign-in is shown, and nothing that was written', async () => {
  await addCar(site, { id: 'driven', location_slug: null, more: { model: 'Prado' } });
  const cookie = await site.signIn();
  await askForTestDrive(cookie, 3, 'driven');
  await enquire({ message: 'Written by anyone' });
  await site.services.db.updateTable('leads').set({ contact_id: null }).execute();
  const body = await garage(cookie);
  expect(cards(body)[0]).toMatchObject({
    section: 'Coming up',
    car: '2021 Toyota Prado SR5',
    facts: { When: expect.stringMatching(/, 10 am$/) },
  });
  expect(body).not.toContain('Written by anyone');
});

/** A paid reservation of the account. */
async function reserve(more: object = {}) {
  const { db, clock } = site.services;
  const at = clock.now().toISOString();
  await db
    .insertInto('reservations')
    .values({
      ...{ id: 'r'.repeat(32), dealer: 'riverbend', vehicle_id: CAR_ID, state: 'reserved' },
      ...{ amount_cents: 20_000, checkout_id: null, payment_id: 'paid', lead_id: null },
      ...{ contact_id: await contactId(), phone: '', email: '', payload: '', description: null, page: null },
      ...{ network: null, session: null, created_at: at, expires_at: at, paid_at: at },
      terms: JSON.stringify({ amount_cents: 20_000, held_days: 3, refundable_until: 'contract' }),
      ...more,
    })
    .execute();
}

describe('FAV-298 a reservation', () => {
  it('FAV-298 says what was paid, how long it is held and refundable, and leads to its receipt', async () => {
    const cookie = await site.signIn();
    await reserve();
    const body = await garage(cookie);
    expect(cards(body)).toMatchObject([
      {
        section: 'Coming up',
        facts: {
          Paid: expect.stringMatching(/^\$200 on \d/),
          'Held for you': expect.stringMatching(/^Until the end of \d+ [A-Z][a-z]+ 2/),
          Refundable: 'Until you sign the contract',
        },
      },
    ]);
    expect(body).toContain(`href="/reservations/${'r'.repeat(32)}"`);
    expect(body).toContain('Reserved for you');
  });

  it('FAV-298 that was refunded or is held no longer does not come next; anyone else’s is not shown', async () => {
    const cookie = await site.signIn();
    const { db } = site.services;
    await reserve();
    await db.updateTable('reservations').set({ state: 'refunded' }).execute();
    expect(cards(await garage(cookie))).toMatchObject([{ section: 'Enquiries', title: 'Reservation' }]);
    expect(await garage(cookie)).toContain('Deposit refunded');
    await db
      .updateTable('reservations')
      .set({ state: 'reserved', paid_at: '2020-01-01T00:00:00.000Z' })
      .execute();
    expect(cards(await garage(cookie))).toMatchObject([{ section: 'Enquiries' }]);
    await db.updateTable('reservations').set({ contact_id: null }).execute();
    expect(cards(await garage(cookie))).toEqual([]);
  });

  it('FAV-298 is listed once, not with the request that it came from', async () => {
    const cookie = await site.signIn();
    await enquire({}, cookie);
    const [lead] = await leads();
    await reserve({ lead_id: lead?.id });
    expect(cards(await garage(cookie)).map(({ title }) => title)).toEqual(['Reservation']);
  });
});

describe('FAV-261 what belongs to the account', () => {
  it('FAV-261 FORM-230 says after a form that it is in the garage, to the signed-in account alone', async () => {
    const cookie = await site.signIn();
    await enquire({}, cookie);
    const path = `/success?${new URLSearchParams({ form: 'contact', lead: (await leads())[0]?.id ?? '' })}`;
    const next = async (as?: string) => (await site.get(path, { cookie: as })).body;
    expect(await next(cookie)).toContain('href="/my-garage">your garage</a>');
    for (const other of [undefined, await site.signIn({ phone: OTHER_PHONE })]) {
      expect(await next(other)).toContain('You will hear from the team at Harbour City Sales.');
      expect(await next(other)).not.toContain('your garage</a>');
    }
  });

  it('FAV-261 a receipt asks only those who are not signed in to bookmark it', async () => {
    const cookie = await site.signIn();
    await reserve();
    const receipt = async (as?: string) =>
      (await site.get(`/reservations/${'r'.repeat(32)}`, { cookie: as })).body;
    expect(await receipt(cookie)).toContain('href="/my-garage">your garage</a>');
    expect(await receipt(cookie)).not.toContain('Bookmark this page');
    expect(await receipt()).toContain('Bookmark this page');
    expect(await receipt()).not.toContain('your garage</a>');
  });
});

it('FAV-262 FAV-299 a deal sent from the account, or with its number, is among the deals, with what it added up to, and opens again', async () => {
  await addCar(site, { id: 'dealt', more: { price: 3_000_000, price_type: 'drive_away' } });
  const cookie = await site.signIn();
  const deal = { ...PERSON, car_id: 'dealt', deal: 'v=1' };
  const sent = await site.post('/api/leads/deal', deal, { cookie });
  expect([sent.status, sent.body]).toEqual([201, expect.anything()]);
  const body = await garage(cookie);
  expect(cards(body)).toMatchObject([
    { section: 'Deals', title: 'Deal', facts: { 'Adds up to': '$30,000 in total, $30,000 left to pay' } },
  ]);
  expect(body).not.toContain('No deals yet');
  expect(body).toMatch(/href="\/cars\/2021-toyota-hilux-dealt\/deal\?v=1/);
  await site.services.db.updateTable('leads').set({ contact_id: null }).execute();
  expect(await garage(cookie)).toContain('$30,000');
});

it('FAV-297 what comes next is first, by its time, then deals, own vehicles and enquiries', async () => {
  const cookie = await site.signIn();
  await enquire({}, cookie);
  await valueOwnCar(cookie);
  await askForTestDrive(cookie, 5);
  await askForTestDrive(cookie, 2);
  await reserve();
  const shown = cards(await garage(cookie)).map(({ section, title }) => [section, title]);
  expect(shown).toEqual([
    ['Coming up', 'Test drive'],
    ['Coming up', 'Reservation'],
    ['Coming up', 'Test drive'],
    ['My vehicles', '2022 Toyota HiLux SR5'],
    ['Enquiries', 'Message'],
  ]);
});

describe('FAV-294 own vehicles', () => {
  it('FAV-294 valued while signed in are listed with every valuation, newest first', async () => {
    const cookie = await site.signIn();
    await valueOwnCar(cookie, { kilometres: '60000' });
    await valueOwnCar(cookie, { kilometres: '90000' });
    const body = await garage(cookie);
    expect(body.match(/Valuations of your/g)).toHaveLength(1);
    expect(body.indexOf('90,000 km')).toBeGreaterThan(-1);
    expect(body.indexOf('90,000 km')).toBeLessThan(body.indexOf('60,000 km'));
    expect(body).toContain('Value it again');
  });

  it('FAV-294 valued by anyone with the number alone are not', async () => {
    const cookie = await site.signIn();
    await valueOwnCar(undefined);
    expect(await garage(cookie)).not.toContain('2022 Toyota HiLux');
  });

  it('FAV-294 the newest says what we estimate and until when, and leads back to it', async () => {
    const cookie = await site.signIn();
    await valueOwnCar(cookie);
    const body = await garage(cookie);
    expect(cards(body)).toMatchObject([
      {
        section: 'My vehicles',
        facts: {
          'Our estimate': expect.stringMatching(/^\$\d/),
          Valid: expect.stringMatching(/^Until [A-Z][a-z]+day \d/),
        },
      },
    ]);
    const { id = '' } =
      (await site.services.db.selectFrom('trade_ins').select('id').executeTakeFirst()) ?? {};
    expect(body).toContain(`href="${VALUATION_PATH}/${id}/offer"`);
    expect(cards(body).filter(({ section }) => section === 'Enquiries')).toEqual([]);
  });
});

describe('FAV-295 the download', () => {
  it('FAV-295 has everything of the account, and nothing without a session', async () => {
    const refused = await site.get(EXPORT_PATH);
    expect([refused.status, JSON.parse(refused.body).error.code]).toEqual([403, 'sign_in_required']);
    const cookie = await site.signIn();
    await enquire({}, cookie);
    await valueOwnCar(cookie);
    const data = await dataOf(cookie);
    expect(data.account).toMatchObject({ phone: PHONE.replaceAll(' ', '') });
    expect(data.enquiries.map(({ content }: { content?: object }) => content)).toContainEqual(
      expect.objectContaining({ message: ENQUIRY.message }),
    );
    expect(data.valuations).toHaveLength(1);
  });

  it('FAV-295 leaves out what was written by someone who was not signed in, or with another number', async () => {
    const cookie = await site.signIn();
    await enquire({});
    await enquire({ phone: OTHER_PHONE, message: 'For a friend' }, cookie);
    const text = JSON.stringify(await dataOf(cookie));
    expect(text).not.toContain(ENQUIRY.message);
    expect(text).not.toContain('For a friend');
  });
});

it('FAV-296 deleting the account erases what was sent from it with another number too', async () => {
  const cookie = await site.signIn();
  await enquire({ phone: OTHER_PHONE, message: 'For a friend' }, cookie);
  await enquire({ phone: OTHER_PHONE, message: 'From someone else' });
  const removed = await site.post('/my-garage', { delete_account: 'yes', confirm: 'on' }, { cookie });
  expect(removed.status).toBe(303);
  const texts = (await leads()).map(({ payload }) => JSON.parse(payload).message).toSorted();
  expect(texts).toEqual(['', 'From someone else']);
  expect((await leads()).every(({ contact_id }) => contact_id === null)).toBe(true);
});
