import * as v from 'valibot';
import { choice, flag, wordsOr } from '#src/config/sections/setting-types.ts';

const dollars = (what: string) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20_000), v.description(what)));

/** On-road estimates for prices that exclude government charges. */
export const OnRoadSchema = v.strictObject({
  estimates: flag(
    true,
    'FIN-210: an estimate of the drive-away price, line by line, for vehicles whose price excludes government charges',
  ),
  budgetFilter: choice(
    ['auto', 'on', 'off'],
    'auto',
    'SRCH-210: searches can be refined by the drive-away price in the shopper’s state; auto is on where estimates are and a default price type excludes government charges',
  ),
  dealerCharge: v.optional(
    v.pipe(
      v.strictObject({
        label: wordsOr('Dealer delivery', 'FIN-214: what the charge is called'),
        new: dollars('FIN-214: of a new vehicle, whole dollars'),
        demo: dollars('FIN-214: of a demonstrator, whole dollars'),
        used: dollars('FIN-214: of a used vehicle, whole dollars'),
      }),
      v.description(
        'FIN-214: the dealer’s own charge that is not in the advertised price, a line of the estimate',
      ),
    ),
  ),
});

export type OnRoadConfig = v.InferOutput<typeof OnRoadSchema>;
