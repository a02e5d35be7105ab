import { MAKES } from '#src/config/sections/stock/makes.data.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { modelLine } from '#src/features/vehicle/vehicle-families.ts';
import {
  BASE_COLOURS,
  LONGER_NAMES,
  MAKES_SAID,
  ORDINARY_NAMES,
  OTHER_PHRASES,
  VALUE_SYNONYMS,
} from './lexicon-words.data.ts';
import { keyOf, type Lists, type Meaning, type Piece, piecesOf, startsWord } from './word-meaning.ts';

/** What a dealer has in stock, as far as words can name it. */
export type StockWords = {
  /** Values of each list facet. */
  lists: Lists;
  /** Range facets that have figures. */
  ranges: readonly FacetName[];
  models: readonly { make: string; model: string }[];
  /** Stored colours that include all of their family; without them, a colour means those whose names contain it. */
  colourFamilies?: readonly string[];
};

export type Name = {
  /** Empty where the name stays text. */
  lists: Lists;
  facet?: FacetName;
  /** Means this only where nothing else is typed. */
  isOrdinary?: boolean;
  /** Means this only after "in", "at" or "from". */
  needsPlaceWord?: boolean;
};

/** Names by their key. */
export type Lexicon = ReadonlyMap<string, Name>;

const MOST_PIECES = 8;
/** More stored colours of one name than this are found better by its text. */
const MOST_COLOURS = 3;
const NAMED_AS_STORED = [
  'categories',
  'filtered_features',
  'tag',
  'location_name',
  'dealership_name',
] as const;

const keyOfName = (text: string) => keyOf(piecesOf(text));

const beginsWith = (longer: readonly Piece[], shorter: readonly Piece[]) =>
  longer.length > shorter.length && shorter.every(({ text }, at) => longer[at]?.text === text);

function colourNames(stored: readonly string[], families: readonly string[]): [string, Name][] {
  const named = stored.map((value) => {
    const words = piecesOf(value).map(({ text }) => text);
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
    // Together with what is said of a part of the car, it is text all the more.
    const lists: Lists = values.length > MOST_COLOURS ? {} : { colour: values };
    return words.map((word) => [word, { lists, facet: 'colour' }]);
  });
  return [...exact, ...bases];
}

/** A short or numeric name says nothing without its make. */
const needsMake = (key: string) => /^\d+$/.test(key) || /^\p{L}{1,2}$/u.test(key);

function modelNames(models: StockWords['models']): [string, Name][] {
  const read = models.map((one) => ({ ...one, pieces: piecesOf(one.model), key: keyOfName(one.model) }));
  const byFirstPiece = Map.groupBy(read, ({ pieces }) => pieces[0]?.text);
  const beginsAnother = (one: (typeof read)[number], isRival: (make: string) => boolean) =>
    (byFirstPiece.get(one.pieces[0]?.text) ?? []).some(
      (other) => isRival(other.make) && beginsWith(other.pieces, one.pieces),
    );
  const names = new Map<string, { make: string; model: string; isWithMake: boolean }[]>();
  const add = (key: string, name: { make: string; model: string; isWithMake: boolean }) =>
    names.set(key, [...(names.get(key) ?? []), name]);
  for (const one of read) {
    const alike = read.filter(({ make, key }) => make === one.make && key === one.key);
    // "LandCruiser" and "Land Cruiser" are one name: where one begins another model's, both stay text.
    if (one.key === '' || alike.some((other) => beginsAnother(other, (make) => make === one.make))) continue;
    const { make, model, key } = one;
    const makeKey = keyOfName(make);
    const makeKeys = [makeKey, ...(MAKES_SAID[make] ?? []).map(keyOfName)];
    for (const before of makeKeys) add(before + key, { make, model, isWithMake: true });
    const saysMake = key.startsWith(makeKey) && key !== makeKey;
    if (saysMake) add(key, { make, model, isWithMake: true });
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

/** "3 series" stays text, which finds all of its models; none of them alone is meant. */
const lineNames = (models: StockWords['models']): [string, Name][] =>
  models.flatMap((one): [string, Name][] => {
    const line = modelLine(one);
    if (line === null || one.make === 'Mazda') return [];
    return [line, `${one.make} ${line}`].map((text) => [keyOfName(text), { lists: {} }]);
  });

function makeNames(stored: readonly string[]): [string, Name][] {
  return stored.flatMap((make) =>
    [make, ...(MAKES_SAID[make] ?? [])].map((text): [string, Name] => {
      const key = keyOfName(text);
      return [key, { lists: { make: [make] }, facet: 'make', isOrdinary: ORDINARY_NAMES.has(key) }];
    }),
  );
}

function saidNames({ lists }: StockWords): [string, Name][] {
  return VALUE_SYNONYMS.flatMap(([facet, values, words]): [string, Name][] => {
    const stocked = values.filter((value) => lists[facet]?.includes(value));
    if (stocked.length === 0) return [];
    return words.map((word) => [keyOfName(word), { lists: { [facet]: stocked }, facet }]);
  });
}

const storedNames = (facet: FacetName, { lists }: StockWords): [string, Name][] =>
  (lists[facet] ?? []).map((value) => [keyOfName(value), { lists: { [facet]: [value] }, facet }]);

/** What is no name of ours, long enough to hold one: another make, a model whose name begins with a stocked one. */
function otherNames(): [string, Name][] {
  const longer = LONGER_NAMES.flatMap(([make, name]) => [name, `${make} ${name}`]);
  const texts = [
    ...OTHER_PHRASES.map((words) => words.join(' ')),
    ...longer,
    ...MAKES.map(({ name }) => name),
  ];
  return texts.map((text) => [keyOfName(text), { lists: {} }]);
}

/** Every name a shopper may type at a dealer; the first meaning of a key is the one it has. */
export function createLexicon(stock: StockWords): Lexicon {
  const names = new Map<string, Name>();
  const add = (entries: readonly [string, Name][]) => {
    for (const [key, name] of entries) if (key !== '' && !names.has(key)) names.set(key, name);
  };
  add(saidNames(stock));
  add(makeNames(stock.lists.make ?? []));
  add(lineNames(stock.models));
  add(modelNames(stock.models));
  add(colourNames(stock.lists.colour ?? [], stock.colourFamilies ?? []));
  for (const facet of NAMED_AS_STORED) add(storedNames(facet, stock));
  for (const [key, city] of storedNames('city', stock)) {
    const other = names.get(key);
    // Orange is a town and a colour: alone it is neither.
    if (!other) names.set(key, city);
    else if (other.facet !== 'city') names.set(key, { ...city, needsPlaceWord: true });
  }
  add(otherNames());
  return names;
}

/** The longest name that begins at a piece and ends where a word does. */
export function nameAt(
  lexicon: Lexicon,
  pieces: readonly Piece[],
  at: number,
): (Meaning & { name: Name }) | undefined {
  let found: (Meaning & { name: Name }) | undefined;
  let key = '';
  for (let to = at + 1; to <= Math.min(pieces.length, at + MOST_PIECES); to += 1) {
    key += keyOf(pieces.slice(to - 1, to));
    // "a 4 door" holds no Audi A4.
    const isArticle = to > at + 1 && pieces[at]?.text === 'a' && pieces[at + 1]?.gap === 'apart';
    const name = isArticle || !startsWord(pieces[to]) ? undefined : lexicon.get(key);
    if (name)
      found = { from: at, to, name, ...(Object.keys(name.lists).length > 0 && { lists: name.lists }) };
  }
  return found;
}
