import { MAKES } from '#src/config/sections/stock/makes.data.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { modelLine } from '#src/features/vehicle/vehicle-families.ts';
import {
  BASE_COLOURS,
  LONGER_NAMES,
  MAKE_SYNONYMS,
  ORDINARY_NAMES,
  OTHER_PHRASES,
  VALUE_SYNONYMS,
} from './lexicon-words.data.ts';
import { keyOf, type Lists, type Meaning, startsWord, type Token, tokenize } from './word-meaning.ts';

/** The values in a dealer's stock that query words can refer to. */
export type StockWords = {
  lists: Lists;
  /** Range facets with at least one value. */
  ranges: readonly FacetName[];
  models: readonly { make: string; model: string }[];
  /** Stored colours that stand for their family; without one, a colour matches all stored names that contain it. */
  colourFamilies?: readonly string[];
};

export type Name = {
  /** Empty if the name stays text. */
  lists: Lists;
  facet?: FacetName;
  /** An everyday word, which is a name only as the entire query. */
  isOrdinary?: boolean;
  /** A name only after "in", "at" or "from". */
  needsPlaceWord?: boolean;
};

/** By `keyOf`. */
export type Lexicon = ReadonlyMap<string, Name>;

const MAX_TOKENS = 8;
/** With more stored colours than this, a text search works better than a filter. */
const MAX_COLOURS = 3;
const NAMED_AS_STORED = [
  'categories',
  'filtered_features',
  'tag',
  'location_name',
  'dealership_name',
] as const;

const keyOfName = (text: string) => keyOf(tokenize(text));

const beginsWith = (longer: readonly Token[], shorter: readonly Token[]) =>
  longer.length > shorter.length && shorter.every(({ text }, at) => longer[at]?.text === text);

function colourNames(stored: readonly string[], families: readonly string[]): [string, Name][] {
  const named = stored.map((value) => {
    const words = tokenize(value).map(({ text }) => text);
    return {
      value,
      words,
      base: words.map((word) => BASE_COLOURS.find((all) => all.includes(word))).find(Boolean),
    };
  });
  const ofMaker = named.filter(({ words }) => words.length > 1);
  const exact = ofMaker.map(({ value }): [string, Name] => [
    keyOfName(value),
    { lists: { colour: [value] }, facet: 'colour' },
  ]);
  const bases = BASE_COLOURS.flatMap((words): [string, Name][] => {
    const values = named.filter(({ base }) => base === words).map(({ value }) => value);
    const family = families.find((one) => words.includes(one.toLowerCase()));
    if (family !== undefined)
      return words.map((word) => [word, { lists: { colour: [family] }, facet: 'colour' }]);
    if (values.length === 0) return [];
    const lists: Lists = values.length > MAX_COLOURS ? {} : { colour: values };
    return words.map((word) => [word, { lists, facet: 'colour' }]);
  });
  return [...exact, ...bases];
}

/** Short and numeric names are ambiguous without their make. */
const needsMake = (key: string) => /^\d+$/.test(key) || /^\p{L}{1,2}$/u.test(key);

function modelNames(models: StockWords['models']): [string, Name][] {
  const read = models.map((one) => ({ ...one, tokens: tokenize(one.model), key: keyOfName(one.model) }));
  const byFirstPiece = Map.groupBy(read, ({ tokens }) => tokens[0]?.text);
  const beginsAnother = (one: (typeof read)[number], isRival: (make: string) => boolean) =>
    (byFirstPiece.get(one.tokens[0]?.text) ?? []).some(
      (other) => isRival(other.make) && beginsWith(other.tokens, one.tokens),
    );
  const names = new Map<string, { make: string; model: string; isWithMake: boolean }[]>();
  const add = (key: string, name: { make: string; model: string; isWithMake: boolean }) =>
    names.set(key, [...(names.get(key) ?? []), name]);
  for (const one of read) {
    const alike = read.filter(({ make, key }) => make === one.make && key === one.key);
    // "LandCruiser" and "Land Cruiser" are one name; if either is a prefix of another model, both stay text.
    if (one.key === '' || alike.some((other) => beginsAnother(other, (make) => make === one.make))) continue;
    const { make, model, key } = one;
    const makeKey = keyOfName(make);
    const makeKeys = [makeKey, ...(MAKE_SYNONYMS[make] ?? []).map(keyOfName)];
    for (const before of makeKeys) add(before + key, { make, model, isWithMake: true });
    const includesMake = key.startsWith(makeKey) && key !== makeKey;
    if (includesMake) add(key, { make, model, isWithMake: true });
    else if (!needsMake(key) && !beginsAnother(one, () => true)) add(key, { make, model, isWithMake: false });
  }
  return [...names].map(([key, found]): [string, Name] => {
    const model = [...new Set(found.map((one) => one.model))];
    const makes = found.every(({ isWithMake }) => isWithMake)
      ? [...new Set(found.map(({ make }) => make))]
      : [];
    const lists: Lists = makes.length > 0 ? { make: makes, model } : { model };
    return [key, { lists, facet: 'model', isOrdinary: ORDINARY_NAMES.has(key) }];
  });
}

