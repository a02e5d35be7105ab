import * as v from 'valibot';
import { expect, it } from 'vitest';
import { misplacedLists } from './find-places.ts';

const schema = v.strictObject({
  a: v.optional(v.strictObject({ b: v.optional(v.strictObject({ c: v.optional(v.string()) }), {}) }), {}),
  list: v.array(v.strictObject({ d: v.optional(v.record(v.string(), v.string()), {}) })),
});

it('CFG-03 a list where an object belongs is found at any depth', () => {
  expect(misplacedLists(schema, { a: { b: {} }, list: [{ d: {} }] })).toEqual([]);
  expect(misplacedLists(schema, { a: [], list: [{}, { d: [] }] })).toEqual([['a'], ['list', '1', 'd']]);
  expect(misplacedLists(schema, { a: { b: [[]] }, unknown: [], list: [[]] })).toEqual([
    ['a', 'b'],
    ['list', '0'],
  ]);
  expect(misplacedLists(schema, null)).toEqual([]);
});
