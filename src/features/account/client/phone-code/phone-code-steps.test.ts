import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PhoneCodeState, phoneCodeSteps, SEND_FIRST_MESSAGE } from './phone-code-steps.ts';

const PHONE = '0412 345 678';
const WRONG = { kind: 'refused', message: 'Wrong.' } as const;

/** With a server that knows one right code a phone, and may be made to refuse. */
function started() {
  const states: PhoneCodeState[] = [];
  const asked: string[] = [];
  const server = { refuses: false };
  const steps = phoneCodeSteps(
    {
      phoneProblem: (phone) => (phone === '' ? 'No phone.' : undefined),
      codeProblem: (code) => (code === '' ? 'No code.' : undefined),
      async send(phone) {
        asked.push(`send ${phone}`);
        return server.refuses ? { kind: 'refused', message: 'Not now.' } : { kind: 'sent' };
      },
      async verify(phone, code) {
        asked.push(`verify ${phone} ${code}`);
        return !server.refuses && code === 'right' ? { kind: 'verified', token: `token of ${phone}` } : WRONG;
      },
    },
    (state) => states.push(state),
  );
  return { steps, states, asked, server, now: () => states.at(-1) };
}

it('AUTH-01 AUTH-02 not sent, sending, sent, verifying, verified', async () => {
  const { steps, states } = started();
  expect(await steps.send(PHONE)).toBe(true);
  expect(await steps.verify(PHONE, 'right')).toBe(`token of ${PHONE}`);
  expect(states.map(({ step }) => step)).toEqual(['sending', 'sent', 'verifying', 'verified']);
});

it('AUTH-01 a phone is valid before a code is asked for; a refusal leads back, and Resend is still there', async () => {
  const { steps, asked, server, now } = started();
  expect(await steps.send('')).toBe(false);
  expect(now()).toEqual({ step: 'unsent', phone: '', problem: { at: 'phone', message: 'No phone.' } });
  expect(asked).toEqual([]);
  server.refuses = true;
  expect(await steps.send(PHONE)).toBe(false);
  expect(now()).toMatchObject({ step: 'unsent', problem: { at: 'phone', message: 'Not now.' } });
  server.refuses = false;
  await steps.send(PHONE);
  server.refuses = true;
  await steps.send(PHONE);
  expect(now()).toMatchObject({ step: 'sent', phone: PHONE, problem: { message: 'Not now.' } });
});

it('AUTH-02 a wrong code is said at the code, which can be tried again', async () => {
  const { steps, asked, now } = started();
  await steps.send(PHONE);
  expect(await steps.verify(PHONE, '')).toBeUndefined();
  expect(now()).toMatchObject({ step: 'sent', problem: { at: 'code', message: 'No code.' } });
  expect(asked).toHaveLength(1);
  expect(await steps.verify(PHONE, 'wrong')).toBeUndefined();
  expect(now()).toMatchObject({ step: 'sent', problem: { at: 'code', message: 'Wrong.' } });
  expect(await steps.verify(PHONE, 'right')).toBeDefined();
});

it('FIN-19 without a code nothing is verified; a form that is sent again needs no other code', async () => {
  const { steps, asked, now } = started();
  expect(await steps.verify(PHONE, 'right')).toBeUndefined();
  expect(now()).toMatchObject({ step: 'unsent', problem: { message: SEND_FIRST_MESSAGE } });
  await steps.send(PHONE);
  const token = await steps.verify(PHONE, 'right');
  expect(await steps.verify(PHONE, 'right')).toBe(token);
  expect(asked).toHaveLength(2);
  steps.forget();
  expect(await steps.verify(PHONE, 'right')).toBeUndefined();
});

it('AUTH-02 a second press while one is under way does nothing', async () => {
  const { steps, asked } = started();
  const sends = await Promise.all([steps.send(PHONE), steps.send(PHONE), steps.verify(PHONE, 'right')]);
  expect(sends).toEqual([true, false, undefined]);
  const tries = await Promise.all([
    steps.verify(PHONE, 'right'),
    steps.verify(PHONE, 'right'),
    steps.send(PHONE),
  ]);
  expect(tries.filter(Boolean)).toHaveLength(1);
  expect(asked).toHaveLength(2);
});

it('AUTH-02 in any order, a token belongs to the phone it is returned for', async () => {
  const phone = fc.constantFrom('', PHONE, '0498 765 432');
  const action = fc.oneof(
    fc.record({ do: fc.constantFrom('send', 'changed'), phone }),
    fc.record({ do: fc.constant('verify'), phone, code: fc.constantFrom('', 'right', 'wrong') }),
    fc.record({ do: fc.constantFrom('refuse', 'forget'), phone }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action), async (actions) => {
      const { steps, server, now } = started();
      for (const next of actions) {
        if (next.do === 'send') await steps.send(next.phone);
        if (next.do === 'changed') steps.phoneChanged(next.phone);
        if (next.do === 'refuse') server.refuses = !server.refuses;
        if (next.do === 'forget') steps.forget();
        if (next.do !== 'verify') continue;
        const token = await steps.verify(next.phone, 'code' in next ? next.code : '');
        if (token !== undefined) expect(token).toBe(`token of ${next.phone}`);
        if (now()?.step === 'verified') expect(now()?.phone).not.toBe('');
      }
    }),
  );
});
