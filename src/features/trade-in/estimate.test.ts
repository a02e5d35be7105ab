import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CONDITION_QUESTIONS } from '#src/config/sections/leads/trade-in-section.ts';
import {
  adjustedOffer,
  answerEffects,
  answersEffect,
  QUESTIONS,
  whyNoEstimate,
} from './trade-in-estimate.ts';

const SEVEN_YEARS = { onlineEstimate: true, maxAgeYears: 7, maxKilometres: 100_000 };

it.each([
  ['7 years and 100,000 km', { year: 2019, kilometres: 100_000 }, undefined],
  ['8 years', { year: 2018, kilometres: 10 }, 'too_old'],
  ['no odometer', { year: 2026, kilometres: undefined }, undefined],
  ['100,001 km', { year: 2026, kilometres: 100_001 }, 'too_far'],
])('FORM-10 one group: %s', (_name, vehicle, reason) => {
  expect(whyNoEstimate(SEVEN_YEARS, vehicle, 2026)).toBe(reason);
});

it('FORM-10 another group values up to 10 years', () => {
  const settings = { ...SEVEN_YEARS, maxAgeYears: 10 };
  expect(whyNoEstimate(settings, { year: 2016, kilometres: 1 }, 2026)).toBeUndefined();
  expect(whyNoEstimate(settings, { year: 2015, kilometres: 1 }, 2026)).toBe('too_old');
});

it('FORM-10 a dealer without online estimates shows none', () => {
  const settings = { ...SEVEN_YEARS, onlineEstimate: false };
  expect(whyNoEstimate(settings, { year: 2026, kilometres: 1 }, 2026)).toBe('switched_off');
});

const SOUND = { condition: 'good', service_history: 'full', accident: 'none', keys: 'two', tyres: 'no' };

it('FORM-10 a vehicle in good condition is worth the market value, rounded down to $50', () => {
  expect(adjustedOffer(1_849_900, SOUND)).toBe(1_845_000);
});

it.each([
  [{ condition: 'excellent' }, 2_040_000],
  [{ condition: 'fair' }, 1_840_000],
  [{ service_history: 'none' }, 1_860_000],
  [{ accident: 'unrepaired', condition: 'poor' }, 1_240_000],
  [{ keys: 'one' }, 1_970_000],
  [{ tyres: 'all' }, 1_940_000],
  [{ finance_owing: 'yes' }, 2_000_000],
  [{ constructor: 'x', condition: '__proto__' }, 2_000_000],
])('FORM-10 %j makes it %i cents of $20,000', (answers, cents) => {
  expect(adjustedOffer(2_000_000, answers)).toBe(cents);
});

it('FORM-10 for any answers, an estimate is never negative nor above the market by more than 2 %', () => {
  const answers = fc.record(
    Object.fromEntries(
      CONDITION_QUESTIONS.map((name) => [
        name,
        fc.constantFrom(...QUESTIONS[name].answers.map(({ value }) => value)),
      ]),
    ),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), answers, (market, given) => {
      const cents = adjustedOffer(market, given as Record<string, string>);
      expect(cents).toBeGreaterThanOrEqual(0);
      expect(cents).toBeLessThanOrEqual(market * 1.02);
      expect(cents % 5000).toBe(0);
    }),
  );
});

it('FORM-231 each answer says what it changes, and all together what the estimate is made of', () => {
  const answers = { ...SOUND, condition: 'fair', keys: 'one', kilometres: '60000' };
  expect(answerEffects(answers).map(({ effect }) => effect)).toEqual([
    ...['8% less', 'no change', 'no change', '1.5% less', 'no change'],
  ]);
  expect(answersEffect(answers)).toBe('9.5% less');
  expect(adjustedOffer(2_000_000, answers)).toBe(1_810_000);
  expect(answersEffect({ condition: 'excellent' })).toBe('2% more');
  expect(
    answersEffect({ condition: 'poor', accident: 'written_off', service_history: 'none', keys: 'one' }),
  ).toBe('68.5% less');
});
