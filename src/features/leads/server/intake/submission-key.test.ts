import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SAME_SUBMISSION_MS } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { submissionKey } from './lead-record.ts';

const base = {
  secret: 's'.repeat(32),
  dealer: 'riverbend',
  form: 'contact',
  values: { name: 'Ann', message: 'Hi' },
  clientKey: undefined,
  now: new Date('2026-07-01T00:09:59Z'),
};
const keyOf = (change: object) => submissionKey({ ...base, ...change });

it('FORM-11 the order of the fields does not matter', () => {
  expect(keyOf({ values: { message: 'Hi', name: 'Ann' } })).toEqual(keyOf({}));
});

it.each([
  ['dealer', { dealer: 'other' }],
  ['form', { form: 'enquiry' }],
  ['content', { values: { name: 'Ann', message: 'Hello' } }],
  ['secret', { secret: 't'.repeat(32) }],
])('FORM-11 a different %s is a different submission', (_name, change) => {
  expect(keyOf(change).idempotency_key).not.toBe(keyOf({}).idempotency_key);
});

it('FORM-11 fields cannot run into one another', () => {
  expect(keyOf({ values: { a: 'b","c":"d' } }).body_hash).not.toBe(
    keyOf({ values: { a: 'b', c: 'd' } }).body_hash,
  );
});

it('FORM-11 within ten minutes, even across windows, the earlier key is recognised', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 10 }),
      fc.integer({ min: 0, max: SAME_SUBMISSION_MS }),
      (at, gap) => {
        const first = keyOf({ now: new Date(at) });
        const second = keyOf({ now: new Date(at + gap) });
        expect([second.idempotency_key, ...second.former.keys]).toContain(first.idempotency_key);
      },
    ),
  );
});

it('FORM-11 the browser’s key counts when it is one', () => {
  expect(keyOf({ clientKey: 'a'.repeat(20) }).idempotency_key).toBe(`client:contact:${'a'.repeat(20)}`);
  expect(keyOf({ clientKey: "'; drop" }).idempotency_key).toBe(keyOf({}).idempotency_key);
});
