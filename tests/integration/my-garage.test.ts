import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GARAGE_PATHS } from '#src/config/sections/site/link-paths.ts';
import { type AccountSites, PHONE, startAccountSites } from '../fixtures/account-site.ts';

const ON = { 'account.signIn': true, 'account.myGarage': true };
const LEAD = {
  ...{ name: 'Annabel', last_name: 'Quillfeather', email: 'annabel@example.com', phone: PHONE },
  ...{ postcode: '4006', message: 'Is it still there?', dealership_slug: 'harbour-city' },
};

let site: AccountSites;
beforeAll(async () => {
  const branded = GARAGE_PATHS.map((path) => [path.slice(1), { ...ON, 'links.garage': path }]);
  site = await startAccountSites({ harbour: ON, other: ON, ...Object.fromEntries(branded) });
});
afterAll(() => site.stop());
afterEach(async () => {
  await site.clear();
  for (const table of ['outbox', 'leads'] as const) await site.services.db.deleteFrom(table).execute();
});

const contacts = () => site.services.db.selectFrom('contacts').selectAll().execute();
const leads = () => site.services.db.selectFrom('leads').selectAll().execute();
const enquire = async (lead: object = {}, dealer = 'harbour') => {
  const { status, body } = await site.post('/api/leads/contact', { ...LEAD, ...lead }, { dealer });
  expect([status, body]).toEqual([201, expect.anything()]);
};

it('NAV-08 FAV-297 the garage has no heading without content, but a line', async () => {
  const { body } = await site.get('/my-garage', { cookie: await site.signIn() });
  const headings = [...body.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, text]) => text);
  expect(headings).toContain('Your details');
  for (const absent of ['Coming up', 'Deals', 'Saved searches', 'My vehicles', 'Enquiries'])
    expect(headings).not.toContain(absent);
  for (const line of ['Nothing coming up.', 'No enquiries yet.']) expect(body).toContain(line);
});

describe.each(GARAGE_PATHS)('%s', (path) => {
  it('NAV-08 FAV-06 the garage is at the site’s own address, for its signed-in shopper alone', async () => {
    const dealer = path.slice(1);
    const refused = await site.get(path, { dealer });
    expect([refused.status, refused.headers.location, refused.body]).toEqual([
      302,
      `/sign-in?${new URLSearchParams({ type: 'my-garage', redirect: path, back: '/' })}`,
      '',
    ]);
    const cookie = await site.signIn({ dealer, details: { name: 'Annabel' } });
    const shown = await site.get(path, { dealer, cookie });
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(shown.body).toContain('<h1>Annabel’s garage</h1>');
    expect(shown.body).toContain('04 1234 5678');
    expect((await site.get(path, { dealer, cookie: await site.signIn({ dealer: 'other' }) })).status).toBe(
      302,
    );
    const other = GARAGE_PATHS.find((each) => each !== path) ?? '';
    expect((await site.get(other, { dealer, cookie })).headers.location).toBe(path);
  });
});

it('FAV-06 AUTH-03 a shopper changes name and e-mail; mistakes keep what was typed', async () => {
  const cookie = await site.signIn();
  const change = (body: Record<string, string>) => site.post('/my-garage', body, { cookie });
  const wrong = await change({ name: 'Ann', last_name: 'Lee', email: 'none' });
  expect([wrong.status, wrong.body.includes('Enter an email address')]).toEqual([422, true]);
  expect(wrong.body).toContain('value="Lee"');
  expect((await contacts())[0]).toMatchObject({ last_name: '', email: '' });
  const saved = await change({ name: 'Ann', last_name: 'Lee', email: 'Ann@Example.com' });
  expect([saved.status, saved.headers.location]).toEqual([303, '/my-garage?saved=yes']);
  expect((await site.get('/my-garage?saved=yes', { cookie })).body).toContain('Your details are saved.');
  expect((await contacts())[0]).toMatchObject({
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@example.com',
  });
  expect((await site.post('/my-garage', { name: 'Eve' })).status).toBe(303);
  expect((await site.post('/my-garage', { name: 'Eve' }, { cookie, dealer: 'other' })).status).toBe(303);
  expect((await contacts())[0]).toMatchObject({ first_name: 'Ann' });
});

it('FAV-06 the enquiries of this phone at this dealer are listed, without what was written', async () => {
  await enquire();
  await enquire({ phone: '0498 765 432', message: 'Another person' });
  await enquire({ message: 'Elsewhere' }, 'other');
  const { body } = await site.get('/my-garage', { cookie: await site.signIn() });
  expect(body.match(/<h3>Message<\/h3>/g)).toHaveLength(1);
  expect(body).not.toContain('Is it still there?');
  const none = await site.get('/my-garage', { cookie: await site.signIn({ phone: '0477 111 222' }) });
  expect(none.body).toContain('No enquiries yet.');
});

it('FAV-06 FORM-11 a shopper deletes the account: contact, sessions, codes and leads of this site go, and nothing else', async () => {
  await enquire();
  await enquire({ message: 'Elsewhere' }, 'other');
  const cookie = await site.signIn();
  const second = await site.signIn();
  const elsewhere = await site.signIn({ dealer: 'other' });
  const remove = (body: Record<string, string>, more: object) =>
    site.post('/my-garage', { delete_account: 'yes', ...body }, more);
  const unconfirmed = await remove({}, { cookie });
  expect([unconfirmed.status, unconfirmed.body.includes('Tick the box')]).toEqual([422, true]);
  expect((await remove({ confirm: 'on' }, {})).status).toBe(303);
  expect((await remove({ confirm: 'on' }, { cookie, dealer: 'other' })).status).toBe(303);
  expect(await contacts()).toHaveLength(2);
  const removed = await remove({ confirm: 'on' }, { cookie });
  expect([removed.status, removed.headers.location]).toEqual([303, '/']);
  expect(removed.headers['set-cookie']?.[0]).toContain('Max-Age=0');
  expect(await contacts()).toMatchObject([{ dealer: 'other' }]);
  for (const gone of [cookie, second])
    expect((await site.get('/my-garage', { cookie: gone })).status).toBe(302);
  expect((await site.get('/my-garage', { cookie: elsewhere, dealer: 'other' })).status).toBe(200);
  const [own, others] = [
    (await leads()).find(({ dealer }) => dealer === 'harbour'),
    (await leads()).find(({ dealer }) => dealer === 'other'),
  ];
  expect([own?.erased_at !== null, own?.phone, own?.payload.includes('Quillfeather')]).toEqual([
    true,
    '',
    false,
  ]);
  expect(others?.erased_at).toBeNull();
  expect(
    (await site.services.db.selectFrom('verifications').selectAll().execute()).filter(
      ({ user_id }) => user_id,
    ),
  ).toMatchObject([{ website_slug: 'other' }]);
});
