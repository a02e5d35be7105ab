import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { State } from '#src/config/sections/states.ts';
import { STATES } from '#src/config/sections/states.ts';
import { addDays } from '#src/platform/time/calendar-date.ts';
import { onRoadEstimate } from './on-road-estimate.ts';
import type { OnRoadFacts } from './on-road-vehicle.ts';
import { STATE_CHARGES } from './state-charges.ts';

const CAR: OnRoadFacts = { item_type: 'car', car_type: 'used', simple_body: 'suv', cylinders: 4 };
const UTE: OnRoadFacts = { ...CAR, simple_body: 'ute', simple_drive: '4WD', seats: 5 };
const MOTORCYCLE: OnRoadFacts = { item_type: 'motorcycle', car_type: 'used', cylinders: 2 };
const ELECTRIC: OnRoadFacts = { ...CAR, simple_fuel: 'Electric', cylinders: undefined };
const HYBRID: OnRoadFacts = { ...CAR, simple_fuel: 'Hybrid' };

const IN_2026 = '2026-11-30';

function dutyOf(state: State, vehicle: OnRoadFacts, priceCents: number, date = IN_2026): number | undefined {
  const estimate = onRoadEstimate({ priceCents, state, vehicle, date });
  return estimate?.lines.find(({ kind }) => kind === 'duty')?.amountCents;
}

/** Tables, formulas and worked examples of the offices named in each state's file. */
describe('FIN-211 stamp duty is what the state publishes', () => {
  it.each<[State, string, OnRoadFacts, number, number]>([
    ['nsw', 'a car', CAR, 30_000, 900],
    ['nsw', 'part of $100', CAR, 30_001, 903],
    ['nsw', 'the last value at 3 per cent', CAR, 44_999, 1350],
    ['nsw', 'a car of $45,000', CAR, 45_000, 1350],
    ['nsw', 'a dearer car', CAR, 50_000, 1600],
    ['nsw', 'a four-wheel drive dual cab', UTE, 50_000, 1600],
    ['nsw', 'a two-wheel drive ute', { ...UTE, simple_drive: 'RWD' }, 50_000, 1500],
    ['nsw', 'a single cab', { ...UTE, seats: 2 }, 50_000, 1500],
    ['nsw', 'a motorcycle', MOTORCYCLE, 50_000, 1500],
    ['nsw', 'an electric car, without concession since 2024', ELECTRIC, 60_000, 2100],
    ['vic', 'a car', CAR, 30_000, 1260],
    ['vic', 'part of $200', CAR, 30_001, 1268.4],
    ['vic', 'a car at the luxury threshold', CAR, 80_567, 3385.2],
    ['vic', 'a car above it', CAR, 80_600, 4191.2],
    ['vic', 'a car above $100,000', CAR, 120_000, 8400],
    ['vic', 'a car above $150,000', CAR, 160_000, 14_400],
    ['vic', 'an electric car above $150,000', ELECTRIC, 160_000, 6720],
    ['vic', 'a hybrid of 118 grams', { ...HYBRID, fuelconsumptioncombined: 5.1 }, 90_000, 3780],
    ['vic', 'a hybrid of 128 grams', { ...HYBRID, fuelconsumptioncombined: 5.5 }, 90_000, 4680],
    ['vic', 'a new ute', { ...UTE, car_type: 'new' }, 60_000, 1620],
    ['vic', 'a used ute', UTE, 60_000, 2520],
    ['qld', 'four cylinders', CAR, 30_000, 900],
    ['qld', 'part of $100', CAR, 30_050, 903],
    ['qld', 'six cylinders', { ...CAR, cylinders: 6 }, 30_000, 1050],
    ['qld', 'eight cylinders', { ...CAR, cylinders: 8 }, 30_000, 1200],
    ['qld', 'eight cylinders above $100,000', { ...CAR, cylinders: 8 }, 120_000, 7200],
    ['qld', 'a six-cylinder hybrid', { ...HYBRID, cylinders: 6 }, 30_000, 600],
    ['qld', 'an electric car above $100,000', ELECTRIC, 120_000, 4800],
    ['sa', 'the least', CAR, 400, 5],
    ['sa', '$1,500', CAR, 1500, 20],
    ['sa', '$2,500', CAR, 2500, 45],
    ['sa', 'a car', CAR, 30_000, 1140],
    ['sa', 'a ute', UTE, 30_000, 870],
    ['wa', 'a car up to $25,000', CAR, 25_000, 687.5],
    ['wa', 'a car between', CAR, 32_000, 1216],
    ['wa', 'a car of $50,000', CAR, 50_000, 3250],
    ['wa', 'a dearer car', CAR, 60_000, 3900],
    ['tas', '$375', CAR, 375, 20],
    ['tas', '$27,750', CAR, 27_750, 834],
    ['tas', '$38,750', CAR, 38_750, 1468],
    ['tas', '$65,750', CAR, 65_750, 2632],
    ['tas', 'a ute', UTE, 65_750, 1974],
    ['tas', 'a motorcycle', MOTORCYCLE, 38_750, 1164],
    ['act', 'a car', CAR, 30_000, 900],
    ['act', 'a dearer car', CAR, 60_000, 2100],
    ['act', 'an electric car', ELECTRIC, 60_000, 1725],
    ['act', 'a car above $80,000', CAR, 90_000, 3900],
    ['nt', 'a car', CAR, 30_000, 900],
    ['nt', 'an electric car of $50,000', ELECTRIC, 50_000, 0],
    ['nt', 'a plug-in hybrid of $60,000', { ...HYBRID, fuel: 'Plug-in hybrid' }, 60_000, 300],
  ])('%s: %s', (state, _, vehicle, dollars, duty) => {
    expect(dutyOf(state, vehicle, dollars * 100)).toBe(Math.round(duty * 100));
  });

  it('and a concession ends on its last day', () => {
    expect(dutyOf('nt', ELECTRIC, 5_000_000, '2027-06-30')).toBe(0);
    expect(dutyOf('nt', ELECTRIC, 5_000_000, '2027-07-01')).toBe(150_000);
  });
});

