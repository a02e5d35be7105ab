import { expect, it } from 'vitest';
import { readEnvironment } from '#src/config/environment.ts';
import { smsOf } from './sms-service.ts';

const SITE_SECRET = 'a random text of thirty-two chars or more';
const ACCOUNT = { SMS_ACCOUNT: 'AC1', SMS_KEY: 'hunter2', SMS_FROM: 'Forecourt' };

it('AUTH-01 CFG-23 without SMS_URL nothing is sent, and no setting selects the phones of the demo', () => {
  expect(smsOf(readEnvironment({ SITE_SECRET, ...ACCOUNT }))).toBeUndefined();
  expect(() => readEnvironment({ SITE_SECRET, SMS_URL: 'made-up' })).toThrow(/SMS_URL: expected an address/);
});

it('AUTH-01 CFG-23 an account that is not complete stops the start, by the names of what is missing', () => {
  const env = readEnvironment({ SITE_SECRET, SMS_URL: 'https://api.twilio.com', SMS_KEY: 'hunter2' });
  expect(() => smsOf(env)).toThrow('SMS_URL is set, which needs SMS_ACCOUNT, SMS_FROM too.');
  expect(smsOf({ ...env, ...ACCOUNT })).toMatchObject({ send: expect.any(Function) });
});

it('AUTH-01 at most 2000 codes leave a day unless set otherwise', () => {
  expect(readEnvironment({ SITE_SECRET }).SMS_A_DAY).toBe(2000);
  expect(readEnvironment({ SITE_SECRET, SMS_A_DAY: '50' }).SMS_A_DAY).toBe(50);
  expect(() => readEnvironment({ SITE_SECRET, SMS_A_DAY: 'many' })).toThrow(/SMS_A_DAY: expected/);
});
