import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  deleteAccount,
  eraseSavedSearches,
  exportSearches,
  findRestoredSearches,
} from '#src/features/account/server/account-privacy.ts';
import { searchesOfPerson } from '#src/features/account/server/queries/account-erasure-queries.ts';
import {
  alertAfterImport,
  alertTransports,
  sendAlerts,
  startAlertWorker,
} from '#src/features/account/server/saved-searches/alert-worker.ts';
import { savedSearchesOf, stopPage } from '#src/features/account/server/saved-searches/saved-search-pages.ts';
import { EARLIER_TEXT } from '#src/features/leads/server/intake/read-lead-body.ts';
import { ERASURE_LOG } from '#src/features/leads/server/privacy/erasure-log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { ask } from '../fixtures/http-site.ts';
import { openSavedSearchSite, type SavedSearchSite } from '../fixtures/saved-search-site.ts';
import { servePages } from '../fixtures/served-pages.ts';

const ANN = 'ann@example.com';

let site: SavedSearchSite;
beforeAll(async () => {
  site = await openSavedSearchSite({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    index: 'saved-search-pages',
    pagesEntry: inject('pagesEntry'),
  });
});
afterAll(() => site.close());
beforeEach(() => site.clear());

const A = { stocknum: 'A1' };
const B = { stocknum: 'B1', model: 'HiLux', year: 2022, price: 40_000 };
const QUERY = 'make=Toyota';
const later = (ms: number) => {
  site.time.now += ms;
};

/** A confirmed search whose first alert has arrived; path of its link to stop. */
async function alerted(): Promise<string> {
  await site.import([A]);
  later(1000);
  await site.subscribe(QUERY, ANN);
  await site.import([A, B]);
  await site.round();
  return site.stopPath(site.mailsTo(ANN).at(-1)?.text);
}

