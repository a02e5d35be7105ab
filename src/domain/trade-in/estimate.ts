import { CONDITION_QUESTIONS, type TradeInSettings } from '#src/config/sections/trade-in.ts';
import type { Cents } from '../money.ts';
import { QUESTIONS } from './condition-questions.ts';

/** Answers by question, kilometres among them. */
export type AdjustmentAnswers = Readonly<Record<string, string>>;

/** Why no estimate is shown online. */
export const NO_ESTIMATE_REASONS = [
  'switched_off',
  'too_old',
  'too_far',
  /** No valuer knows what it is worth. */
  'no_value',
  /** The valuer did not answer. */
  'unavailable',
] as const;
export type NoEstimateReason = (typeof NO_ESTIMATE_REASONS)[number];

/** FORM-10: "no online estimate for cars over 7 years or 100,000 km", as the dealer has set them. */
export function whyNoEstimate(
  settings: Pick<TradeInSettings, 'onlineEstimate' | 'maxAgeYears' | 'maxKilometres'>,
  vehicle: { year: number; kilometres: number | undefined },
  thisYear: number,
): NoEstimateReason | undefined {
  if (!settings.onlineEstimate) return 'switched_off';
  if (thisYear - vehicle.year > settings.maxAgeYears) return 'too_old';
  if ((vehicle.kilometres ?? 0) > settings.maxKilometres) return 'too_far';
  return undefined;
}

/** Estimates are multiples of $50, rounded down; more precision would mislead. */
const STEP_CENTS: Cents = 5000;
/** Whatever is wrong with it, a vehicle keeps this share of what it is worth, in thousandths. */
const LEAST_PER_MILLE = 200;

/** FORM-10: the market value adjusted by the answers. Unknown questions and answers change nothing. */
export function adjustedOffer(marketValue: Cents, answers: AdjustmentAnswers): Cents {
  const perMille = CONDITION_QUESTIONS.reduce((sum, name) => {
    const chosen = QUESTIONS[name].answers.find(({ value }) => value === answers[name]);
    return sum + (chosen?.perMille ?? 0);
  }, 1000);
  const adjusted = (marketValue * Math.max(LEAST_PER_MILLE, perMille)) / 1000;
  return Math.floor(adjusted / STEP_CENTS) * STEP_CENTS;
}
