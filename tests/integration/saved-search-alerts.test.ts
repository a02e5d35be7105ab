import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { claimAlert } from '#src/features/account/server/queries/saved-search-queries.ts';
import {
  type AlertMemory,
  alertTransports,
  sendAlerts,
} from '#src/features/account/server/saved-searches/alert-worker.ts';
import { sendConfirmations } from '#src/features/account/server/saved-searches/send-alert.ts';
import { overlaidVehicles, setOverlay } from '#src/features/stock/server/importing/stock-overlays.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { acquireLease, releaseLease } from '#src/platform/database/leases.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';
import { openSavedSearchSite, type SavedSearchSite } from '../fixtures/saved-search-site.ts';

const ANN = 'ann@example.com';

let site: SavedSearchSite;
beforeAll(async () => {
  site = await openSavedSearchSite({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    index: 'saved-search-alerts',
    pagesEntry: inject('pagesEntry'),
  });
});
afterAll(() => site.close());
beforeEach(() => site.clear());

const A = { stocknum: 'A1' };
const B = { stocknum: 'B1', model: 'HiLux', year: 2022, price: 40_000 };
const later = (ms: number) => {
  site.time.now += ms;
};
const alerts = () => site.mailsTo(ANN).filter(({ subject }) => !subject?.startsWith('Please confirm'));

