import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

it.each([
  '93.184.215.14',
  '1.1.1.1',
  '11.0.0.0',
  '9.255.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '169.253.255.255',
  '192.167.255.255',
  '223.255.255.255',
  '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
  '2a00:1450:4009::2004',
])('CFG-22 %s is public', (ip) => {
  expect(isPublicAddress(ip)).toBe(true);
});

const byte = fc.integer({ min: 0, max: 255 });
const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));

it.each([
  ['10', fc.tuple(byte, byte, byte)],
  ['127', fc.tuple(byte, byte, byte)],
  ['0', fc.tuple(byte, byte, byte)],
  ['169.254', fc.tuple(byte, byte)],
  ['192.168', fc.tuple(byte, byte)],
] as const)('CFG-22 no address of %s is public, nor mapped, translated or tunnelled', (start, rest) => {
  fc.assert(
    fc.property(rest as fc.Arbitrary<number[]>, (end) => {
      const ip = [start, ...end].join('.');
      const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      for (const form of [
        ip,
        `::ffff:${ip}`,
        `::ffff:${hex}`,
        `::${ip}`,
        `64:ff9b::${ip}`,
        `2002:${hex}::1`,
      ]) {
        expect([form, isIP(form) > 0, isPublicAddress(form)]).toEqual([form, true, false]);
      }
    }),
  );
});

it('CFG-22 of IPv6 only global unicast can be public', () => {
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const first = Number.parseInt(groups[0] ?? '0', 16);
      const isGlobal = first >= 0x2000 && first <= 0x3fff;
      if (!isGlobal) expect(isPublicAddress(groups.join(':'))).toBe(false);
    }),
    { numRuns: 500 },
  );
});
