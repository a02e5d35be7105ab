import * as v from 'valibot';
import { flag, words } from './switches.ts';

const MOST_CHANCES = 10_000;

const PrizeSchema = v.strictObject({
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9-]{1,40}$/, 'lower-case letters, digits and hyphens, e.g. "free-service"'),
    v.description('CONT-09: name of the prize in stored draws; never reused for another prize'),
  ),
  label: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'text that is not empty'),
    v.maxLength(28, 'at most 28 characters, which fit on the wheel'),
    v.description('CONT-09: the prize, as the wheel names it'),
  ),
  chances: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(MOST_CHANCES),
    v.description('CONT-09: how many chances it has among those of all prizes together'),
  ),
  wins: flag(true, 'CONT-09: off for a field of the wheel without a prize'),
});

/** CONT-09: the game of the page /spin-to-win. */
export const PrizeWheelSchema = v.strictObject({
  prizes: v.pipe(
    v.array(PrizeSchema),
    v.minLength(2, 'at least two fields'),
    v.maxLength(12, 'at most twelve fields'),
    v.check(
      (prizes) => new Set(prizes.map(({ id }) => id)).size === prizes.length,
      'an id of its own for each prize',
    ),
    v.description('CONT-09: fields of the wheel, clockwise from the top'),
  ),
  terms: words('CONT-09: conditions, with the permit where the state asks for one; shown below the wheel'),
});

export type PrizeWheel = v.InferOutput<typeof PrizeWheelSchema>;
export type Prize = PrizeWheel['prizes'][number];
