import { expect, it } from 'vitest';
import { trustedProxies } from '#src/platform/http/client-address.ts';
import { isDirectRequest } from './find-dealer.ts';

const proxies = trustedProxies(['10.88.0.0/16']);

it('PLAT-02 this machine and trusted proxies may ask for certificates, for themselves alone', () => {
  for (const remote of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.88.0.1'])
    expect([remote, isDirectRequest(remote, {}, proxies)]).toEqual([remote, true]);
  for (const remote of ['10.89.0.1', '203.0.113.7', '2001:db8::1', undefined])
    expect([remote, isDirectRequest(remote, {}, proxies)]).toEqual([remote, false]);
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=x' },
  ])
    expect(isDirectRequest('10.88.0.1', headers, proxies)).toBe(false);
});
