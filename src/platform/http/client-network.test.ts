import { expect, it } from 'vitest';
import { networkOf, plainAddress, routedNetworkOf } from './client-address.ts';

it.each([
  ['203.0.113.9', '203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:DB8:0001:2ff::9', '2001:db8:1:200::/56', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/56', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/56', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56', 'fe80:0:0::/48'],
  ['2001:db8:1:2::ffff:102:304', '2001:db8:1:0::/56', '2001:db8:1::/48'],
])('FORM-11 PLAT-02 %s counts with its household and its routed prefix', (address, household, routed) => {
  expect(networkOf(address)).toBe(household);
  expect(routedNetworkOf(address)).toBe(routed);
});

it.each([
  '::ffff:1.2.3.4',
  '::FFFF:1.2.3.4',
  '::ffff:102:304',
  '0:0:0:0:0:ffff:102:304',
  '0000:0000:0000:0000:0000:FFFF:0102:0304',
  '0:0:0:0:0:ffff:1.2.3.4',
])('FORM-11 PLAT-02 %s is the IPv4 address it maps', (spelling) => {
  for (const read of [plainAddress, networkOf, routedNetworkOf]) expect(read(spelling)).toBe('1.2.3.4');
});

it.each(['', 'unknown', ':::', '1:2', 'a]@[::1', 'no address'])(
  'PLAT-02 text that is not an address is unchanged (%s)',
  (text) => expect(networkOf(text)).toBe(text),
);

it('PLAT-02 the /64s of one /48 are one network', () => {
  const all = Array.from({ length: 1000 }, (_, at) => `2001:db8:7:${(at * 65).toString(16)}::1`);
  expect(new Set(all.map(routedNetworkOf))).toEqual(new Set(['2001:db8:7::/48']));
});
