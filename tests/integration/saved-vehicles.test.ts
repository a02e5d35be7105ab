import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openRenderedPages } from '../switches/rendered-pages.ts';

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  pages = await openRenderedPages(engine);
});
afterAll(() => pages.close());

const rowOf = (stocknum: string) =>
  pages.services.db
    .selectFrom('vehicles')
    .select(['id', 'slug', 'dealer'])
    .where('identity', '=', `stock:${stocknum}`)
    .executeTakeFirstOrThrow();
const idOf = async (stocknum: string) => (await rowOf(stocknum)).id;
const slugOf = async (stocknum: string) => (await rowOf(stocknum)).slug;
const textOf = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\s*\|[\s|]*/g, '|');
const removed = async (stocknum: string, removed_at: string | null) => {
  await pages.services.db
    .updateTable('vehicles')
    .set({ removed_at })
    .where('identity', '=', `stock:${stocknum}`)
    .execute();
};

describe('saved vehicles', () => {
  const saved = (...cars: string[]) =>
    pages.render(`/saved-cars/list?${new URLSearchParams(cars.map((car) => ['car', car]))}`);

  const entriesOf = async (...cars: string[]) => JSON.parse((await saved(...cars)).html).entries;

  it('FAV-01 each is a card with price and type, and says how its price has changed', async () => {
    const id = await idOf('U1');
    const [entry] = await entriesOf(`${id}.4799000.excluding_government_charges`);
    expect(entry).toMatchObject({
      kind: 'card',
      hasPage: true,
      car: { id, pricing: { price_type: 'excluding_government_charges' } },
      change: { kind: 'less', text: '$2,000 less than when you saved it.' },
    });
    const { headers } = await saved(id);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    for (const same of [`${id}.4599000.excluding_government_charges`, id])
      expect(await entriesOf(same)).toMatchObject([{ change: null }]);
    expect(await entriesOf(`${id}.4799000.drive_away`)).toMatchObject([
      { change: { text: 'It was $47,990 Drive away when you saved it.' } },
    ]);
  });

  it('FAV-01 a sold one stays and says so', async () => {
    const [sold, listed] = await entriesOf(await idOf('S1'), await idOf('U1'));
    expect(sold).toMatchObject({ car: { status: 'sold' }, change: { text: 'This car has been sold.' } });
    expect(listed).toMatchObject({ change: null });
  });

  it('FAV-01 of one that is gone, hidden or made up only that is said', async () => {
    await removed('U3', '2026-06-01T00:00:00Z');
    const ids = [await idOf('U3'), await idOf('T1'), 'made-up'];
    const entries = await entriesOf(...ids);
    await removed('U3', null);
    const change = { kind: 'gone', text: 'This car is no longer listed.' };
    expect(entries).toEqual(ids.map((id) => ({ kind: 'gone', id, change })));
  });

  it('FAV-01 one saved with the id it had before ids were keyed is a card, and a hidden one stays unknown', async () => {
    const [listed, hidden] = [await rowOf('U1'), await rowOf('T1')];
    const formerOf = ({ id }: { id: string }) => `former-${id}`;
    await pages.services.db
      .insertInto('former_vehicle_ids')
      .values(
        [listed, hidden].map((row) => ({
          dealer: row.dealer,
          former_id: formerOf(row),
          vehicle_id: row.id,
        })),
      )
      .execute();
    const price = '4799000.excluding_government_charges';
    const entries = await entriesOf(`${formerOf(listed)}.${price}`, formerOf(hidden));
    expect(entries).toMatchObject([
      { kind: 'card', car: { id: listed.id }, change: { kind: 'less' } },
      { kind: 'gone', id: formerOf(hidden) },
    ]);
  });

  it('FAV-01 what cannot be read is 400, and a site that saves nothing has no such list', async () => {
    for (const cars of [[], [''], ['x'.repeat(65)], ['a.1.<b>'], Array.from({ length: 21 }, String)])
      expect((await saved(...cars)).status, String(cars).slice(0, 20)).toBe(400);
    expect((await pages.render('/saved-cars/list?car=a', { 'card.favourites': false })).status).toBe(404);
  });
});