describe('saving', () => {
  it('SRCH-33 the form names the search in words, and what is agreed to', async () => {
    const { status, body, headers } = await site.get('/save-search?make=Toyota&price=:30000&colour=Red');
    expect(status).toBe(200);
    expect(body).toContain('Toyota cars under $30,000 for sale in');
    expect(body).toContain(', Red');
    expect(body).toContain('at most one a day');
    expect(body).toContain('<meta name="robots" content="noindex');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('SRCH-33 an installation without e-mail or texts offers no alerts; with texts alone it offers to sign in', async () => {
    await site.import([A]);
    const withoutMail = { ...site.services, env: { ...site.services.env, MAIL_FROM: undefined } };
    const seen = async (services: Services, order: string) => {
      const server = await servePages(services, [site.dealer], inject('pagesEntry'));
      const page = (path: string) => ask(server.port, { path, host: 'yard-a.localhost' });
      const [results, form] = [
        await page(`/search/used-cars?sortBy=${order}`),
        await page(`/save-search?${QUERY}`),
      ];
      await server.stop();
      return { isOffered: results.body.includes('Save this search'), form };
    };
    const closed = await seen({ ...withoutMail, sms: undefined }, 'latest');
    expect([closed.isOffered, closed.form.status]).toEqual([false, 503]);
    expect(closed.form.body).toContain('We cannot save searches at present.');
    const texts = await seen(withoutMail, 'price_asc');
    expect([texts.isOffered, texts.form.status]).toEqual([true, 200]);
    expect(texts.form.body).toContain('Sign in to get text messages');
  });

  it('SRCH-33 words that name stock are saved as what they mean', async () => {
    await site.import([A, B]);
    const { headers } = await site.post('/save-search?query=kia', { email: ANN });
    expect(headers.location).toMatch(/^\/save-search\?.*saved=email$/);
    expect(await site.rows()).toHaveLength(1);
  });

  it('SRCH-33 an address gets nothing until it confirms, and a link that is only opened confirms nothing', async () => {
    await site.import([A]);
    later(1000);
    const saved = await site.save(QUERY, ANN);
    expect(saved.status).toBe(303);
    const shown = await site.get(saved.headers.location ?? '');
    expect(shown.body).toContain('Check your e-mail');
    await site.round();
    expect(site.mailsTo(ANN)).toHaveLength(1);
    const link = site.confirmPath(ANN);
    const opened = await site.get(link);
    expect(opened.body).toContain('Confirm your alerts');
    expect(opened.headers['referrer-policy']).toBe('strict-origin');
    later(1000);
    await site.import([A, B]);
    expect(await site.round()).toBe(0);
    expect((await site.post(link)).status).toBe(303);
    // What came between saving and confirming is new.
    expect(await site.round()).toBe(1);
    expect(site.mailsTo(ANN).at(-1)?.text).toContain('HiLux');
  });

  it('SRCH-33 consent is recorded with its text, version and time', async () => {
    await site.save(QUERY, ANN);
    const [row] = await site.rows();
    expect(JSON.parse(row?.consent ?? '')).toEqual({
      text: expect.stringContaining('at most one a day'),
      version: expect.stringMatching(/^sha256:[0-9a-f]{12}$/),
      channel: 'email',
      at: new Date(site.time.now).toISOString(),
    });
  });

  it('SRCH-33 a form that showed an earlier text records its version, not the present text', async () => {
    const shown = await site.get(`/save-search?${QUERY}`);
    const version = /name="notice_version" value="(sha256:[0-9a-f]{12})"/.exec(shown.body)?.[1];
    const recorded = async (notice_version: string, email: string) => {
      await site.post(`/save-search?${QUERY}`, { email, notice_version });
      const row = (await site.rows()).find(({ recipient }) => recipient === email);
      return JSON.parse(row?.consent ?? '');
    };
    expect(await recorded(version ?? '', ANN)).toMatchObject({
      text: expect.stringContaining('at most one a day'),
      version,
    });
    const earlier = await recorded('sha256:0123456789ab', `x${ANN}`);
    expect(earlier).toMatchObject({ text: EARLIER_TEXT, version: 'sha256:0123456789ab' });
  });

  it.each([
    ['', 'This is a required field.'],
    ['ann', 'Enter an email address, such as name@example.com.'],
    ['ann@example.com, ben@example.com', 'Enter an email address, such as name@example.com.'],
    ['"ann"@example.com', 'Enter an email address, such as name@example.com.'],
    ['ann@example.com\r\nBcc: ben@example.com', 'Enter an email address, such as name@example.com.'],
  ])('SRCH-33 the address "%s" is refused', async (email, message) => {
    const { status, body } = await site.save(QUERY, email);
    expect(status).toBe(422);
    expect(body).toContain(message);
    expect(await site.rows()).toHaveLength(0);
  });

  it('SRCH-33 saved twice it is one search, and an address that is saved again by anyone stays as it is', async () => {
    const stop = await alerted();
    const before = await site.rows();
    await site.save(`${QUERY}&page=2&sortBy=price_asc`, ANN.toUpperCase());
    const [row, ...more] = await site.rows();
    expect(more).toEqual([]);
    expect({ ...row, confirm_due_at: null }).toEqual(before[0]);
    await site.round();
    expect((await site.post(site.confirmPath(ANN))).status).toBe(303);
    expect((await site.get(stop)).body).toContain('Stop these alerts?');
  });

  it('SRCH-33 alerts that run last longer when their address confirms again, not when anyone saves them again', async () => {
    await site.import([A]);
    await site.subscribe(QUERY, ANN);
    const [before] = await site.rows();
    later(300 * DAY_MS);
    await site.save(QUERY, ANN);
    await site.round();
    expect(site.mailsTo(ANN).at(-1)?.text).toContain('Confirm: ');
    const link = site.confirmPath(ANN);
    const asked = (await site.get(link)).body;
    expect(asked).toContain('Your alerts are on. Confirm to get them for another year from today.');
    const { text } = JSON.parse(before?.consent ?? '');
    expect(asked).toContain(text);
    expect({ ...(await site.rows())[0], attempts: 0 }).toEqual({ ...before, attempts: 0 });

    const pressed = new Date(site.time.now).toISOString();
    const year = new Date(site.time.now + 365 * DAY_MS).toISOString();
    expect((await site.post(link)).status).toBe(303);
    later(HOUR_MS);
    expect((await site.post(link)).status).toBe(303);
    expect((await site.get(link)).body).toContain('Your alerts are on</h1>');
    const [row] = await site.rows();
    expect(row).toMatchObject({
      expires_at: year,
      confirmed_at: before?.confirmed_at,
      looked_at: before?.looked_at,
    });
    expect(JSON.parse(row?.consent ?? '')).toMatchObject({ text, channel: 'email', at: pressed });
  });

  it('SRCH-33 a confirmation that cannot be sent is sent later', async () => {
    site.mail.behave('busy');
    await site.save(QUERY, ANN);
    await site.round();
    site.mail.behave('accepts');
    later(HOUR_MS);
    await site.round();
    expect(site.mailsTo(ANN)).toHaveLength(1);
  });

  it('SRCH-33 an address that does not confirm in 7 days is forgotten, and its link is worth nothing', async () => {
    await site.save(QUERY, ANN);
    await site.round();
    const link = site.confirmPath(ANN);
    later(7 * DAY_MS + 1000);
    expect((await site.post(link)).status).toBe(404);
    const worker = startAlertWorker(site.services, 10);
    await expect.poll(async () => (await site.rows()).length).toBe(0);
    await worker.stop();
  });
});

describe('stopping', () => {
  it('SRCH-33 the link in a mail shows one button; pressed, nothing of the person is left', async () => {
    const stop = await alerted();
    const { body } = await site.get(stop);
    expect(body).toContain('Stop these alerts?');
    expect(await site.rows()).toHaveLength(1);
    expect((await site.post(stop)).body).toContain('Alerts stopped');
    expect(await site.rows()).toHaveLength(0);
    expect((await site.post(stop)).body).toContain('Alerts stopped');
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('SRCH-33 the one-click request of a mail service stops them, sent as %s', async (type, body) => {
    const path = await alerted();
    const { status } = await ask(site.port, {
      ...{ path, method: 'POST', host: 'yard-a.localhost', body },
      headers: { 'Content-Type': type },
    });
    expect(status).toBe(200);
    expect(await site.rows()).toHaveLength(0);
  });

  it('SRCH-33 a backup that was restored starts no alerts that were stopped, by the worker or after an import', async () => {
    for (const send of [
      () => alertAfterImport(site.services),
      async () => {
        const worker = startAlertWorker(site.services, 10);
        await expect.poll(async () => (await site.rows()).length).toBe(1);
        await worker.stop();
      },
    ]) {
      await site.clear();
      const stop = await alerted();
      const stored = await site.rows();
      await site.post(stop);
      expect(await site.rows()).toEqual([]);
      await site.subscribe(QUERY, 'bo@example.com');
      await site.services.db.insertInto('saved_searches').values(stored).execute();
      later(2 * DAY_MS);
      await site.import([A, { ...B, price: 30_000 }]);
      const before = site.mailsTo(ANN).length;
      await send();
      expect(site.mailsTo(ANN)).toHaveLength(before);
      expect((await site.rows()).map(({ recipient }) => recipient)).toEqual(['bo@example.com']);
    }
  });

  it('SRCH-33 alerts end also where nothing can be logged', async () => {
    const stop = await alerted();
    const [, token = ''] = /([\w-]{16})\/stop$/.exec(stop) ?? [];
    const services = { ...site.services, env: { ...site.services.env, DATA_DIR: '/dev/null/none' } };
    expect((await stopPage(services, site.dealer, { token, isPressed: true })).isStopped).toBe(true);
    expect(await site.rows()).toEqual([]);
    expect(site.logged.join()).toContain('the end of alerts is not logged');
    expect(site.logged.join()).not.toContain(ANN);
  });

  it('SRCH-33 a confirmation that is repeated after stopping starts nothing', async () => {
    await site.save(QUERY, ANN);
    await site.round();
    const link = site.confirmPath(ANN);
    await site.post(link);
    const [row] = await site.rows();
    await site.post(`/save-search/${row?.stop_token}/stop`);
    expect((await site.post(link)).status).toBe(404);
    expect(await site.rows()).toHaveLength(0);
  });

  it.each(['paused', 'retired'] as const)(
    'SRCH-33 alerts of a %s site can still be stopped',
    async (state) => {
      const stop = await alerted();
      const closed = await openSavedSearchSiteWith(state);
      const { status, body } = await closed.get(stop);
      expect([status, body.includes('Alerts stopped')]).toEqual([200, true]);
      await closed.close();
    },
  );
});

const openSavedSearchSiteWith = (state: 'paused' | 'retired') =>
  openSavedSearchSite(
    {
      host: inject('meiliHost'),
      key: inject('meiliKey'),
      index: 'saved-search-pages',
      pagesEntry: inject('pagesEntry'),
    },
    { dealer: { status: { state } } as never },
  );

describe('text messages', () => {
  const PHONE = '0412345678';

  async function saveByText(cookie: string) {
    const { status } = await site.post(`/save-search?${QUERY}`, { alert_by: 'sms' }, { cookie });
    expect(status).toBe(303);
  }

  it('SRCH-33 only the verified phone of a signed-in shopper gets them', async () => {
    expect((await site.get(`/save-search?${QUERY}`)).body).not.toContain('value="sms"');
    expect((await site.post(`/save-search?${QUERY}`, { alert_by: 'sms', phone: PHONE })).status).toBe(422);
    const cookie = await site.signIn();
    expect((await site.get(`/save-search?${QUERY}`, { cookie })).body).toContain(
      'Text message to 04 1234 5678',
    );
    // Another tenant's cookie is worth nothing.
    expect((await site.get(`/save-search?${QUERY}`, { cookie, host: 'yard-b' })).body).not.toContain(
      'value="sms"',
    );
    const other = await site.post(`/save-search?${QUERY}`, { alert_by: 'sms' }, { cookie, host: 'yard-b' });
    expect(other.status).toBe(422);
    expect(await site.rows()).toHaveLength(0);
  });

  it('SRCH-33 a verified phone that saves a search again gets its alerts for another year, also with no room for another', async () => {
    const cookie = await site.signIn();
    const saved = async () => {
      await saveByText(cookie);
      const rows = await site.rows();
      return rows.find(({ search }) => search === QUERY);
    };
    const first = await saved();
    for (let at = 1; at < 20; at += 1)
      await site.services.db
        .insertInto('saved_searches')
        .values({
          ...(first as NonNullable<typeof first>),
          id: `id-${at}`,
          search_hash: `hash-${at}`,
          search: '',
          stop_token: `token-${at}`,
        })
        .execute();
    later(DAY_MS);
    const now = new Date(site.time.now).toISOString();
    const again = await saved();
    expect(again).toMatchObject({
      id: first?.id,
      looked_at: first?.looked_at,
      confirmed_at: first?.confirmed_at,
    });
    expect(again?.expires_at).toBe(new Date(site.time.now + 365 * DAY_MS).toISOString());
    expect(JSON.parse(again?.consent ?? '')).toMatchObject({ channel: 'sms', at: now });
    expect(await site.rows()).toHaveLength(20);
  });

  it('SRCH-33 an alert is a short message by day, with links to see and to stop', async () => {
    await site.import([A]);
    later(1000);
    await saveByText(await site.signIn());
    later(1000);
    await site.import([A, B]);
    // 21:00 in Sydney.
    later(9 * HOUR_MS);
    expect(await site.round()).toBe(0);
    later(12 * HOUR_MS);
    expect(await site.round()).toBe(1);
    const text = site.sms.arrivals.at(-1);
    expect(text?.to).toBe('+61412345678');
    expect(text?.text).toMatch(
      /: 1 new car for Toyota cars for sale in .*\. 2022 Toyota HiLux, \$40,000 Excl\./,
    );
    const stop = site.stopPath(text?.text);
    const see = await site.get(stop.replace(/\/stop$/, ''));
    expect([see.status, see.headers.location]).toEqual([302, '/search/new-used-and-demo-cars?make=Toyota']);
    await site.post(stop);
    expect(await site.rows()).toHaveLength(0);
  });

  it('SRCH-33 a service that says no is asked again; one that says nothing may have sent it', async () => {
    await site.import([A]);
    later(1000);
    await saveByText(await site.signIn());
    later(1000);
    await site.import([A, B]);
    site.sms.behave('busy');
    expect(await site.round()).toBe(0);
    site.sms.behave('answers');
    later(HOUR_MS);
    expect(await site.round()).toBe(1);
    later(DAY_MS);
    await site.import([A, B, { ...B, stocknum: 'C1' }]);
    site.sms.behave('silent');
    await site.round();
    site.sms.behave('answers');
    later(HOUR_MS);
    expect(await site.round()).toBe(0);
  });

  it('SRCH-33 a text that the limit of the day holds back is sent once the limit allows it', async () => {
    await site.import([A]);
    later(1000);
    await saveByText(await site.signIn());
    later(1000);
    await site.import([A, B]);
    const memory = new Map();
    const round = (SMS_A_DAY: number) => {
      const services = { ...site.services, env: { ...site.services.env, SMS_A_DAY } };
      return sendAlerts(services, alertTransports(services), memory);
    };
    expect(await round(0)).toBe(0);
    // Not looked at again every few seconds.
    later(1000);
    expect(await round(100)).toBe(0);
    later(10 * MINUTE_MS);
    expect(await round(100)).toBe(1);
  });

  it('SRCH-33 a number that gets no messages is tried on three days, then its alerts end', async () => {
    await site.import([A]);
    later(1000);
    await saveByText(await site.signIn());
    site.sms.behave('refuses');
    for (const day of [1, 2, 3]) {
      expect(await site.rows()).toHaveLength(1);
      later(DAY_MS);
      await site.import([A, B, { ...B, stocknum: `D${day}` }]);
      for (let hour = 0; hour < 12; hour += 1) {
        await site.round();
        later(HOUR_MS);
      }
      later(12 * HOUR_MS);
    }
    expect(await site.rows()).toHaveLength(0);
  });

  it('SRCH-33 an alert that cannot be sent is tried twelve times, then once a day, and is not lost', async () => {
    await site.import([A]);
    later(1000);
    await saveByText(await site.signIn());
    later(1000);
    await site.import([A, B]);
    const attempts = async () => (await site.rows())[0]?.attempts;
    site.sms.behave('busy');
    for (let hour = 0; hour < 60; hour += 1) {
      await site.round();
      later(HOUR_MS);
    }
    const tried = await attempts();
    expect(tried).toBeGreaterThanOrEqual(12);
    expect(tried).toBeLessThanOrEqual(15);
    site.sms.behave('answers');
    for (let hour = 0; hour < 30; hour += 1) {
      await site.round();
      later(HOUR_MS);
    }
    expect(site.sms.arrivals.at(-1)?.text).toContain('HiLux');
    expect(await attempts()).toBe(0);
  });
});

describe('attacks', () => {
  it('SRCH-33 another dealer’s links, guessed ones and wrong ones change nothing', async () => {
    await site.save(QUERY, ANN);
    await site.round();
    const link = site.confirmPath(ANN);
    const [row] = await site.rows();
    const stop = `/save-search/${row?.stop_token}/stop`;
    expect((await site.post(link, {}, { host: 'yard-b' })).status).toBe(404);
    await site.post(stop, {}, { host: 'yard-b' });
    const see = await site.get(`/save-search/${row?.stop_token}`, { host: 'yard-b' });
    expect(see.headers.location).not.toContain('Toyota');
    const [, , , id = '', mac = ''] = link.split('/');
    const wrong = [
      `/save-search/confirm/${id}/${'A'.repeat(43)}`,
      `/save-search/confirm/${'A'.repeat(22)}/${mac}`,
      `/save-search/confirm/${id}/${mac.slice(0, -1)}`,
      `/save-search/confirm/${id}`,
      `/save-search/${id.slice(0, 16)}/stop/x`,
    ];
    for (const path of wrong) expect((await site.post(path)).status, path).toBe(404);
    await site.post(`/save-search/${'A'.repeat(16)}/stop`);
    const after = await site.rows();
    expect(after).toEqual([row]);
    expect(after[0]?.confirmed_at).toBeNull();
  });

  it('SRCH-33 a form of another website is refused', async () => {
    const { status } = await ask(site.port, {
      ...{ path: `/save-search?${QUERY}`, method: 'POST', host: 'yard-a.localhost', body: `email=${ANN}` },
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'cross-site',
      },
    });
    expect(status).toBe(403);
    expect(await site.rows()).toHaveLength(0);
  });

  it('SRCH-33 of 300 saves at once from one network, 60 are stored', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        site.save(QUERY, `someone-${n}@example.com`).then(({ status }) => status),
      ),
    );
    expect(statuses.filter((status) => status === 303)).toHaveLength(60);
    // A server with too many requests of one network refuses some of them itself.
    expect(statuses.every((status) => [303, 429, 503].includes(status))).toBe(true);
    expect(site.logged.join('')).not.toContain('search not saved"');
    expect(await site.rows()).toHaveLength(60);
  });

  it('SRCH-33 an address gets at most five mails a day, whatever is saved for it, however it is written', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const email = n % 2 === 0 ? ANN : `Ann+${n}@example.com`;
      statuses.push((await site.save(`price=:${10_000 + n}`, email)).status);
      await site.round();
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429, 429]);
    expect(site.mail.arrivals).toHaveLength(5);
  });

  it('SRCH-33 saved and unsaved addresses get the same response', async () => {
    await alerted();
    const known = await site.save(QUERY, ANN);
    const unknown = await site.save(QUERY, 'ben@example.com');
    expect([known.status, known.headers.location, known.body]).toEqual([
      unknown.status,
      unknown.headers.location,
      unknown.body,
    ]);
  });

  it('SRCH-33 the log names no one', async () => {
    site.mail.behave('busy');
    await site.save(QUERY, ANN);
    await site.round();
    await alertAfterImport(site.services);
    expect(site.logged.join('\n')).toContain('confirmation of an alert not sent');
    expect(site.logged.join('\n')).not.toContain('ann@');
  });
});

