/** What shoppers call colours. */
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
export type ColourFamily = (typeof COLOUR_FAMILIES)[number];

/** Words that name a family in a maker's colour: "Glacier White", "Gunmetal". */
export const FAMILY_WORDS: Readonly<Record<ColourFamily, readonly string[]>> = {
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

/** Colours whose words say nothing, or another family. */
export const NAMED_COLOURS: Readonly<Record<string, ColourFamily>> = {
  'crystal pearl': 'White',
  'sonic quartz': 'White',
  'platinum quartz': 'Silver',
  'prussian steel': 'Grey',
  'modern steel': 'Grey',
  'ice fluo': 'White',
  'red hot': 'Red',
};
