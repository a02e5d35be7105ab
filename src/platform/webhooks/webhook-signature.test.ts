import { expect, it } from 'vitest';
import {
  isGenuine,
  NEXT_SIGNATURE_HEADER,
  SIGNATURE_HEADER,
  signatureHeaders,
  webhookSignature,
} from './webhook-signature.ts';

const now = new Date('2026-07-01T00:00:00Z');
const timestamp = String(now.getTime() / 1000);
const body = '{"a":1}';
const signed = { timestamp, body, signature: webhookSignature('key', timestamp, body) };

it('FORM-11 a signature is the HMAC of timestamp and body', () => {
  expect(isGenuine('key', signed, now)).toBe(true);
});

it.each([
  ['another key', 'other', {}],
  ['no key', '', {}],
  ['a changed body', 'key', { body: '{"a":2}' }],
  ['a changed time', 'key', { timestamp: String(Number(timestamp) + 1) }],
  ['a shortened signature', 'key', { signature: signed.signature.slice(2) }],
  ['no time', 'key', { timestamp: '' }],
])('FORM-11 %s is refused', (_name, key, change) => {
  expect(isGenuine(key, { ...signed, ...change }, now)).toBe(false);
});

it('FORM-11 an old signature is a replay', () => {
  expect(isGenuine('key', signed, new Date(now.getTime() + 301_000))).toBe(false);
});

it('PLAT-14 while a key is changed, a receiver with either key finds its signature', () => {
  const during = signatureHeaders({ signingKey: 'present', nextSigningKey: 'next' }, timestamp, body);
  const isFor = (key: string, signature = '') => isGenuine(key, { timestamp, signature, body }, now);
  expect(isFor('present', during[SIGNATURE_HEADER])).toBe(true);
  expect(isFor('next', during[NEXT_SIGNATURE_HEADER])).toBe(true);
  const after = signatureHeaders({ signingKey: 'next' }, timestamp, body);
  expect(isFor('next', after[SIGNATURE_HEADER])).toBe(true);
  expect(Object.keys(after)).toEqual([SIGNATURE_HEADER]);
});