describe('privacy', () => {
  it('SRCH-33 a person is erased by phone or address, at one dealer or all', async () => {
    const cookie = await site.signIn();
    await site.post(`/save-search?${QUERY}`, { alert_by: 'sms' }, { cookie });
    await site.save(QUERY, ANN);
    await site.post(`/save-search?${QUERY}`, { email: ANN }, { host: 'yard-b' });
    const { db } = site.services;
    const admin = { db, clock: site.services.clock, dataDir: site.services.env.DATA_DIR, storage: undefined };
    expect(await searchesOfPerson(db, { email: ANN }, 'yard-b')).toHaveLength(1);
    expect(await searchesOfPerson(db, {}, undefined)).toEqual([]);
    const all = await searchesOfPerson(db, { phone: '0412345678', email: ANN }, undefined);
    expect(all).toHaveLength(3);
    const before = await site.rows();
    await eraseSavedSearches(admin, all);
    expect(await site.rows()).toHaveLength(0);
    // A restored backup brings them back; the log of erasures names them, and no one.
    await db.insertInto('saved_searches').values(before).execute();
    expect((await findRestoredSearches(admin)).sort()).toEqual([...all].sort());
    expect(readFileSync(join(admin.dataDir, ERASURE_LOG), 'utf8')).not.toContain('ann@');
  });

  it('SRCH-33 an export has every search with its consent, no formula, and no token', async () => {
    await site.post('/save-search?query=%3D1%2B1', { email: ANN });
    const [row] = await site.rows();
    const csv = await Array.fromAsync(exportSearches(site.services, 'yard-a', 'csv'));
    const json = await Array.fromAsync(exportSearches(site.services, 'yard-a', 'ndjson'));
    const text = csv.map((part) => part.text).join('');
    expect(text).toContain(ANN);
    expect(text).not.toContain(row?.stop_token);
    expect(JSON.parse(json[0]?.text ?? '')).toMatchObject({
      ...{ recipient: ANN, channel: 'email', confirmed_at: null },
      consent: { version: expect.stringContaining('sha256:') },
    });
    expect(await Array.fromAsync(exportSearches(site.services, 'yard-b', 'ndjson'))).toEqual([]);
  });

  it('NAV-08 a contact sees and deletes their own searches alone', async () => {
    const cookie = await site.signIn();
    await site.post(`/save-search?${QUERY}`, { alert_by: 'sms' }, { cookie });
    await site.post('/save-search?make=Kia', { alert_by: 'email', email: ANN }, { cookie });
    await site.save('make=Mazda', ANN);
    const [contact] = await site.services.db.selectFrom('contacts').selectAll().execute();
    const own = await savedSearchesOf(site.services, site.dealer, { id: contact?.id ?? '' });
    expect(own.map(({ name, isWaiting }) => [name.split(' ')[0], isWaiting]).sort()).toEqual([
      ['Kia', true],
      ['Toyota', false],
    ]);
    expect(await savedSearchesOf(site.services, site.dealer, { id: 'another' })).toEqual([]);
    const garage = await site.get('/my-garage', { cookie });
    expect(garage.body).toContain('Waiting for you to confirm in the e-mail to ann@example.com');
    const stop = /action="(\/save-search\/[\w-]{16}\/stop\?back=garage)"/.exec(garage.body)?.[1] ?? '';
    const gone = await site.post(stop, {}, { cookie });
    expect([gone.status, gone.headers.location]).toEqual([303, '/my-garage']);
    expect(await site.rows()).toHaveLength(2);
    await deleteAccount(site.services, { id: contact?.id ?? '', dealer: 'yard-a', phone: '0412345678' });
    expect(await site.rows()).toHaveLength(1);
  });
});
