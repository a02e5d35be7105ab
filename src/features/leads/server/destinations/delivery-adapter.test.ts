import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { dealerFetch } from '#src/platform/external-services/dealer-fetch.ts';
import { outcomeOf, postLead, readRetryAfter } from './delivery-adapter.ts';

const ALLOWED = dealerFetch(['127.0.0.1:*']);
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

it.each([
  [422, '{"error":\n "postcode is\u001b[2J missing"}', '{"error": "postcode is [2J missing"}'],
  [400, 'x'.repeat(5_000_000), 'x'.repeat(200)],
  [413, ' \n', undefined],
  [500, 'Ann could not be saved', undefined],
] as const)(
  'FORM-11 the beginning of a response with %s is stored if it refuses the lead',
  async (status, written, answer) => {
    const server = createServer((_, res) => void res.writeHead(status).end(written)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const clock = { now: () => new Date() };
    const outcome = await postLead({ url, headers: {}, body: '{}', clock, fetch: ALLOWED });
    expect(outcome.kind === 'rejected' ? outcome.answer : undefined).toBe(answer);
    expect('reason' in outcome && outcome.reason).toBe(`HTTP ${status}`);
    server.closeAllConnections();
    server.close();
  },
);
