import { readAmount } from './amount.ts';
import { type Lexicon, nameAt } from './lexicon.ts';
import { type Piece, startsWord } from './pieces.ts';
import { DENIALS, PARTS, TOWS } from './text-words.data.ts';
import { endOfWords, type Meaning, type Reader, ways } from './word-meaning.ts';

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