describe('what an alert says', () => {
  it('SRCH-33 a new match is mentioned once, with its price and type, and not what was there before', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    expect(await site.round()).toBe(0);
    await site.import([A, B]);
    expect(await site.round()).toBe(1);
    later(2 * DAY_MS);
    expect(await site.round()).toBe(0);
    const [alert] = alerts();
    expect(alert?.subject).toMatch(/^1 new car: Toyota cars for sale in /);
    expect(alert?.text).toContain('2022 Toyota HiLux');
    expect(alert?.text).toContain('$40,000 Excl. government charges');
    expect(alert?.text).not.toContain('Corolla');
    expect(alert?.text).toMatch(/See your search: \S+\/search\/new-used-and-demo-cars\?make=Toyota/);
  });

  it('SRCH-33 the mail says how to unsubscribe by one request, and that a machine wrote it', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    await site.round();
    const header = (name: string) => alerts()[0]?.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toMatch(/^<https?:\/\/\S+\/save-search\/[\w-]{16}\/stop>$/);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('auto-submitted')).toBe('auto-generated');
  });

  it('SRCH-33 a lower price is mentioned, a higher one is not', async () => {
    await site.import([A, B]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([
      { ...A, price: 18_000 },
      { ...B, price: 41_000 },
    ]);
    expect(await site.round()).toBe(1);
    expect(alerts()[0]?.text).toContain('Price drop of $2,000. $18,000 Excl. government charges');
    expect(alerts()[0]?.text).not.toContain('HiLux');
  });

  it('SRCH-33 PLAT-03 a lower price that people set over the feed is mentioned', async () => {
    await site.import([A, B]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    const { services } = site;
    const [found] = await overlaidVehicles(services.db, site.dealer.slug, 'A1');
    later(1000);
    await setOverlay(
      services,
      { dealer: site.dealer.slug, id: found?.id ?? '' },
      { price: 1_800_000, until: null },
    );
    await drainIndexChanges(services);
    expect(await site.round()).toBe(1);
    expect(alerts()[0]?.text).toContain('Price drop of $2,000. $18,000 Excl. government charges');
    expect(alerts()[0]?.text).not.toContain('HiLux');
    expect(await site.round()).toBe(0);
  });

  it('SRCH-33 a vehicle that was hidden when the search was saved is new when the feed shows it', async () => {
    await site.import([A, { ...B, show_on_dealer_website: 'false' }]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    expect(await site.round()).toBe(1);
    expect(alerts()[0]?.text).toContain('New. $40,000');
  });

  it('SRCH-33 a price that falls into the range of a search is a match', async () => {
    await site.import([A, B]);
    later(1000);
    await site.subscribe('price=:38000&model=HiLux', ANN);
    await site.import([A, { ...B, price: 37_000 }]);
    expect(await site.round()).toBe(1);
  });

  it('SRCH-33 nothing that the site does not show is mentioned: hidden, sold, too old, another dealer’s', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([
      A,
      { ...B, stocknum: 'H1', show_on_dealer_website: 'false' },
      { ...B, stocknum: 'S1', status: 'sold' },
    ]);
    await site.services.db
      .updateTable('vehicles')
      .set({ dealer: 'yard-b' })
      .where('identity', '=', 'stock:S1')
      .execute();
    expect(await site.round()).toBe(0);
    const excluding = { ...site.dealer, stock: { ...site.dealer.stock, excludedMakes: ['Toyota'] } };
    await site.import([A, B]);
    const services = {
      ...site.services,
      tenants: { ...site.services.tenants, bySlug: () => excluding },
    };
    expect(await sendAlerts(services, alertTransports(services))).toBe(0);
    expect(alerts()).toHaveLength(0);
    expect(await site.round()).toBe(1);
    await site.services.db.deleteFrom('vehicles').where('dealer', '=', 'yard-b').execute();
  });

  it('SRCH-33 six vehicles are named and the others counted', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, ...Array.from({ length: 9 }, (_, n) => ({ ...B, stocknum: `N${n}` }))]);
    await site.round();
    expect(alerts()[0]?.subject).toMatch(/^9 new cars: /);
    expect(alerts()[0]?.text?.match(/2022 Toyota HiLux/g)).toHaveLength(6);
    expect(alerts()[0]?.text).toContain('\n3 more\n');
  });

  it.each([
    'make=Toyota',
    'model=HiLux&price=30000:',
    'query=hilux',
    'year=2021:&km=:60000',
    'body=hatch&car_type=used',
    'make=Kia&make=Mazda',
    'car_type=new',
    'query=a+sunroof+nobody+has',
    '',
  ])('SRCH-33 the search "%s" is alerted about what its page finds', async (query) => {
    await site.subscribe(query, ANN);
    await site.import([
      A,
      B,
      { stocknum: 'K1', make: 'Kia', model: 'Rio', year: 2021, price: 15_000 },
      { stocknum: 'M1', make: 'Mazda', model: '2', year: 2023, price: 32_000, km: 10 },
    ]);
    await drainIndexChanges(site.services);
    const asked = await site.get(`/search/new-used-and-demo-cars?${query}`);
    const { status, body } = asked.headers.location ? await site.get(asked.headers.location) : asked;
    expect(status).toBe(200);
    // What is shown where nothing is found is not found.
    const [results = ''] = body.split('class="empty-others"');
    const onPage = [...results.matchAll(/href="(\/cars\/[a-z0-9-]+)"/g)].map(([, path]) => path);
    await site.round();
    const text = alerts()[0]?.text ?? '';
    const inMail = [...text.matchAll(/\S+(\/cars\/[a-z0-9-]+)/g)].map(([, path]) => path);
    expect([...new Set(inMail)].sort()).toEqual([...new Set(onPage)].sort());
  });
});

