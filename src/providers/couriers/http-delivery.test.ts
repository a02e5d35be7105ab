import { expect, it } from 'vitest';
import { outcomeOf, readRetryAfter } from './http-delivery.ts';

const now = new Date('2026-07-01T00:00:00Z');

it.each([
  ['7', 7000],
  ['Wed, 01 Jul 2026 00:01:00 GMT', 60_000],
  ['Wed, 01 Jul 2020 00:00:00 GMT', 0],
  ['soon', undefined],
  [null, undefined],
])('FORM-11 Retry-After %s is %s ms', (header, ms) => expect(readRetryAfter(header, now)).toBe(ms));

it.each([
  [200, 'delivered'],
  [400, 'rejected'],
  [413, 'rejected'],
  [422, 'rejected'],
  [401, 'retry'],
  [403, 'retry'],
  [404, 'retry'],
  [408, 'retry'],
  [409, 'retry'],
  [410, 'retry'],
  [429, 'retry'],
  [503, 'retry'],
])('FORM-11 HTTP %i makes a lead %s', (status, kind) => expect(outcomeOf({ status }, now).kind).toBe(kind));

it.each([
  [409, 'delivered'],
  [400, 'rejected'],
  [500, 'retry'],
])('FORM-11 HTTP %i that names the key of the lead makes it %s', (status, kind) =>
  expect(outcomeOf({ status, namesKey: true }, now).kind).toBe(kind),
);
