import { expect, it } from 'vitest';
import { cachedGauge, type GaugeOutcome, type GaugeRequest, localPriceGauge } from './cost-services.ts';

const QUESTION: GaugeRequest = { year: 2022, make: 'Mazda', model: 'CX-5', price: 3_150_000 };
const NO_DATA: GaugeOutcome = { kind: 'no_data' };
const UNAVAILABLE: GaugeOutcome = { kind: 'unavailable', reason: 'status 500' };

/** @param outcome of every question */
function asked(outcome: GaugeOutcome) {
  let minutes = 0;
  let count = 0;
  const read = async () => {
    count += 1;
    return outcome;
  };
  const clock = { now: () => new Date(Date.UTC(2026, 0, 1, 0, minutes)) };
  const gauge = cachedGauge({ read }, clock);
  return {
    gauge,
    count: () => count,
    at: async (minute: number, question = QUESTION) => {
      minutes = minute;
      expect(await gauge.read(question)).toEqual(outcome);
      return count;
    },
  };
}

it('VDP-31 a hundred concurrent shoppers cause one request', async () => {
  const { gauge, count } = asked(NO_DATA);
  await Promise.all(Array.from({ length: 100 }, () => gauge.read(QUESTION)));
  expect(count()).toBe(1);
});

it('VDP-31 a reading is valid for an hour, for one vehicle at one price', async () => {
  const { at } = asked(NO_DATA);
  expect(await at(0)).toBe(1);
  expect(await at(59)).toBe(1);
  expect(await at(59, { ...QUESTION, price: 3_000_000 })).toBe(2);
  expect(await at(61)).toBe(3);
});

it('VDP-31 a failed service is called again after a minute', async () => {
  const { at } = asked(UNAVAILABLE);
  expect(await at(0)).toBe(1);
  expect(await at(0)).toBe(1);
  expect(await at(2)).toBe(2);
});

it.each([
  [4_050_000, 'cheaper'],
  [4_500_000, 'dearer'],
])(
  'VDP-274 the demo’s market surrounds the average of the feed: %i cents is in its %s half',
  async (price, half) => {
    const outcome = await localPriceGauge().read({ ...QUESTION, price, average: 4_333_600 });
    if (outcome.kind !== 'read') throw new Error(outcome.kind);
    const { fill = 0, market_range_min: lowest = 0, market_range_max: highest = 0 } = outcome.reading;
    expect((lowest + highest) / 2).toBeCloseTo(4_333_600, -1);
    expect(fill > 0.5).toBe(half === 'cheaper');
  },
);
