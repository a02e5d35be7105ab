import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { PhoneCodePurpose } from '#src/features/leads/phone-code/phone-code.ts';
import { sendCode, verifyCode } from '#src/features/leads/server/phone-code/phone-verification.ts';
import { consumeVerifiedPhone } from '#src/features/leads/server/phone-code/verified-phone.ts';
import { erasePhoneCodes, sweepPhoneCodes } from '#src/features/leads/server/queries/phone-code-queries.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { START } from '../fixtures/lead-services.ts';
import { OTHER_DEALER, otherThan, type PhoneSetup, phoneServices } from '../fixtures/phone-codes.ts';

const PHONE = '+61 412 345 678';

let setup: PhoneSetup;
beforeAll(async () => {
  setup = await phoneServices();
});
afterAll(() => setup.stop());
const clear = async (...tables: ('phone_codes' | 'phone_tokens' | 'rate_counts')[]) => {
  for (const table of tables) await setup.services.db.deleteFrom(table).execute();
};
afterEach(async () => {
  await clear('phone_codes', 'phone_tokens', 'rate_counts');
  setup.sms.behave('answers');
  setup.time.now = START;
  setup.logged.length = 0;
});

type At = { phone?: string; purpose?: PhoneCodePurpose; dealer?: typeof OTHER_DEALER; from?: string };
const send = ({ phone = PHONE, purpose = 'finance', dealer, from }: At = {}) =>
  sendCode(setup.services, dealer ?? setup.dealer, { phone, purpose }, from);
const verify = (code: string, { phone = PHONE, purpose = 'finance', dealer, from }: At = {}) =>
  verifyCode(setup.services, dealer ?? setup.dealer, { phone, purpose, code }, from);
const take = (token: string, { phone = PHONE, purpose = 'finance', dealer }: At = {}) =>
  consumeVerifiedPhone(setup.services.db, setup.services.clock.now(), {
    ...{ dealer: dealer?.slug ?? setup.dealer.slug, purpose, phone, token },
  });
async function tokenFor(at: At = {}): Promise<string> {
  await send(at);
  const verified = await verify(setup.newest(), at);
  if (verified.kind !== 'verified') throw new Error(verified.kind);
  return verified.token;
}
const kinds = (outcomes: readonly { kind: string }[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]));

it('AUTH-03 a code sent is recorded; the phone that it verifies is with what uses that', async () => {
  await setup.services.db.deleteFrom('verifications').execute();
  await tokenFor();
  const rows = setup.services.db.selectFrom('verifications').selectAll().orderBy('verification_type');
  const row = {
    website_slug: setup.dealer.slug,
    dealership_slug: expect.stringMatching(/\w/),
    user_id: null,
  };
  expect(await rows.execute()).toMatchObject([{ ...row, verification_type: 'sms' }]);
});

it('AUTH-01 AUTH-02 a code that was sent is exchanged for a token, once, in any spelling of the phone', async () => {
  expect(await send()).toEqual({ kind: 'sent', phone: '0412345678' });
  expect(setup.sms.arrivals.at(-1)).toMatchObject({ to: '+61412345678' });
  const code = setup.newest();
  expect(await verify(code, { phone: '04 1234 5678' })).toMatchObject({ kind: 'verified' });
  expect(await verify(code)).toEqual({ kind: 'wrong' });
});

it.each(['', '0755501234', '1300 555 123', '+1 412 345 6789', '+44 7911 123456', 'x'.repeat(10_000)])(
  'AUTH-01 "%.20s" gets no code, and has none',
  async (phone) => {
    const before = setup.sms.arrivals.length;
    expect(await send({ phone })).toMatchObject({ kind: 'no_mobile' });
    expect(await verify('123456', { phone })).toMatchObject({ kind: 'no_mobile' });
    expect(setup.sms.arrivals).toHaveLength(before);
  },
);

it('AUTH-02 what is no code is compared with nothing and uses up no try', async () => {
  await send();
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(await verify(code)).toMatchObject({ kind: 'no_code' });
  const [row] = await setup.services.db.selectFrom('phone_codes').selectAll().execute();
  expect(row?.tries).toBe(0);
});

