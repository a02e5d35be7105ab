import { expect, it } from 'vitest';
import {
  heldUntilText,
  readReserveTerms,
  reserveTerms,
  reserveTermsFacts,
  reserveTermsLine,
} from './reserve-terms.ts';

const reserve = { amount: 500, heldDays: 3, refundableUntil: 'contract' } as const;
const lineFor = (change: Partial<Parameters<typeof reserveTerms>[0]>) =>
  reserveTermsLine(reserveTerms({ ...reserve, ...change }));

it('BUY-220 one line says until when a deposit is refunded and how long the vehicle is held', () => {
  expect(lineFor({})).toBe('Refundable until you sign the contract. Held for 3 days.');
  expect(lineFor({ refundableUntil: 'hold_ends', heldDays: 1 })).toBe(
    'Held for 1 day, refundable until then.',
  );
  expect(lineFor({ refundableUntil: 'never' })).toBe(
    'Not refundable if you change your mind. Held for 3 days.',
  );
  for (const amount of ['', 0] as const) expect(lineFor({ amount })).toBe('No deposit. Held for 3 days.');
});

const about = { noun: 'truck', isPaid: true };
const factsFor = (change: object, more: object = {}) =>
  Object.fromEntries(
    reserveTermsFacts(reserveTerms({ ...reserve, ...change }), { ...about, ...more }).map(
      ({ label, text }) => [label, text],
    ),
  );

it('BUY-220 the terms say what is paid, who pays it back and when, and how long the vehicle is held', () => {
  expect(factsFor({})).toEqual({
    Deposit: '$500, which comes off the price',
    'Held for you': '3 days from your payment',
    'If you change your mind': 'We refund all of it until you sign the contract of sale. You need no reason.',
    'If we can’t sell you the truck': 'We refund all of it.',
  });
  expect(factsFor({ refundableUntil: 'never' })['If you change your mind']).toBe(
    'We don’t refund the deposit.',
  );
  expect(factsFor({}, { isPaid: false })['Held for you']).toBe('3 days from when we confirm');
  expect(factsFor({}, { heldUntil: '3 December 2026' })['Held for you']).toBe(
    'Until the end of 3 December 2026',
  );
  expect(factsFor({ amount: '' })).toEqual({
    Deposit: 'None. Reserving is free.',
    'Held for you': '3 days from when we confirm',
  });
});

it('BUY-222 terms are read back as they were stored, and those of earlier releases are none', () => {
  const terms = reserveTerms(reserve);
  expect(readReserveTerms(JSON.stringify(terms))).toEqual(terms);
  for (const stored of [null, '', '{}', '{"amount_cents":1,"held_days":2,"refundable_until":"always"}'])
    expect(readReserveTerms(stored)).toBeUndefined();
});

it('BUY-222 days are those of the dealer’s calendar', () => {
  const terms = reserveTerms(reserve);
  expect(heldUntilText(terms, '2026-11-30T13:59:00Z', 'Australia/Brisbane')).toBe('3 December 2026');
  expect(heldUntilText(terms, '2026-11-30T14:01:00Z', 'Australia/Brisbane')).toBe('4 December 2026');
});
