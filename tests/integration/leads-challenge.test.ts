import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { MAX_UNPROVEN_LEADS } from '#src/features/leads/limits/lead-rate-limits.ts';
import { type ChallengeFor, challengeFor } from '#src/features/leads/server/intake/screen-lead.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { localChallenge } from '#src/platform/challenge/local-challenge.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

let setup: LeadSetup;
let challenge: ReturnType<typeof localChallenge>;
let dealer: DealerConfig;

beforeEach(async () => {
  setup = await leadServices();
  challenge = localChallenge();
  const turnstile = { siteKey: 'site-key', secret: 'DEALER_NO_SUCH_SECRET' };
  dealer = { ...setup.dealer, leads: { ...setup.dealer.leads, turnstile } };
});
afterEach(() => setup.stop());

let sent = 0;
function send(token: string | undefined, body: object = {}, challengeOf: ChallengeFor = () => challenge) {
  sent++;
  const values = { ...LEAD, submission_key: `challenged-lead-${sent}`, ...body };
  const more = token === undefined ? {} : { [FORM_EXTRAS.challengeToken]: token };
  return submitLead(
    setup.services,
    { dealer, form: 'contact', body: { ...values, ...more }, userAgent: '' },
    challengeOf,
  );
}
const states = async () => (await setup.outbox()).map(({ state, last_error }) => last_error ?? state);

it('FORM-11 a lead with a valid token is sent, one with a bad or unreadable one is held with the same response', async () => {
  expect((await send('passes')).kind).toBe('accepted');
  expect((await send('made up')).kind).toBe('accepted');
  expect((await send('passes')).kind).toBe('accepted');
  expect(await states()).toEqual(['pending', 'challenge failed', 'challenge failed']);
});

it.each(['busy', 'fails', 'silent'] as const)(
  'FORM-11 while the service is unavailable (%s) leads are held, not lost',
  async (faultMode) => {
    challenge.behave(faultMode);
    expect((await send('passes')).kind).toBe('accepted');
    expect(await states()).toEqual(['challenge could not be verified']);
  },
);

it('FORM-11 without a secret leads are held, and the log reports it', async () => {
  expect((await send('passes', {}, challengeFor)).kind).toBe('accepted');
  expect(await states()).toEqual(['challenge could not be verified']);
  expect(setup.logged.join()).toContain('its secret is not set');
});

it('FORM-11 without a challenge token a few leads are sent; only many of them are held', async () => {
  for (let n = 0; n < MAX_UNPROVEN_LEADS + 2; n++) await send(undefined);
  await send('passes');
  expect(await states()).toEqual([
    ...Array.from({ length: MAX_UNPROVEN_LEADS }, () => 'pending'),
    'many leads without a challenge token',
    'many leads without a challenge token',
    'pending',
  ]);
});

it('FORM-11 a repeated lead gets the same response, without checking its token again', async () => {
  const key = { submission_key: 'sent-again-and-again' };
  const first = await send('passes', key);
  challenge.behave('fails');
  expect(await send('passes', key)).toEqual(first);
  expect(await states()).toEqual(['pending']);
  expect(setup.logged.join()).not.toContain('without a valid challenge token');
});

it('FORM-11 a dealer without a challenge requires no token', async () => {
  dealer = setup.dealer;
  for (let n = 0; n < MAX_UNPROVEN_LEADS + 2; n++) await send(undefined, {}, challengeFor);
  expect(new Set(await states())).toEqual(new Set(['pending']));
});

it('FORM-11 a token reaches neither the lead nor the log', async () => {
  await send('passes-secretly');
  expect(JSON.stringify(await setup.leads())).not.toContain('secretly');
  expect(setup.logged.join()).not.toContain('secretly');
});
