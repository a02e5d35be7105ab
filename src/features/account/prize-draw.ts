import type { Prize } from '#src/config/sections/business/account-section.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';

type Chances = Pick<Prize, 'chances'>;

export const allChances = (prizes: readonly Chances[]): number =>
  prizes.reduce((sum, { chances }) => sum + chances, 0);

/**
 * CONT-09: the prize for a random number from 0 to `allChances(prizes) - 1`. Each prize owns as many numbers as it
 * has chances.
 * @throws RangeError for any other number
 */
export function prizeOf<T extends Chances>(prizes: readonly T[], drawn: number): T {
  let first = 0;
  for (const prize of prizes) {
    if (Number.isInteger(drawn) && drawn >= first && drawn < first + prize.chances) return prize;
    first += prize.chances;
  }
  throw new RangeError(`${drawn} is not among the ${first} chances.`);
}

/** The odds of a prize: "1 in 20", "3 in 20". */
export function oddsText({ chances }: Chances, all: number): string {
  const divisor = commonDivisor(chances, all);
  return `${chances / divisor} in ${formatNumber(all / divisor)}`;
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/** The clockwise rotation in degrees that brings the middle of field `at` of `count` to the pointer at the top. */
export const stopDegrees = (at: number, count: number): number => (360 - ((at + 0.5) * 360) / count) % 360;
