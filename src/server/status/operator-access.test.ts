import { beforeEach, expect, it } from 'vitest';
import { readEnvironment } from '#src/config/environment.ts';
import { tokenGuesses, WRONG_TOKENS } from '#src/platform/limits/token-guesses.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import type { Request } from '#src/server/http/exchange.ts';
import { operatorAccess } from './operator-access.ts';

const TOKEN = 'a-token-of-sixteen-or-more';
const env = readEnvironment({
  SITE_SECRET: 'a secret of at least thirty-two characters',
  HEALTH_TOKEN: TOKEN,
  BEHIND_TLS: 'yes',
});
const time = { now: Date.parse('2026-07-10T02:00:00Z') };
const clock = { now: () => new Date(time.now) };

let access: ReturnType<typeof operatorAccess>;
beforeEach(() => {
  access = operatorAccess(env, clock, tokenGuesses('operators'));
});

const request = (headers: Record<string, string>, clientAddress = '203.0.113.5') =>
  ({ headers, clientAddress }) as unknown as Request;
const bearing = (token: string, from?: string) =>
  access.ofRequest(request({ authorization: `Bearer ${token}` }, from));
const pairOf = (cookie: string) => cookie.split(';')[0] ?? '';
const withCookie = (cookie: string) => access.ofRequest(request({ cookie: `other=1; ${cookie}` }));

it('PLAT-02 the bearer of the token sees the status, others do not', async () => {
  expect(await bearing(TOKEN)).toBe('granted');
  expect(await bearing(`${TOKEN}x`)).toBe('wrong');
  expect(await bearing('')).toBe('wrong');
  expect(await access.ofRequest(request({}))).toBe('none');
});

it('PLAT-02 after ten wrong tokens a client network waits, even with the right one; others do not', async () => {
  for (let time = 0; time < WRONG_TOKENS; time += 1) expect(await bearing('wrong')).toBe('wrong');
  expect(await bearing('wrong')).toBe('too_many');
  expect(await bearing(TOKEN)).toBe('too_many');
  expect(await access.ofToken(request({}), TOKEN)).toBe('too_many');
  expect(await bearing(TOKEN, '198.51.100.7')).toBe('granted');
});

it('PLAT-02 the cookie opens the status for an hour, in one browser, over https', async () => {
  const cookie = access.cookie();
  expect(cookie).toMatch(/; Path=\/-\/; Max-Age=3600; HttpOnly; SameSite=Strict; Secure$/);
  expect(cookie).not.toContain(TOKEN);
  expect(await withCookie(pairOf(cookie))).toBe('granted');
  time.now += HOUR_MS - 1000;
  expect(await withCookie(pairOf(cookie))).toBe('granted');
  time.now += 2000;
  expect(await withCookie(pairOf(cookie))).toBe('none');
});

it('PLAT-02 a cookie that was made longer, or signed for another token, opens nothing', async () => {
  const [name = '', value = ''] = pairOf(access.cookie()).split('=');
  const [until = '', mac = ''] = value.split('.');
  const other = operatorAccess(
    { ...env, HEALTH_TOKEN: 'another-token-of-this-server' },
    clock,
    tokenGuesses('operators'),
  );
  for (const forged of [
    `${name}=${Number(until) + 1}.${mac}`,
    `${name}=${until}.`,
    `${name}=${until}`,
    `${name}=Infinity.${mac}`,
    `${name}=`,
    pairOf(other.cookie()),
  ])
    expect(await withCookie(forged), forged).toBe('none');
});