/** What a code does next, by a model of its own: the current code, its tries and its age. */
it('AUTH-02 in every order of sending, trying and waiting, only the newest code works, for ten minutes, five tries and one use', async () => {
  let phones = 0;
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.constant('send' as const) },
    { weight: 3, arbitrary: fc.constantFrom('right' as const, 'former' as const) },
    { weight: 5, arbitrary: fc.constant('wrong' as const) },
    { weight: 2, arbitrary: fc.constantFrom(1, 9.99, 10, 11) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      phones += 1;
      const phone = `04${String(phones).padStart(8, '0')}`;
      let code: string | undefined;
      let former = '';
      let tries = 0;
      let until = 0;
      for (const next of steps) {
        await clear('rate_counts');
        const { now } = setup.time;
        if (next === 'send') {
          expect(await send({ phone })).toMatchObject({ kind: 'sent' });
          former = code ?? former;
          [code, tries, until] = [setup.newest(), 0, now + 10 * MINUTE_MS];
          continue;
        }
        if (typeof next === 'number') {
          setup.time.now += next * MINUTE_MS;
          continue;
        }
        if (now >= until) [former, code, tries, until] = [code ?? former, undefined, 0, now + 10 * MINUTE_MS];
        const tried = { right: code ?? (former || '000000'), former: former || '000000' };
        const typed = next === 'wrong' ? otherThan(code ?? '000000') : tried[next];
        tries += 1;
        const isRight = typed === code;
        const expected = tries > 5 ? 'too_many' : isRight ? 'verified' : 'wrong';
        expect(await verify(typed, { phone })).toMatchObject({ kind: expected });
        if (expected === 'verified') [former, code, tries, until] = [typed, undefined, 0, 0];
      }
    }),
    { numRuns: 40 },
  );
});

it('AUTH-02 of fifty right codes at once one is exchanged', async () => {
  await send();
  const code = setup.newest();
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => verify(code)));
  expect(kinds(outcomes).verified).toBe(1);
  expect(await setup.services.db.selectFrom('phone_tokens').selectAll().execute()).toHaveLength(1);
});

it('AUTH-02 of two right codes at once one is exchanged, and the other is wrong', async () => {
  await send();
  const code = setup.newest();
  expect(kinds(await Promise.all([verify(code), verify(code)]))).toEqual({ verified: 1, wrong: 1 });
});

it('AUTH-02 of six wrong codes at once five are compared, and the right one comes too late', async () => {
  await send();
  const code = setup.newest();
  const wrong = otherThan(code);
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => verify(wrong)));
  expect(kinds(outcomes)).toEqual({ wrong: 5, too_many: 1 });
  expect(await verify(code)).toMatchObject({ kind: 'too_many' });
  await send();
  expect(await verify(setup.newest())).toMatchObject({ kind: 'verified' });
});

it('AUTH-02 a code sent while the former is tried is not used up by it', async () => {
  for (let round = 0; round < 5; round += 1) {
    await clear('rate_counts');
    await send();
    const former = setup.newest();
    const [, tried] = await Promise.all([send(), verify(former)]);
    const sent = setup.newest();
    if (tried.kind === 'verified') expect(former).not.toBe(sent);
    expect(await verify(sent)).toMatchObject({ kind: 'verified' });
  }
});

it('AUTH-02 a phone that got no code responds like one that did', async () => {
  await send();
  const wrong = otherThan(setup.newest());
  const unknown = { phone: '0498 765 432' };
  for (let attempt = 1; attempt <= 7; attempt += 1)
    expect(await verify(wrong, unknown)).toEqual(await verify(wrong));
});

it('AUTH-02 a code is worth nothing for another dealer, purpose or phone', async () => {
  await send();
  const code = setup.newest();
  const elsewhere: At[] = [{ dealer: OTHER_DEALER }, { purpose: 'sign-in' }, { phone: '0498 765 432' }];
  for (const at of elsewhere) expect(await verify(code, at)).toEqual({ kind: 'wrong' });
  // Also if its row were copied there.
  const { db } = setup.services;
  await db.updateTable('phone_codes').set({ dealer: 'moved' }).where('dealer', '=', 'another').execute();
  await db
    .updateTable('phone_codes')
    .set({ dealer: 'another' })
    .where('dealer', '=', 'riverbend')
    .where('purpose', '=', 'finance')
    .execute();
  expect(await verify(code, { dealer: OTHER_DEALER })).toEqual({ kind: 'wrong' });
});

