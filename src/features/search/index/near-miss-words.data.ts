/**
 * Pairs of valid words that differ by one letter: makes, models, colours, fuels. They are excluded from typo tolerance,
 * so that "supra" does not match Cupra at a dealer without a Supra.
 */
export const NEAR_MISS_WORDS: readonly (readonly [string, string])[] = [
  ['range', 'ranger'],
  ['range', 'orange'],
  ['crown', 'brown'],
  ['carry', 'camry'],
  ['supra', 'cupra'],
  ['celica', 'delica'],
  ['rodeo', 'romeo'],
  ['patrol', 'petrol'],
  ['cooper', 'copper'],
  ['sonic', 'stonic'],
  ['alpina', 'alpine'],
  ['ducati', 'ducato'],
  ['steed', 'steel'],
  ['dream', 'cream'],
];
