/**
 * Pairs of words one letter apart, each of which shoppers mean: makes, models, colours, fuels. Typed as they are, neither
 * is taken for a mistyped other: at a dealer without a Supra, "supra" finds no Cupra.
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