it('AUTH-02 FIN-19 a token is used once, within ten minutes, by the phone, purpose and dealer it was made for', async () => {
  const token = await tokenFor();
  const elsewhere: At[] = [{ dealer: OTHER_DEALER }, { purpose: 'sign-in' }, { phone: '0498 765 432' }];
  for (const at of elsewhere) expect(await take(token, at)).toBe(false);
  for (const wrong of ['', 'x', `${token}x`, 'x'.repeat(10_000)]) expect(await take(wrong)).toBe(false);
  const uses = await Promise.all(Array.from({ length: 10 }, () => take(token, { phone: '0412345678' })));
  expect(uses.filter(Boolean)).toHaveLength(1);
  const late = await tokenFor();
  setup.time.now += 10 * MINUTE_MS;
  expect(await take(late)).toBe(false);
});

it('AUTH-02 FIN-19 a token stays where what it allows is not stored', async () => {
  const token = await tokenFor();
  const { db, clock } = setup.services;
  const at = { dealer: setup.dealer.slug, purpose: 'finance', phone: PHONE, token } as const;
  const failing = db.transaction().execute(async (transaction) => {
    expect(await consumeVerifiedPhone(transaction, clock.now(), at)).toBe(true);
    throw new Error('not stored');
  });
  await expect(failing).rejects.toThrow('not stored');
  expect(await take(token)).toBe(true);
});

it('AUTH-02 neither phone, code nor token is stored or logged, at any fault', async () => {
  const token = await tokenFor();
  await send();
  const code = setup.newest();
  await verify(otherThan(code));
  for (const mode of ['busy', 'fails', 'silent'] as const) {
    setup.sms.behave(mode);
    expect(await send()).toEqual({ kind: 'unsent' });
    await clear('rate_counts');
  }
  const { db } = setup.services;
  await send();
  const rows = [
    await db.selectFrom('phone_codes').selectAll().execute(),
    await db.selectFrom('phone_tokens').selectAll().execute(),
    await db.selectFrom('rate_counts').selectAll().execute(),
  ];
  for (const text of [JSON.stringify(rows), setup.logged.join('')])
    for (const secret of ['412345678', token]) expect(text).not.toContain(secret);
  expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
  expect(setup.logged.filter((line) => line.includes('code not sent'))).toHaveLength(4);
});

it('AUTH-01 a code whose sending failed works if it arrives after all; without a service none is sent', async () => {
  setup.sms.behave('late');
  const sending = send();
  expect(await sending).toMatchObject({ kind: 'sent' });
  expect(await verify(setup.newest())).toMatchObject({ kind: 'verified' });
  const { sms } = setup.services;
  setup.services.sms = undefined;
  expect(await send()).toEqual({ kind: 'unsent' });
  setup.services.sms = sms;
});

it('AUTH-02 what has expired is forgotten, and a person can be erased', async () => {
  const { db, clock } = setup.services;
  const rows = async () =>
    (await db.selectFrom('phone_codes').selectAll().execute()).length +
    (await db.selectFrom('phone_tokens').selectAll().execute()).length;
  await tokenFor();
  await send();
  await tokenFor({ dealer: OTHER_DEALER });
  await send({ phone: '0498 765 432' });
  expect(await rows()).toBe(4);
  await erasePhoneCodes(db, ['0412345678'], 'riverbend');
  expect(await rows()).toBe(2);
  await erasePhoneCodes(db, ['0412345678'], undefined);
  expect(await rows()).toBe(1);
  await sweepPhoneCodes(db, clock.now().toISOString());
  expect(await rows()).toBe(1);
  setup.time.now += 10 * MINUTE_MS;
  await sweepPhoneCodes(db, clock.now().toISOString());
  expect(await rows()).toBe(0);
});

it('AUTH-02 ERR-03 a database that cannot write is a failure of ours, not a wrong code', async () => {
  const { db } = setup.services;
  await db.schema.alterTable('phone_codes').renameTo('gone').execute();
  try {
    expect(await send()).toEqual({ kind: 'unsent' });
    expect(await verify('123456')).toEqual({ kind: 'failed' });
  } finally {
    await db.schema.alterTable('gone').renameTo('phone_codes').execute();
  }
});
