import { expect, it } from 'vitest';
import { requestId } from './exchange.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

it.each(['0b7c9e64-58f1-4d3a-9c55-2f1d3a7e9b10', 'c0ffee00c0ffee00c0ffee00c0ffee00', 'A'.repeat(64)])(
  'PLAT-02 the id %s of a proxy is used',
  (id) => {
    expect(requestId(id)).toBe(id);
  },
);

it.each([
  undefined,
  '',
  '0412345678',
  '61412345678',
  '4111111111111111',
  'jane-citizen',
  'jane@example.com',
  'a'.repeat(65),
  'abc',
  `0b7c9e64-58f1-4d3a-9c55-2f1d3a7e9b10\n{"level":60}`,
  '0b7c9e64-58f1-4d3a-9c55-2f1d3a7e9b10, 0b7c9e64-58f1-4d3a-9c55-2f1d3a7e9b10',
])('PLAT-02 %j is no id: a new one is made', (header) => {
  expect(requestId(header)).toMatch(UUID);
  expect(requestId(header)).not.toBe(requestId(header));
});
