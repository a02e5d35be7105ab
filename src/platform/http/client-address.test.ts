import { expect, it } from 'vitest';
import { clientAddress, trustedProxies, unknownProxies } from './client-address.ts';

const proxies = trustedProxies(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.7']);
const none = trustedProxies([]);

it.each([
  ['a client’s own word', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a proxy’s word', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['what a client wrote before the proxy did', '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['two proxies of ours', '192.0.2.7', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['a proxy over IPv6', '2001:db8:ffff::2', '2001:DB8::1', '2001:db8::1'],
  ['an IPv4 address in IPv6 spelling', '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
  ['the same in hexadecimal', '::ffff:a01:203', '::ffff:c633:6401', '198.51.100.1'],
  ['ports', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
  ['ports of IPv6', '10.1.2.3', '[2001:db8::1]:4711', '2001:db8::1'],
  ['a proxy that says nothing', '10.1.2.3', undefined, '10.1.2.3'],
  ['no address', '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
  ['proxies all the way', '10.1.2.3', '10.0.0.1', '10.0.0.1'],
])('FORM-11 %s is read as far as it is trusted', (_name, remote, header, expected) =>
  expect(clientAddress(remote, header, proxies)).toBe(expected),
);

it('FORM-11 without trusted proxies the header is ignored', () => {
  expect(clientAddress('10.1.2.3', '198.51.100.1', none)).toBe('10.1.2.3');
  expect(clientAddress('::1', '198.51.100.1', none)).toBe('::1');
  expect(clientAddress(undefined, '198.51.100.1', none)).toBeUndefined();
});

it('FORM-11 an untrusted proxy is detected by the clients it forwards for', () => {
  const isUnknown = unknownProxies(trustedProxies(['10.0.0.1', '192.0.2.7']));
  const clients = Array.from({ length: 30 }, (_, n) => `8.8.4.${n}`);
  expect(isUnknown('10.0.0.2', '8.8.4.4')).toBe(true);
  expect(isUnknown('10.0.0.2', undefined)).toBe(false);
  expect(clients.some((client) => isUnknown('10.0.0.1', client))).toBe(false);
  expect(clients.some((client) => isUnknown('192.0.2.7', client))).toBe(false);
  expect(clients.map((client) => isUnknown('1.1.1.1', client)).lastIndexOf(false)).toBe(18);
  expect(Array.from({ length: 30 }, () => isUnknown('9.9.9.9', '8.8.4.4')).includes(true)).toBe(false);
  expect(clients.some((client) => isUnknown('9.9.9.9', `not ${client}`))).toBe(false);
});
