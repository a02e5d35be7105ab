import type { ConditionQuestionName } from '#src/config/sections/trade-in.ts';

/** One answer, and what it adds to the market value, in thousandths of it. */
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

/** An answer in words, `Good: minor marks for its age`. */
export const answerLabel = (name: ConditionQuestionName, value: string): string =>
  QUESTIONS[name].answers.find((each) => each.value === value)?.label ?? value;
