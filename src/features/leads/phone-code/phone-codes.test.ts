import { afterEach, expect, it, vi } from 'vitest';
import { postSendCode, postVerifyCode } from './phone-code.ts';

const PHONE = '0412 345 678';
afterEach(() => vi.unstubAllGlobals());

const respondWith = (response: () => Response | Promise<Response>) => {
  const calls: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push([path, init]);
    return response();
  });
  return calls;
};

it('AUTH-01 AUTH-02 a code is asked for, and exchanged for a token', async () => {
  const calls = respondWith(() => Response.json({ sent: true }));
  expect(await postSendCode(PHONE, 'finance')).toEqual({ kind: 'sent' });
  respondWith(() => Response.json({ phone_token: 't' }));
  expect(await postVerifyCode(PHONE, 'finance', '123456')).toEqual({ kind: 'verified', token: 't' });
  expect(calls[0]?.[0]).toBe('/api/phone-codes/send');
  expect(JSON.parse(String(calls[0]?.[1].body))).toEqual({ phone: PHONE, purpose: 'finance' });
});

it('ERR-03 a refusal has the server’s message', async () => {
  respondWith(() => Response.json({ error: { code: 'c', message: 'Not now.' } }, { status: 429 }));
  expect(await postSendCode(PHONE, 'finance')).toEqual({ kind: 'refused', message: 'Not now.' });
  expect(await postVerifyCode(PHONE, 'finance', '1')).toEqual({ kind: 'refused', message: 'Not now.' });
});

it.each([
  ['no response', () => Promise.reject(new Error('offline'))],
  ['a page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['something else', () => Response.json({ error: null }, { status: 500 })],
  ['nothing', () => Response.json(null)],
])('ERR-03 AUTH-01 AUTH-02 after %s the error is unknown', async (_what, response) => {
  respondWith(response);
  const message = 'An unknown error occurred during verification.';
  expect(await postVerifyCode(PHONE, 'finance', '123456')).toEqual({ kind: 'refused', message });
  const sending = await postSendCode(PHONE, 'finance');
  if (sending.kind === 'refused') expect(sending.message).toBe('An unknown error occurred.');
});
