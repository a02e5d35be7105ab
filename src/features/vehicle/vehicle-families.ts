import { kindOf, type Vertical } from '#src/config/sections/stock/stock-terms.ts';
import type { VehicleType } from './vehicle.ts';

export const COLOUR_FAMILIES = [
  'White',
  'Black',
  'Silver',
  'Grey',
  'Blue',
  'Red',
  'Green',
  'Orange',
  'Yellow',
  'Gold',
  'Bronze',
  'Brown',
  'Purple',
  'Pink',
  'Beige',
] as const;
type ColourFamily = (typeof COLOUR_FAMILIES)[number];

/** Words in makers' colour names, by family: "Glacier White", "Gunmetal". */
const FAMILY_WORDS: Readonly<Record<ColourFamily, readonly string[]>> = {
  White: ['white', 'blanc', 'bianco', 'ivory', 'snow', 'alabaster'],
  Black: ['black', 'onyx', 'ebony', 'noir', 'nero', 'obsidian', 'jet'],
  Silver: ['silver', 'argent', 'aluminium', 'platinum', 'titanium', 'sterling'],
  Grey: [
    'grey',
    'gray',
    'graphite',
    'charcoal',
    'gunmetal',
    'slate',
    'anthracite',
    'steel',
    'stealth',
    'magnetite',
  ],
  Blue: ['blue', 'navy', 'azure', 'cobalt', 'eventide', 'aqua', 'turquoise', 'teal'],
  Red: ['red', 'burgundy', 'maroon', 'crimson', 'ruby', 'merlot', 'cherry', 'scarlet', 'rosso', 'bordeaux'],
  Green: ['green', 'emerald', 'olive', 'jade', 'verde'],
  Orange: ['orange', 'tangerine', 'amber', 'copper'],
  Yellow: ['yellow', 'giallo', 'lemon'],
  Gold: ['gold', 'champagne'],
  Bronze: ['bronze'],
  Brown: ['brown', 'chocolate', 'mocha', 'espresso', 'chestnut'],
  Purple: ['purple', 'violet', 'plum', 'aubergine'],
  Pink: ['pink', 'magenta'],
  Beige: ['beige', 'sand', 'taupe', 'cream', 'almond'],
};

/** Exceptions: names whose words do not indicate the family. */
const NAMED_COLOURS: Readonly<Record<string, ColourFamily>> = {
  'crystal pearl': 'White',
  'sonic quartz': 'White',
  'platinum quartz': 'Silver',
  'prussian steel': 'Grey',
  'modern steel': 'Grey',
  'ice fluo': 'White',
  'red hot': 'Red',
};

/** The name of a family takes precedence over other words: "Obsidian Grey" is grey. */
const BASIC = new Map<string, ColourFamily>(COLOUR_FAMILIES.map((name) => [name.toLowerCase(), name]));
BASIC.set('gray', 'Grey');
const BY_WORD = new Map(
  Object.entries(FAMILY_WORDS).flatMap(([name, words]) =>
    words.map((word) => [word, name as ColourFamily] as const),
  ),
);

/** Separates a secondary colour: "White with grey decals", "Red / Black". */
const SECOND_COLOUR = /\/|&|\+|,|\bwith\b|\band\b|\bover\b/;

export function colourFamily(colour: string): ColourFamily | null {
  const [primary = ''] = colour.toLowerCase().split(SECOND_COLOUR, 1);
  const first = primary.trim();
  const words = first.split(/[^\p{L}]+/u);
  // In English the last word is the colour: "Blue Grey" is grey.
  const named = (families: ReadonlyMap<string, ColourFamily>) =>
    words.map((word) => families.get(word)).findLast((family) => family !== undefined);
  return NAMED_COLOURS[first] ?? named(BASIC) ?? named(BY_WORD) ?? null;
}

/** The name of a model line, and why it cannot be derived from the model names. */
export type ModelLine = { make: string; model: RegExp; line: string; reason: string };

const MODEL_LINES: readonly ModelLine[] = [
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

/** The model line: `320i` → `3 Series`; null if the model has none. */
export function modelLine({ make, model }: { make: string; model: string }): string | null {
  const found = MODEL_LINES.find((one) => one.make === make && one.model.test(model));
  return found ? model.replace(found.model, found.line) : null;
}

/** CFG-13: the item types a dealer of these verticals lists. */
export const itemTypesOf = (verticals: readonly Vertical[]): VehicleType[] =>
  verticals.map(kindOf).filter((kind) => kind !== 'part');
