import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyChoices, anyFacts, anyFare, FACTS } from '../../../tests/fixtures/deal-samples.ts';
import { asSeen, dealChanges } from './deal-changes.ts';
import { type DealChoices, dealQuery, NO_CHOICES, readDeal } from './deal-choices.ts';
import { dealPart } from './deal-part.ts';
import { type DealLine, dealSum, repaymentText } from './deal-sum.ts';

const sumOf = (lines: readonly Pick<DealLine, 'cents'>[]) => lines.reduce((sum, { cents }) => sum + cents, 0);
const summed = (choices: Partial<DealChoices>, fare: Parameters<typeof dealSum>[2] = null) =>
  dealSum(FACTS, { ...NO_CHOICES, ...choices }, fare);
const shown = ({ lines, total, less, balance }: ReturnType<typeof dealSum>) =>
  [...lines, { label: 'total', cents: total }, ...less, { label: 'balance', cents: balance }].map(
    ({ label, cents }) => [label, cents],
  );

it('VDP-232 whatever is chosen, the lines give the total, and with trade-in and deposits what is left, in whole cents', () => {
  fc.assert(
    fc.property(anyFacts, anyChoices, anyFare, (facts, choices, fare) => {
      const { lines, total, less, balance } = dealSum(facts, choices, fare);
      expect(sumOf(lines)).toBe(total);
      expect(total + sumOf(less)).toBe(balance);
      for (const { cents } of [...lines, ...less]) expect(Number.isSafeInteger(cents)).toBe(true);
      expect(lines[0]?.cents).toBe(facts.price.cents);
    }),
  );
});

it('VDP-232 edits in any order, with the address in between, give the same sum as the choices at the end', () => {
  const edits = fc.array(
    fc.tuple(anyChoices, fc.constantFrom(...(Object.keys(NO_CHOICES) as (keyof DealChoices)[]))),
  );
  fc.assert(
    fc.property(anyFacts, anyFare, edits, (facts, fare, made) => {
      let edited: DealChoices = NO_CHOICES;
      let through: DealChoices = NO_CHOICES;
      for (const [other, key] of made) {
        edited = { ...edited, [key]: other[key] };
        through = { ...through, [key]: other[key] };
        const sum = dealSum(facts, through, fare);
        expect(sumOf(sum.lines) + sumOf(sum.less)).toBe(sum.balance);
        expect(
          dealSum(
            facts,
            readDeal(new URLSearchParams(dealQuery(asSeen(facts, through, fare)))).choices,
            fare,
          ),
        ).toEqual(sum);
      }
      expect(dealSum(facts, through, fare)).toEqual(dealSum(facts, edited, fare));
    }),
  );
});

it('VDP-232 a lead has the same amounts as the page', () => {
  fc.assert(
    fc.property(anyFacts, anyChoices, anyFare, (facts, choices, fare) => {
      const part = dealPart(facts, choices, fare, 'https://dealer.example/cars/a/deal');
      const { total, balance } = dealSum(facts, choices, fare);
      expect([part.total_cents, part.balance_cents]).toEqual([total, balance]);
      expect(sumOf(part.lines) + sumOf(part.less)).toBe(balance);
    }),
  );
});

it('VDP-232 without choices a deal is the price', () => {
  expect(shown(summed({}))).toEqual([
    ['2021 Toyota HiLux SR5', 3_499_000],
    ['total', 3_499_000],
    ['balance', 3_499_000],
  ]);
});

it('VDP-232 extras and delivery add to the total; trade-in and deposits reduce what is left', () => {
  const choices = {
    tradeIn: 1_200_000,
    owing: 300_000,
    payment: 'finance',
    deposit: 500_000,
    extras: [{ id: 'window-tint', seenCents: 0 }],
    handover: 'delivery',
    postcode: '4000',
    reserves: true,
  } as const;
  const sum = summed(choices, { postcode: '4000', cents: 19_000, region: 'Queensland' });
  expect(shown(sum)).toEqual([
    ['2021 Toyota HiLux SR5', 3_499_000],
    ['Window tint', 59_900],
    ['Delivery', 19_000],
    ['total', 3_577_900],
    ['Your trade-in', -1_200_000],
    ['Finance owing on your trade-in', 300_000],
    ['Reservation deposit', -50_000],
    ['Your deposit', -500_000],
    ['balance', 2_127_900],
  ]);
  expect(sum.balanceLabel).toBe('Left to finance');
});

