import * as v from 'valibot';
import { flag, whole, wordsOr } from '#src/config/sections/setting-types.ts';

/** FORM-10: questions about the condition of a vehicle, besides its kilometres. */
export const CONDITION_QUESTIONS = [
  'condition',
  'service_history',
  'accident',
  'keys',
  'tyres',
  'finance_owing',
] as const;
export type ConditionQuestionName = (typeof CONDITION_QUESTIONS)[number];

const QuestionsSchema = v.pipe(
  v.array(v.picklist(CONDITION_QUESTIONS, `one of ${CONDITION_QUESTIONS.join(', ')}`)),
  v.description('FORM-10: what is asked about the condition, beside the kilometres'),
);

/** FORM-10: valuation of a shopper's own vehicle; its pages need `pages.trade-in`. */
export const TradeInSchema = v.strictObject({
  regoLookup: flag(true, 'FORM-10: look the vehicle up by its plate; if off, shoppers enter it themselves'),
  onlineEstimate: flag(true, 'FORM-10: show an estimate online; if off, the buying team calls with one'),
  maxAgeYears: whole(10, [1, 40], 'FORM-10: oldest vehicle with an online estimate, years'),
  maxKilometres: whole(100_000, [1000, 1_000_000], 'FORM-10: most kilometres for an online estimate'),
  validDays: whole(7, [1, 60], 'FORM-10: days an estimate is valid'),
  buyingTeamHours: wordsOr('Mon-Fri 8.30am-5.30pm, Sat 9am-5pm', 'FORM-10: hours of the buying team'),
  questions: v.optional(QuestionsSchema, [
    'condition',
    'service_history',
    'accident',
    'keys',
    'finance_owing',
  ]),
  photos: flag(true, 'FORM-10: shoppers can add photos of their vehicle'),
  maxPhotos: whole(10, [1, 20], 'FORM-10: most photos of one vehicle'),
  miscellaneousRecord: flag(
    false,
    'FORM-14: also store each valuation as a miscellaneous record, column_name "valuation"',
  ),
  keepUnfinishedDays: whole(
    14,
    [1, 90],
    'FORM-10: days until a valuation without contact details is deleted',
  ),
});

export type TradeInSettings = v.InferOutput<typeof TradeInSchema>;
