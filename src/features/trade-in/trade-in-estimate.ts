import {
  CONDITION_QUESTIONS,
  type ConditionQuestionName,
  type TradeInSettings,
} from '#src/config/sections/leads/trade-in-section.ts';
import type { Cents } from '#src/platform/number/number-format.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

/** `perMille` is added to the market value, in thousandths of it. */
type Answer = { value: string; label: string; perMille: number };
export type ConditionQuestion = { label: string; hint?: string; answers: readonly Answer[] };

const answer = (value: string, label: string, perMille = 0): Answer => ({ value, label, perMille });

/** FORM-10: the adjustment questions. */
export const QUESTIONS: Readonly<Record<ConditionQuestionName, ConditionQuestion>> = {
  condition: {
    label: 'What condition is it in?',
    answers: [
      answer('excellent', 'Excellent: like new inside and out', 20),
      answer('good', 'Good: minor marks for its age'),
      answer('fair', 'Fair: dents, scratches or worn trim', -80),
      answer('poor', 'Poor: needs repairs to sell', -200),
    ],
  },
  service_history: {
    label: 'Has it been serviced on time?',
    answers: [
      answer('full', 'Yes, with the books to show it'),
      answer('part', 'Mostly, or books incomplete', -30),
      answer('none', 'No, or no records', -70),
    ],
  },
  accident: {
    label: 'Has it been in an accident?',
    answers: [
      answer('none', 'No'),
      answer('repaired', 'Yes, repaired', -60),
      answer('unrepaired', 'Yes, not repaired', -180),
      answer('written_off', 'It was a repairable write-off', -400),
    ],
  },
  keys: {
    label: 'How many keys do you have?',
    answers: [answer('two', 'Two or more'), answer('one', 'One', -15)],
  },
  tyres: {
    label: 'Do the tyres need replacing?',
    answers: [answer('no', 'No'), answer('some', 'One or two', -10), answer('all', 'All of them', -30)],
  },
  finance_owing: {
    label: 'Is finance owing on it?',
    hint: 'We pay the lender first and you get the rest. The estimate stays the same.',
    answers: [answer('no', 'No'), answer('yes', 'Yes'), answer('unsure', 'Not sure')],
  },
};

export const answerLabel = (name: ConditionQuestionName, value: string): string =>
  QUESTIONS[name].answers.find((each) => each.value === value)?.label ?? value;

/** Answers by question, including kilometres. */
export type AdjustmentAnswers = Readonly<Record<string, string>>;

export const NO_ESTIMATE_REASONS = [
  'switched_off',
  'too_old',
  'too_far',
  /** Unknown to the valuer. */
  'no_value',
  /** The valuer did not respond. */
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

/** Estimates are rounded down to multiples of $50; more precision would mislead. */
const STEP_CENTS: Cents = 5000;
/** The minimum share of the market value, in thousandths. */
const MIN_PER_MILLE = 200;

const chosenAnswer = (name: ConditionQuestionName, answers: AdjustmentAnswers): Answer | undefined =>
  QUESTIONS[name].answers.find(({ value }) => value === answers[name]);

/** Of the market value, in thousandths. Unknown questions and answers are ignored. */
function shareOf(answers: AdjustmentAnswers): number {
  const effects = CONDITION_QUESTIONS.map((name) => chosenAnswer(name, answers)?.perMille ?? 0);
  return Math.max(
    MIN_PER_MILLE,
    effects.reduce((sum, effect) => sum + effect, 1000),
  );
}

/** FORM-10: adjusts the market value by the answers. */
export const adjustedOffer = (marketValue: Cents, answers: AdjustmentAnswers): Cents =>
  Math.floor((marketValue * shareOf(answers)) / 1000 / STEP_CENTS) * STEP_CENTS;

/** `8% less`, `1.5% less`, `2% more`, `no change` */
const effectText = (perMille: number): string =>
  perMille === 0 ? 'no change' : `${Math.abs(perMille) / 10}% ${perMille < 0 ? 'less' : 'more'}`;

/** FORM-231: what all answers together change about the market value: `11% less`. */
export const answersEffect = (answers: AdjustmentAnswers): string => effectText(shareOf(answers) - 1000);

/** FORM-231: an answer and what it changes, for each question that was answered. */
export const answerEffects = (
  answers: AdjustmentAnswers,
): { label: string; answer: string; effect: string }[] =>
  CONDITION_QUESTIONS.flatMap((name) => {
    const chosen = chosenAnswer(name, answers);
    return chosen
      ? [{ label: QUESTIONS[name].label, answer: chosen.label, effect: effectText(chosen.perMille) }]
      : [];
  });

/**
 * FORM-10: the last day an estimate is valid, `YYYY-MM-DD` in the dealer's time zone; 7 days from a Monday end on the
 * next Monday.
 */
export function validUntil(valuedAt: Date, validDays: number, timeZone: string): string {
  const { date } = zonedDate(valuedAt, timeZone);
  return new Date(Date.parse(`${date}T00:00:00Z`) + validDays * DAY_MS).toISOString().slice(0, 10);
}

/** Whether the last day is over in the dealer's time zone. */
export const isExpired = (lastDay: string, now: Date, timeZone: string): boolean =>
  zonedDate(now, timeZone).date > lastDay;

/** `Monday 8 July 2026` */
export const formatLongDate = (date: string): string =>
  new Intl.DateTimeFormat('en-AU', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(',', '');
