import { expect, it } from 'vitest';
import { readRetryAfter } from './webhook-crm.ts';

const now = new Date('2026-07-01T00:00:00Z');

it.each([
  ['7', 7000],
  ['Wed, 01 Jul 2026 00:01:00 GMT', 60_000],
  ['Wed, 01 Jul 2020 00:00:00 GMT', 0],
  ['soon', undefined],
  [null, undefined],
])('FORM-11 Retry-After %s is %s ms', (header, ms) => expect(readRetryAfter(header, now)).toBe(ms));
