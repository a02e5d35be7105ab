/** Advance widths of Arial and the faces cut to its measure (Helvetica, Liberation Sans), in thousandths of an em. */
const WIDTHS: Readonly<Record<number, string>> = {
  222: 'ijl',
  278: " .,:;/!fIt'",
  333: '-()r',
  500: 'ckvxyzsJ',
  556: 'abdeghnopquL0123456789$?',
  611: 'FTZ',
  667: 'ABEKPSVXY&',
  722: 'CDHNRUw',
  778: 'GOQ',
  833: 'mM',
  944: 'W',
};

const EM = 1000;

const widthOf = (letter: string): number => {
  const found = Object.entries(WIDTHS).find(([, letters]) => letters.includes(letter));
  if (!found) throw new Error(`No width of "${letter}" is known.`);
  return Number(found[0]);
};

/** Advance of a text in widths of an em. */
export const arialWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + widthOf(letter), 0) / EM;
