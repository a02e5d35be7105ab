import { readAmount } from './amount.ts';
import { type Lexicon, nameAt } from './lexicon.ts';
import { DENIALS, PARTS, TOWS } from './lexicon-words.data.ts';
import {
  endOfWords,
  keyOf,
  type Meaning,
  type Piece,
  piecesOf,
  type Reader,
  startsWord,
  ways,
} from './word-meaning.ts';

type Pieces = readonly Piece[];

const NEAR = ways('near', 'nearby', 'nearest');
/** Of a number they say how much: "around 2018", "close to 5,000". */
const NEAR_NAME = ways('close to', 'around');
const WITHIN = ways('within');
const OF = ways('of', 'from');
const IN = ways('in', 'at', 'from');
const HERE: ReadonlySet<string> = new Set(['me', 'by', 'us', 'you', 'here']);
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'any', 'my', 'our']);
/** Facets that say what a part is like as well: "black leather", "electric seats", "new tyres". */
const OF_PARTS: ReadonlySet<string> = new Set([
  'colour',
  'fuel',
  'transmission',
  'car_type',
  'item_type',
  'body',
]);

/** Where the word that begins at a piece ends. */
function endOfWord(pieces: Pieces, at: number): number {
  let to = at + 1;
  while (to < pieces.length && !startsWord(pieces[to])) to += 1;
  return to;
}

const afterArticle = (pieces: Pieces, at: number) => (ARTICLES.has(pieces[at]?.text ?? '') ? at + 1 : at);

/** Words that must stay text together, because apart they would be taken for something they do not mean. */
export function createTextReader(lexicon: Lexicon, readNumbers: Reader): Reader {
  /** Where whatever begins here ends: a number phrase, a name, or one word. */
  function endOfNext(pieces: Pieces, at: number): number {
    const from = afterArticle(pieces, at);
    const to = readNumbers(pieces, from)?.to ?? nameAt(lexicon, pieces, from)?.to ?? endOfWord(pieces, from);
    return Math.min(to, pieces.length);
  }

  function readNear(pieces: Pieces, at: number): Meaning | undefined {
    const within = endOfWords(pieces, at, WITHIN);
    const distance = within === undefined ? undefined : readAmount(pieces, within);
    const of = distance && endOfWords(pieces, distance.to, OF);
    const name = endOfWords(pieces, at, NEAR_NAME);
    const isNumber = name !== undefined && readAmount(pieces, name) !== undefined;
    const from = distance ? of : (endOfWords(pieces, at, NEAR) ?? (isNumber ? undefined : name));
    const place = from === undefined ? undefined : pieces[from];
    if (
      from === undefined ||
      !place ||
      HERE.has(place.text) ||
      (nameAt(lexicon, pieces, at)?.to ?? at) > from
    )
      return undefined;
    const to = nameAt(lexicon, pieces, from)?.to ?? endOfWord(pieces, from);
    return {
      from: at,
      to,
      near: pieces
        .slice(from, to)
        .map(({ text }) => text)
        .join(' '),
      ...(distance && { nearKm: distance.value }),
    };
  }

  function readDenied(pieces: Pieces, at: number): Meaning | undefined {
    const denied = endOfWords(pieces, at, DENIALS);
    return denied === undefined ? undefined : { from: at, to: endOfNext(pieces, denied) };
  }

  function readTowed(pieces: Pieces, at: number): Meaning | undefined {
    if (!TOWS.has(pieces[at]?.text ?? '')) return undefined;
    const towed = afterArticle(pieces, at + 1);
    const name = nameAt(lexicon, pieces, towed);
    return name?.lists?.item_type ? { from: at, to: name.to } : undefined;
  }

  function readPart(pieces: Pieces, at: number): Meaning | undefined {
    const name = nameAt(lexicon, pieces, at);
    if (!name?.name.facet || !OF_PARTS.has(name.name.facet)) return undefined;
    let to = name.to;
    while (PARTS.has(pieces[to]?.text ?? '')) to += 1;
    return to > name.to ? { from: at, to } : undefined;
  }

  return (pieces, at) =>
    readNear(pieces, at) ?? readDenied(pieces, at) ?? readTowed(pieces, at) ?? readPart(pieces, at);
}

/** Reads one name, a place after "in" among them. */
export const createNameReader =
  (lexicon: Lexicon): Reader =>
  (pieces, at) => {
    const inside = endOfWords(pieces, at, IN);
    const place = inside === undefined ? undefined : nameAt(lexicon, pieces, inside);
    if (place && place.name.facet === 'city') return { ...place, from: at };
    const found = nameAt(lexicon, pieces, at);
    if (!found) return undefined;
    const { name, ...meaning } = found;
    const isAlone = found.from === 0 && found.to === pieces.length;
    if (name.needsPlaceWord || (name.isOrdinary && !isAlone)) return { from: found.from, to: found.to };
    return meaning;
  };

const MOST_PIECES = 8;
const LEAST_LETTERS = 2;

const textsOf = (text: string) => piecesOf(text).map((piece) => piece.text);

/** `Ti` of a model that also comes as `Ti-L`: text finds both. */
function beginsAnother(badge: string, all: readonly string[]): boolean {
  const words = textsOf(badge);
  return all.some((other) => {
    const longer = textsOf(other);
    return longer.length > words.length && words.every((word, at) => longer[at] === word);
  });
}

function badgesByKey(badges: readonly string[]): Map<string, string[]> {
  const byKey = new Map<string, string[]>();
  for (const badge of badges) {
    const key = keyOf(piecesOf(badge));
    if (key.length < LEAST_LETTERS || beginsAnother(badge, badges)) continue;
    byKey.set(key, [...(byKey.get(key) ?? []), badge]);
  }
  return byKey;
}

/** Badges of the models that were understood, among the words that mean nothing else. */
export function readBadges(
  pieces: readonly Piece[],
  read: readonly Meaning[],
  models: readonly string[],
  badges: Readonly<Record<string, readonly string[]>>,
): Meaning[] {
  const own = [
    ...new Set(models.flatMap((model) => (Object.hasOwn(badges, model) ? (badges[model] ?? []) : []))),
  ];
  if (own.length === 0) return [];
  const byKey = badgesByKey(own);
  const isFree = (at: number) => !read.some(({ from, to }) => from <= at && at < to);
  const found: Meaning[] = [];
  let at = 0;
  while (at < pieces.length) {
    let key = '';
    let longest: Meaning | undefined;
    for (let to = at + 1; to <= Math.min(pieces.length, at + MOST_PIECES) && isFree(to - 1); to += 1) {
      key += keyOf(pieces.slice(to - 1, to));
      const named = startsWord(pieces[at]) && startsWord(pieces[to]) ? byKey.get(key) : undefined;
      if (named) longest = { from: at, to, lists: { badge: named } };
    }
    if (longest) found.push(longest);
    at = longest?.to ?? at + 1;
  }
  return found;
}