it('VDP-232 charges that the price excludes are those of the state where it is registered', () => {
  const line = (label: string, cents: number) => ({
    kind: 'on_road' as const,
    label,
    note: 'estimate',
    cents,
  });
  const states = [
    { state: 'qld' as const, lines: [line('Stamp duty in QLD', 120_000)] },
    { state: 'vic' as const, lines: [line('Stamp duty in VIC', 147_000)] },
  ];
  const facts = { ...FACTS, onRoad: { home: 'qld' as const, states } };
  const total = (state: DealChoices['state']) => dealSum(facts, { ...NO_CHOICES, state }, null).total;
  expect([total(undefined), total('vic'), total('nt')]).toEqual([3_619_000, 3_646_000, 3_619_000]);
});

it('VDP-232 a trade-in worth more than the deal leaves something for the shopper', () => {
  const sum = summed({ tradeIn: 4_000_000 });
  expect([sum.balance, sum.balanceLabel]).toEqual([-501_000, 'Left over for you']);
});

it('VDP-232 a delivery without a price is not part of the total, and says so', () => {
  const choices = { handover: 'delivery', postcode: '4000' } as const;
  for (const fare of [
    null,
    { postcode: '4000', message: 'No estimate.' },
    { postcode: '0800', cents: 1, region: 'NT' },
  ])
    expect(summed(choices, fare)).toMatchObject({
      total: 3_499_000,
      notes: ['Delivery isn’t included yet.'],
    });
});

it('VDP-232 FIN-10 a repayment is for what is left to finance, with interest and comparison rate', () => {
  const sum = summed({ payment: 'finance', tradeIn: 1_000_000, termYears: 5, band: 'GREAT' });
  expect(repaymentText(sum)).toMatch(
    /^\$\d+ \/ week over 5 years for the \$24,990 left to finance, 7\.50% p\.a\. interest rate, \d+\.\d\d% p\.a\. your comparison rate$/,
  );
  expect(summed({ payment: 'cash' }).repayment).toBeNull();
  expect(summed({ payment: 'finance', tradeIn: 4_000_000 }).repayment).toBeNull();
  expect(repaymentText(summed({ payment: 'finance', tradeIn: 3_480_000 }))).toBe('Enquire for Finance');
});

it('VDP-236 a changed price, a removed extra and a day that has passed are named, and the rest is as it was', () => {
  const made: DealChoices = {
    ...NO_CHOICES,
    seenPrice: { cents: 3_599_000, type: 'drive_away' },
    tradeIn: 1_000_000,
    extras: [
      { id: 'window-tint', seenCents: 49_900 },
      { id: 'roof-rack', seenCents: 80_000 },
    ],
    day: '2026-06-30',
  };
  expect(dealChanges(FACTS, made, null)).toEqual([
    'The car was $35,990 when this deal was made. It’s $34,990 now.',
    'Window tint was $499 when this deal was made. It’s $599 now.',
    'Roof rack is no longer offered for this vehicle, so it isn’t part of the total.',
    'The day you chose is no longer available. Please choose another.',
  ]);
  expect(dealSum(FACTS, made, null)).toMatchObject({ total: 3_558_900, balance: 2_558_900 });
  expect(dealChanges(FACTS, asSeen(FACTS, { ...made, day: undefined }, null), null)).toEqual([]);
});

it('VDP-236 another kind of price, delivery, trade-in, finance and reserving that ended are named', () => {
  const made: DealChoices = {
    ...NO_CHOICES,
    seenPrice: { cents: 3_299_000, type: 'excluding_government_charges' },
    tradeIn: 1_000_000,
    payment: 'finance',
    handover: 'delivery',
    postcode: '4000',
    seenFare: { postcode: '4000', cents: 10_000 },
    reserves: true,
  };
  const ended = { ...FACTS, tradeIn: null, finance: null, reserve: null, delivers: false };
  expect(dealChanges(ended, made, null)).toEqual([
    'The car was $32,990 Excl. government charges when this deal was made. It’s $34,990 Drive away now.',
    'We can’t estimate delivery right now. Choose pick-up, or ask us about delivery when you send your deal.',
    'We don’t take trade-ins on this vehicle, so yours isn’t part of the total.',
    'We can’t show a repayment for this vehicle. Send your deal and we’ll quote one.',
    'This car can’t be reserved online right now, so no deposit is part of the total.',
  ]);
  const fare = { postcode: '4000', cents: 19_000, region: 'Queensland' };
  expect(dealChanges(FACTS, { ...made, seenPrice: undefined }, fare)).toEqual([
    'Delivery was $100 when this deal was made. It’s $190 now.',
  ]);
});
