import { expect, it } from 'vitest';
import { adviceFor } from './test-destination.ts';

const advice = (reason: string | null, attempts = 1) =>
  adviceFor({ destination: 'crm', outcome: 'waits', attempts, reason });

it.each([
  ['environment variable DEALER_RIVERBEND_CRM_KEY is not set', 'set DEALER_RIVERBEND_CRM_KEY for'],
  ['leads.destinations has no "fax" in the dealer file', 'npm run dealers -- check'],
  ['HTTP 401', 'key or password'],
  ['HTTP 404', 'the destination’s url'],
  ['HTTP 302', 'redirects'],
  ['HTTP 422', 'which fields'],
  ['HTTP 429', 'limits requests'],
  ['HTTP 503', 'has failed'],
  ['no connection', 'may reach it'],
  ['no response in time', 'too long'],
  ['something else', 'try again later'],
])('FORM-11 "%s" comes with what to do', (reason, words) => expect(advice(reason)).toContain(words));

it('FORM-11 without a reason the known state is reported', () => {
  expect(advice(null)).toContain('--timeout');
  expect(advice(null, 0)).toContain('known to be unavailable');
});
