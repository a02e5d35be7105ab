/** What models of a make are called together, with why their own names do not say it. */
export type ModelLine = { make: string; model: RegExp; line: string; reason: string };

export const MODEL_LINES: readonly ModelLine[] = [
  {
    make: 'BMW',
    model: /^(?:([1-8])|M?([1-8])\d\d[a-z]{0,3})(?: .*)?$/i,
    line: '$1$2 Series',
    reason: 'Feeds name a 3 Series by its engine: 320i',
  },
  {
    make: 'Mercedes-Benz',
    model: /^([ABCEGS]|CL[AEKS]|GL[ABCEKS]|ML)(?:[ -]Class| ?\d{2,3}.*)?$/i,
    line: '$1-Class',
    reason: 'Feeds name a C-Class by its engine: C200',
  },
  {
    make: 'Audi',
    model: /^(A[1-8])(?: .*)$/i,
    line: '$1',
    reason: 'Feeds name an A4 by its body too: A4 Avant',
  },
  {
    make: 'Mazda',
    model: /^(?:Mazda ?)?([236])$/i,
    line: 'Mazda$1 Mazda $1',
    reason: 'Feeds write a Mazda3 in one word, in two, or as 3',
  },
];
