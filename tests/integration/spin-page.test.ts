import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type AccountSites, startAccountSites } from '../fixtures/account-site.ts';

const WHEEL = {
  prizes: [
    { id: 'cap', label: 'A cap', chances: 1 },
    { id: 'nothing', label: 'Next time', chances: 3, wins: false },
  ],
  terms: 'One spin each, says the dealer.',
};
const ON = { 'account.signIn': true, 'pages.spin-to-win.enabled': true, 'account.prizeWheel': WHEEL };
const ONLY_WIN = { ...WHEEL, prizes: [WHEEL.prizes[0], { ...WHEEL.prizes[0], id: 'cap-2' }] };
const ONLY_LOSE = { ...WHEEL, prizes: [WHEEL.prizes[1], { ...WHEEL.prizes[1], id: 'nothing-2' }] };

let site: AccountSites;
beforeAll(async () => {
  site = await startAccountSites({
    harbour: { ...ON, 'account.gates.spinToWin': false },
    gated: ON,
    lucky: { ...ON, 'account.prizeWheel': ONLY_WIN },
    unlucky: { ...ON, 'account.prizeWheel': ONLY_LOSE },
    text: { 'account.signIn': true, 'pages.spin-to-win.enabled': true, 'account.gates.spinToWin': false },
    anonymous: { 'pages.spin-to-win.enabled': true, 'account.prizeWheel': WHEEL },
  });
});
afterAll(() => site.stop());
afterEach(async () => {
  for (const table of ['prize_draws', 'outbox', 'leads'] as const)
    await site.services.db.deleteFrom(table).execute();
  await site.clear();
});

const draws = () => site.services.db.selectFrom('prize_draws').selectAll().execute();

it('CONT-09 the wheel shows prizes, odds and conditions to everyone, and who is not signed in draws nothing', async () => {
  const page = await site.get('/spin-to-win');
  expect(page.status).toBe(200);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.body).toMatch(/<dt>A cap<\/dt>\s*<dd>1 in 4<\/dd>/);
  expect(page.body).toMatch(/<dt>No prize<\/dt>\s*<dd>3 in 4<\/dd>/);
  expect(page.body).toContain('One spin each, says the dealer.');
  expect(page.body).toContain('href="/sign-in?type=spin-to-win&amp;redirect=%2Fspin-to-win');
  expect(page.body).not.toContain('Spin the wheel');
  const drawn = await site.post('/spin-to-win', {});
  expect([drawn.status, drawn.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/sign-in\?type=spin-to-win&/),
  ]);
  expect(await draws()).toEqual([]);
});

it('CONT-09 ANL-02 a signed-in shopper spins once, without scripts, and reads the prize from then on', async () => {
  const cookie = await site.signIn({ dealer: 'lucky' });
  const at = { dealer: 'lucky', cookie };
  expect((await site.get('/spin-to-win', at)).body).toContain('Spin the wheel');
  const drawn = await site.post('/spin-to-win', {}, at);
  expect([drawn.status, drawn.headers.location]).toEqual([303, '/spin-to-win?spun=yes']);
  const won = await site.get('/spin-to-win?spun=yes', at);
  expect(won.body).toMatch(/data-turning/);
  expect(won.body).toContain('You won: A cap');
  expect(won.body).toContain('data-lead-event="22" data-label="Spin to Win"');
  const again = await site.get('/spin-to-win', at);
  expect(again.body).not.toMatch(/<svg[^>]*data-turning/);
  expect(again.body).toContain('You won: A cap');
  expect(again.body).not.toContain('Spin the wheel');
  await site.post('/spin-to-win', {}, at);
  expect(await draws()).toHaveLength(1);
  expect(await site.services.db.selectFrom('leads').selectAll().execute()).toHaveLength(1);
});

it('CONT-09 a field without a prize says so', async () => {
  const at = { dealer: 'unlucky', cookie: await site.signIn({ dealer: 'unlucky' }) };
  await site.post('/spin-to-win', {}, at);
  const page = await site.get('/spin-to-win', at);
  expect(page.body).toContain('No prize this time.');
  expect(page.body).not.toContain('You won');
});

it('CONT-09 AUTH-07 behind its gate neither page nor draw is had without sign-in, or with another site’s', async () => {
  const foreign = await site.signIn({ dealer: 'lucky' });
  for (const cookie of [undefined, foreign]) {
    for (const ask of [
      site.get('/spin-to-win', { dealer: 'gated', cookie }),
      site.post('/spin-to-win', {}, { dealer: 'gated', cookie }),
    ]) {
      const { status, headers, body } = await ask;
      expect([302, 303]).toContain(status);
      expect(headers.location).toMatch(/^\/sign-in\?type=spin-to-win&/);
      expect(body).not.toContain('A cap');
    }
  }
  expect(await draws()).toEqual([]);
});

it('CONT-09 from another origin nothing is drawn', async () => {
  const at = { dealer: 'lucky', cookie: await site.signIn({ dealer: 'lucky' }) };
  const { status } = await site.post(
    '/spin-to-win',
    {},
    { ...at, headers: { 'Sec-Fetch-Site': 'cross-site' } },
  );
  expect(status).toBe(403);
  expect(await draws()).toEqual([]);
});

it('CONT-09 without a wheel, or without sign-in, the page is text', async () => {
  for (const dealer of ['text', 'anonymous']) {
    const page = await site.get('/spin-to-win', { dealer });
    expect([page.status, page.body.includes('prize-wheel')]).toEqual([200, false]);
    await site.post('/spin-to-win', {}, { dealer });
  }
  expect(await draws()).toEqual([]);
});