describe('when alerts are sent', () => {
  it('SRCH-33 there is at most one in 24 hours; what came meanwhile is in the next', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    await site.round();
    later(HOUR_MS);
    await site.import([A, B, { ...B, stocknum: 'C1', model: 'Camry' }]);
    expect(await site.round()).toBe(0);
    later(23 * HOUR_MS - 60_001);
    expect(await site.round()).toBe(0);
    later(60_001);
    expect(await site.round()).toBe(1);
    expect(alerts()[1]?.text).toContain('Camry');
    expect(alerts()[1]?.text).not.toContain('HiLux');
  });

  it('SRCH-33 twenty workers at once send one alert', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    const sent = await Promise.all(Array.from({ length: 20 }, () => site.round()));
    expect(sent.reduce((a, b) => a + b)).toBe(1);
    expect(alerts()).toHaveLength(1);
  });

  it('SRCH-33 a mail server that fails delays an alert and loses nothing', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    for (const faultMode of ['busy', 'fails', 'busy'] as const) {
      site.mail.behave(faultMode);
      expect(await site.round()).toBe(0);
      // Not again at once.
      site.mail.behave('accepts');
      expect(await site.round()).toBe(0);
      later(HOUR_MS);
    }
    expect(await site.round()).toBe(1);
    expect(alerts()[0]?.text).toContain('HiLux');
  });

  it('SRCH-33 what may have arrived is sent again as the same mail', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    site.mail.behave('loses-answer');
    await site.round();
    site.mail.behave('accepts');
    later(HOUR_MS);
    await site.round();
    expect(new Set(alerts().map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('SRCH-33 a worker that dies after it took a turn costs the message of that day, and none is sent twice', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    later(1000);
    const [row] = await site.rows();
    const now = new Date(site.time.now);
    const nextAt = new Date(site.time.now + DAY_MS).toISOString();
    await claimAlert(site.services.db, {
      ...{ id: row?.id ?? '', lookedAt: row?.looked_at ?? '' },
      ...{ seenAt: now.toISOString(), now: now.toISOString(), nextAt },
    });
    later(DAY_MS);
    await site.import([A, B, { ...B, stocknum: 'C1', model: 'Camry' }]);
    expect(await site.round()).toBe(1);
    expect(alerts()[0]?.text).toContain('Camry');
    expect(alerts()[0]?.text).not.toContain('HiLux');
  });

  it('SRCH-33 no vehicle is missed that an import writes after an alert, dated by its start', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    later(1000);
    const begun = site.time.now;
    const { db, clock } = site.services;
    const lease = await acquireLease(db, 'import:yard-a', { clock, forMs: 30_000 });
    later(5000);
    expect(await site.round()).toBe(0);
    if (lease) await releaseLease(db, lease);
    site.time.now = begun;
    await site.import([A, B, { ...B, stocknum: 'C1', model: 'Camry' }]);
    later(6000);
    expect(await site.round()).toBe(1);
    expect(alerts()[0]?.text).toContain('Camry');
  });

  it('SRCH-33 no vehicle is missed or mentioned twice where the clock of the machine that imports is behind', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    later(10_000);
    expect(await site.round()).toBe(1);
    later(-5000);
    await site.import([A, B, { ...B, stocknum: 'C1', model: 'Camry' }]);
    later(2 * DAY_MS);
    expect(await site.round()).toBe(1);
    expect(alerts().map(({ text }) => ['HiLux', 'Camry'].filter((model) => text?.includes(model)))).toEqual([
      ['HiLux'],
      ['Camry'],
    ]);
  });

  it('SRCH-33 stock that has not changed is not read again, and a search saved meanwhile is', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    const memory: AlertMemory = new Map();
    const round = () => sendAlerts(site.services, alertTransports(site.services), memory);
    expect(await round()).toBe(1);
    later(2 * DAY_MS);
    expect(await round()).toBe(0);
    await site.import([A, B, { ...B, stocknum: 'C1', model: 'Camry' }]);
    expect(await round()).toBe(1);
    later(2 * DAY_MS);
    await site.subscribe('model=HiLux', 'ben@example.com');
    await site.services.db
      .updateTable('saved_searches')
      .set({ looked_at: '2026-01-01T00:00:00.000Z' })
      .where('recipient', '=', 'ben@example.com')
      .execute();
    expect(await round()).toBe(1);
  });

  it('SRCH-33 a switch turned off, a paused site and an ended search send nothing', async () => {
    await site.import([A]);
    later(1000);
    await site.subscribe('make=Toyota', ANN);
    await site.import([A, B]);
    await site.save('make=Mazda', 'bob@example.com');
    const as = (changed: object) => {
      const dealer = { ...site.dealer, ...changed };
      const tenants = { ...site.services.tenants, all: [dealer], bySlug: () => dealer };
      return { ...site.services, tenants };
    };
    const off = as({ search: { ...site.dealer.search, alerts: false } });
    const paused = as({ status: { state: 'paused' } });
    for (const services of [off, paused]) {
      const ways = alertTransports(services);
      expect(await sendAlerts(services, ways)).toBe(0);
      expect(ways.mailer && (await sendConfirmations(services, ways.mailer))).toBe(0);
    }
    later(366 * DAY_MS);
    expect(await site.round()).toBe(0);
  });
});
