import { COLOUR_FAMILIES, type ColourFamily, FAMILY_WORDS, NAMED_COLOURS } from './colour-families.data.ts';

/** The basic name of a family counts more than another word: "Obsidian Grey" is grey. */
const BASIC = new Map<string, ColourFamily>(COLOUR_FAMILIES.map((name) => [name.toLowerCase(), name]));
BASIC.set('gray', 'Grey');
const BY_WORD = new Map(
  Object.entries(FAMILY_WORDS).flatMap(([name, words]) =>
    words.map((word) => [word, name as ColourFamily] as const),
  ),
);

/** What follows it is of a part: "White with grey decals", "Red / Black". */
const SECOND_COLOUR = /\/|&|\+|,|\bwith\b|\band\b|\bover\b/;

/** The family of a maker's colour; null where nothing says it. */
export function colourFamily(colour: string): ColourFamily | null {
  const [written = ''] = colour.toLowerCase().split(SECOND_COLOUR, 1);
  const first = written.trim();
  const words = first.split(/[^\p{L}]+/u);
  // English names the colour last: "Blue Grey" is grey.
  const named = (families: ReadonlyMap<string, ColourFamily>) =>
    words.map((word) => families.get(word)).findLast((family) => family !== undefined);
  return NAMED_COLOURS[first] ?? named(BASIC) ?? named(BY_WORD) ?? null;
}