describe('compared vehicles', () => {
  const ON = { 'card.compare': true };
  const compare = (query: string) => pages.render(`/compare?${query}`, ON);

  it('FAV-01 the address alone shows vehicles side by side, prices with their types, and marks what differs', async () => {
    const { html, status } = await compare(`cars=${await slugOf('U1')},${await slugOf('U2')}`);
    expect(status).toBe(200);
    expect(textOf(html)).toMatch(
      /Price\|\$45,990\|Excl\. government charges\|\$31,500\|Excl\. government charges\|/,
    );
    const marked = [...html.matchAll(/<tr data-differs[^>]*>\s*<th scope="row">([^<]+)/g)].map(
      ([, label]) => label,
    );
    expect(marked).toEqual(expect.arrayContaining(['Price', 'Fuel', 'Body']));
    expect(marked).not.toContain('Odometer');
    expect(html).toContain('noindex');
    // A repayment and its comparison rate stay together.
    const repayments = html.match(/\/ week</g)?.length ?? 0;
    expect(html.match(/% p\.a\. comparison rate</g)?.length ?? 0).toBeGreaterThanOrEqual(repayments);
  });

  it('FAV-01 CFG-16 what is had by the week is available, what is bought is for sale', async () => {
    const query = `/compare?cars=${await slugOf('U1')}`;
    const availability = async (subscription: boolean) =>
      /\|Availability\|([^|]+)\|/.exec(
        textOf((await pages.render(query, { ...ON, subscription })).html),
      )?.[1];
    expect([await availability(true), await availability(false)]).toEqual(['Available', 'For sale']);
  });

  it('FAV-01 each has a link to its page and one to the comparison without it, and all have one enquiry', async () => {
    const [a, b] = [await rowOf('U1'), await rowOf('U2')];
    const { html } = await compare(`cars=${a.slug},${b.slug}`);
    for (const link of [`/cars/${a.slug}`, `/compare?cars=${b.slug}`, `/compare?cars=${a.slug}`])
      expect(html).toContain(`href="${link}"`);
    expect(html.replaceAll('%2C', ',')).toContain(`/enquire/enquiry?car_ids=${a.id},${b.id}`);
  });

  it('FAV-01 a fifth is left out, a double counts once, and one without a page is counted, not named', async () => {
    const slugs = await Promise.all(['U1', 'U2', 'U3', 'N1', 'D1'].map(slugOf));
    const columns = (html: string) => html.match(/<th scope="col"/g)?.length ?? 0;
    const all = await compare(`cars=${slugs.join()}`);
    expect(columns(all.html)).toBe(4);
    expect(textOf(all.html)).toContain('The first 4 are shown.');
    expect(columns((await compare(`cars=${slugs[0]},${slugs[0]}`)).html)).toBe(1);
    const secretSlug = await slugOf('T1');
    const hidden = await compare(`cars=${slugs[0]},${secretSlug},made-up`);
    expect(columns(hidden.html)).toBe(1);
    expect(textOf(hidden.html)).toContain('2 cars are no longer listed.');
    const secret = await pages.services.db
      .selectFrom('vehicles')
      .select('record')
      .where('identity', '=', 'stock:T1')
      .executeTakeFirstOrThrow();
    // Its address is the shopper's own words.
    expect(hidden.html.replaceAll(secretSlug, '')).not.toContain(JSON.parse(secret.record).model);
  });

  it('FAV-01 cars chosen among the saved ones lead to the address of their comparison', async () => {
    const [a, b] = [await rowOf('U1'), await rowOf('U2')];
    const { status, headers } = await compare(`car_ids=${a.id}&car_ids=${b.id}`);
    expect([status, decodeURIComponent(String(headers.location))]).toEqual([
      303,
      `/compare?cars=${a.slug},${b.slug}`,
    ]);
  });

  it('FAV-01 without any it says how to choose, hostile or empty addresses too', async () => {
    for (const query of ['', 'cars=', `cars=${'a'.repeat(3000)}`, 'cars=<script>', 'cars=%00', 'car_ids=']) {
      const { html, status } = await compare(query);
      expect([200, 303, 400], query.slice(0, 20)).toContain(status);
      expect(html).not.toContain('<script>,');
    }
    expect((await compare('')).html).toContain('Nothing to compare yet');
    expect((await pages.render('/compare')).status).toBe(404);
  });
});