const vehicles = fc.record<OnRoadFacts>({
  item_type: fc.constantFrom('car', 'motorcycle'),
  car_type: fc.constantFrom('new', 'demo', 'used'),
  simple_body: fc.constantFrom('suv', 'hatch', 'ute', 'van', 'cabChassis', undefined),
  simple_fuel: fc.constantFrom('Petrol', 'Diesel', 'Hybrid', 'Electric', undefined),
  simple_drive: fc.constantFrom('4WD', 'FWD', undefined),
  cylinders: fc.constantFrom(undefined, 3, 4, 6, 8, 12),
  enginesize: fc.constantFrom(undefined, 998, 1998, 2993, 6162),
  fuelconsumptioncombined: fc.constantFrom(undefined, 4.2, 7.1, 12.9),
  tare_weight: fc.constantFrom(undefined, 900, 1400, 2300, 3100),
  seats: fc.constantFrom(undefined, 2, 5, 8, 12),
  rego_expiry: fc.constantFrom(undefined, '2025-01-31', '2027-05-31'),
});
const prices = fc.integer({ min: 1, max: 60_000_000 });

/** In dollars, where a higher rate starts on the whole value. */
const STEPS: Partial<Record<State, readonly number[]>> = {
  vic: [80_567, 100_000, 150_000],
  qld: [100_000],
};

describe.each(STATES)('FIN-211 stamp duty in %s', (state) => {
  it('never falls when the price rises', () => {
    fc.assert(
      fc.property(vehicles, prices, prices, (vehicle, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(dutyOf(state, vehicle, low)).toBeLessThanOrEqual(dutyOf(state, vehicle, high) ?? -1);
      }),
    );
  });

  it('rises by little from one dollar to the next, except where the law has a step', () => {
    fc.assert(
      fc.property(vehicles, fc.integer({ min: 700, max: 400_000 }), (vehicle, dollars) => {
        fc.pre(!STEPS[state]?.includes(dollars));
        const rise =
          (dutyOf(state, vehicle, (dollars + 1) * 100) ?? 0) - (dutyOf(state, vehicle, dollars * 100) ?? 0);
        expect(rise).toBeLessThanOrEqual(1800);
      }),
    );
  });

  it('is a share of the price that a state may take', () => {
    fc.assert(
      fc.property(vehicles, fc.integer({ min: 1_000_000, max: 60_000_000 }), (vehicle, price) => {
        expect((dutyOf(state, vehicle, price) ?? -1) / price).toBeLessThan(0.1);
      }),
    );
  });
});

describe.each(STATES)('FIN-213 the lines of an estimate in %s', (state) => {
  it('add up, and none is negative', () => {
    fc.assert(
      fc.property(vehicles, prices, (vehicle, priceCents) => {
        const estimate = onRoadEstimate({ priceCents, state, vehicle, date: IN_2026 });
        expect(estimate).toBeDefined();
        const { lines = [], totalCents, chargesCents } = estimate ?? {};
        for (const { amountCents } of lines) {
          expect(Number.isSafeInteger(amountCents)).toBe(true);
          expect(amountCents).toBeGreaterThanOrEqual(0);
        }
        expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(totalCents);
        expect(chargesCents).toBe((totalCents ?? 0) - priceCents);
      }),
    );
  });

  it('come from periods that follow one another', () => {
    const { periods } = STATE_CHARGES[state];
    for (const [at, { until }] of periods.slice(0, -1).entries())
      expect(periods[at + 1]?.from).toBe(until && addDays(until, 1));
    expect(periods.at(-1)?.until).toBeUndefined();
  });
});
