import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyChoices } from '../../../tests/fixtures/deal-samples.ts';
import {
  DEAL_FIELDS,
  DEAL_POSTCODE_MESSAGE,
  DOLLARS_MESSAGE,
  dealQuery,
  deliveryPostcode,
  MAX_QUERY_LENGTH,
  NO_CHOICES,
  readDeal,
  withTradeIn,
} from './deal-choices.ts';

const read = (query: string) => readDeal(new URLSearchParams(query));

it('VDP-231 a deal survives its address', () => {
  fc.assert(
    fc.property(anyChoices, (choices) => {
      const query = dealQuery(choices);
      const { choices: reread, problems } = read(query);
      expect(problems).toEqual({});
      expect(dealQuery(reread)).toBe(query);
      expect(query.length).toBeLessThanOrEqual(MAX_QUERY_LENGTH);
    }),
  );
});

it('VDP-231 what a deal consists of is read as it was written', () => {
  const choices = {
    ...NO_CHOICES,
    seenPrice: { cents: 3_499_000, type: 'drive_away' },
    tradeIn: 1_200_000,
    owing: 300_000,
    payment: 'finance',
    deposit: 500_000,
    termYears: 4.5,
    band: 'DECENT',
    extras: [{ id: 'window-tint', seenCents: 59_900 }],
    handover: 'delivery',
    postcode: '0800',
    seenFare: { postcode: '0800', cents: 61_000 },
    day: '2026-07-03',
    reserves: true,
  } as const;
  expect(read(dealQuery(choices)).choices).toEqual(choices);
});

it('VDP-231 hostile and foreign parameters are left out, and none is passed on', () => {
  const names = fc.constantFrom(...Object.values(DEAL_FIELDS), 'email', 'name', 'constructor');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(names, fc.oneof(fc.string(), fc.constantFrom('9'.repeat(30), '-1')))),
      (pairs) => {
        const { choices } = readDeal(new URLSearchParams(pairs));
        for (const cents of [choices.tradeIn, choices.owing, choices.deposit]) {
          expect(Number.isSafeInteger(cents)).toBe(true);
          expect(cents).toBeGreaterThanOrEqual(0);
        }
        const known = Object.values<string>(DEAL_FIELDS);
        for (const name of new URLSearchParams(dealQuery(choices)).keys()) expect(known).toContain(name);
      },
    ),
  );
});

it('VDP-231 the address of a deal holds nothing that names a person', () => {
  const query = dealQuery(
    read('trade=12000&name=Ann&phone=0412345678&email=a@b.example&rego=ABC123').choices,
  );
  expect(query).toBe('v=1&trade=12000');
});

it('VDP-231 amounts are accepted as people type them; others are complained about', () => {
  for (const typed of ['12000', '$12,000', ' 12 000 ', '12,000.00'])
    expect(read(`${new URLSearchParams({ trade: typed })}`).choices.tradeIn, typed).toBe(1_200_000);
  for (const typed of ['about ten', '-5', '1000001', '1e6'])
    expect(read(`${new URLSearchParams({ trade: typed })}`).problems, typed).toEqual({
      trade: DOLLARS_MESSAGE,
    });
  expect(read('postcode=400').problems).toEqual({ postcode: DEAL_POSTCODE_MESSAGE });
});

it('VDP-231 a link of another version is recognised, and its choices are not guessed', () => {
  expect(read('v=2&trade=12000')).toEqual({ choices: NO_CHOICES, problems: {}, isOfOtherVersion: true });
  expect(read('trade=12000').isOfOtherVersion).toBe(false);
});

it('VDP-290 a valuation takes the place of the trade-in of a deal, in whole dollars', () => {
  expect(withTradeIn('v=1&trade=5000&get=delivery', 1_460_050)).toBe('v=1&trade=14600&get=delivery');
  expect(read(withTradeIn('v=1&get=delivery', 1_460_000)).choices).toMatchObject({
    ...{ tradeIn: 1_460_000, handover: 'delivery' },
  });
});

it('FORM-242 a deal has a postcode for the form that sends it only with a delivery', () => {
  const delivered = { ...NO_CHOICES, postcode: '4006', handover: 'delivery' } as const;
  expect(deliveryPostcode(dealQuery(delivered))).toBe('4006');
  expect(deliveryPostcode(dealQuery({ ...delivered, handover: 'pickup' }))).toBe('');
});