/** "3 series" stays text, which finds all models of the line. */
const modelLineNames = (models: StockWords['models']): [string, Name][] =>
  models.flatMap((one): [string, Name][] => {
    const line = modelLine(one);
    if (line === null || one.make === 'Mazda') return [];
    return [line, `${one.make} ${line}`].map((text) => [keyOfName(text), { lists: {} }]);
  });

function makeNames(stored: readonly string[]): [string, Name][] {
  return stored.flatMap((make) =>
    [make, ...(MAKE_SYNONYMS[make] ?? [])].map((text): [string, Name] => {
      const key = keyOfName(text);
      return [key, { lists: { make: [make] }, facet: 'make', isOrdinary: ORDINARY_NAMES.has(key) }];
    }),
  );
}

function synonymNames({ lists }: StockWords): [string, Name][] {
  return VALUE_SYNONYMS.flatMap(([facet, values, words]): [string, Name][] => {
    const stocked = values.filter((value) => lists[facet]?.includes(value));
    if (stocked.length === 0) return [];
    return words.map((word) => [keyOfName(word), { lists: { [facet]: stocked }, facet }]);
  });
}

const storedNames = (facet: FacetName, { lists }: StockWords): [string, Name][] =>
  (lists[facet] ?? []).map((value) => [keyOfName(value), { lists: { [facet]: [value] }, facet }]);

/** Phrases that contain a stocked name but mean something else: other makes, longer model names. */
function otherNames(): [string, Name][] {
  const longer = LONGER_NAMES.flatMap(([make, name]) => [name, `${make} ${name}`]);
  const texts = [
    ...OTHER_PHRASES.map((words) => words.join(' ')),
    ...longer,
    ...MAKES.map(({ name }) => name),
  ];
  return texts.map((text) => [keyOfName(text), { lists: {} }]);
}

/** All names a query can contain; the first meaning of a key takes precedence. */
export function createLexicon(stock: StockWords): Lexicon {
  const names = new Map<string, Name>();
  const add = (entries: readonly [string, Name][]) => {
    for (const [key, name] of entries) if (key !== '' && !names.has(key)) names.set(key, name);
  };
  add(synonymNames(stock));
  add(makeNames(stock.lists.make ?? []));
  add(modelLineNames(stock.models));
  add(modelNames(stock.models));
  add(colourNames(stock.lists.colour ?? [], stock.colourFamilies ?? []));
  for (const facet of NAMED_AS_STORED) add(storedNames(facet, stock));
  for (const [key, city] of storedNames('city', stock)) {
    const other = names.get(key);
    // Orange is a town and a colour, so the word alone is ambiguous.
    if (!other) names.set(key, city);
    else if (other.facet !== 'city') names.set(key, { ...city, needsPlaceWord: true });
  }
  add(otherNames());
  return names;
}

/** The longest name that starts at a token and ends at a word boundary. */
export function nameAt(
  lexicon: Lexicon,
  tokens: readonly Token[],
  at: number,
): (Meaning & { name: Name }) | undefined {
  let found: (Meaning & { name: Name }) | undefined;
  let key = '';
  for (let to = at + 1; to <= Math.min(tokens.length, at + MAX_TOKENS); to += 1) {
    key += keyOf(tokens.slice(to - 1, to));
    // "a 4 door" does not contain an Audi A4.
    const isArticle = to > at + 1 && tokens[at]?.text === 'a' && tokens[at + 1]?.gap === 'apart';
    const name = isArticle || !startsWord(tokens[to]) ? undefined : lexicon.get(key);
    if (name)
      found = { from: at, to, name, ...(Object.keys(name.lists).length > 0 && { lists: name.lists }) };
  }
  return found;
}
