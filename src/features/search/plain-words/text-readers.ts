import { readAmount } from './amount.ts';
import { type Lexicon, nameAt } from './lexicon.ts';
import { NEGATIONS, PARTS, TOW_VERBS } from './lexicon-words.data.ts';
import {
  endOfWords,
  keyOf,
  type Meaning,
  type Reader,
  startsWord,
  type Token,
  tokenize,
  variants,
} from './word-meaning.ts';

type Tokens = readonly Token[];

const NEAR = variants('near', 'nearby', 'nearest');
/** Before a number these mean "approximately": "around 2018", "close to 5,000". */
const NEAR_NAME = variants('close to', 'around');
const WITHIN = variants('within');
const OF = variants('of', 'from');
const IN = variants('in', 'at', 'from');
const HERE: ReadonlySet<string> = new Set(['me', 'by', 'us', 'you', 'here']);
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'any', 'my', 'our']);
/** Facets whose values can also describe a part: "black leather", "electric seats", "new tyres". */
const PART_FACETS: ReadonlySet<string> = new Set([
  'colour',
  'fuel',
  'transmission',
  'car_type',
  'item_type',
  'body',
]);

function endOfWord(tokens: Tokens, at: number): number {
  let to = at + 1;
  while (to < tokens.length && !startsWord(tokens[to])) to += 1;
  return to;
}

const afterArticle = (tokens: Tokens, at: number) => (ARTICLES.has(tokens[at]?.text ?? '') ? at + 1 : at);

/** Matches phrases that stay text as a whole, because their words would be misread individually. */
export function createTextReader(lexicon: Lexicon, readNumbers: Reader): Reader {
  /** The end of the number phrase, name or word that starts here. */
  function endOfNext(tokens: Tokens, at: number): number {
    const from = afterArticle(tokens, at);
    const to = readNumbers(tokens, from)?.to ?? nameAt(lexicon, tokens, from)?.to ?? endOfWord(tokens, from);
    return Math.min(to, tokens.length);
  }

  function readNear(tokens: Tokens, at: number): Meaning | undefined {
    const within = endOfWords(tokens, at, WITHIN);
    const distance = within === undefined ? undefined : readAmount(tokens, within);
    const afterOf = distance && endOfWords(tokens, distance.to, OF);
    const name = endOfWords(tokens, at, NEAR_NAME);
    const isNumber = name !== undefined && readAmount(tokens, name) !== undefined;
    const from = distance ? afterOf : (endOfWords(tokens, at, NEAR) ?? (isNumber ? undefined : name));
    const place = from === undefined ? undefined : tokens[from];
    if (
      from === undefined ||
      !place ||
      HERE.has(place.text) ||
      (nameAt(lexicon, tokens, at)?.to ?? at) > from
    )
      return undefined;
    const to = nameAt(lexicon, tokens, from)?.to ?? endOfWord(tokens, from);
    return {
      from: at,
      to,
      near: tokens
        .slice(from, to)
        .map(({ text }) => text)
        .join(' '),
      ...(distance && { nearKm: distance.value }),
    };
  }

  function readNegated(tokens: Tokens, at: number): Meaning | undefined {
    const negated = endOfWords(tokens, at, NEGATIONS);
    return negated === undefined ? undefined : { from: at, to: endOfNext(tokens, negated) };
  }

  function readTowed(tokens: Tokens, at: number): Meaning | undefined {
    if (!TOW_VERBS.has(tokens[at]?.text ?? '')) return undefined;
    const towed = afterArticle(tokens, at + 1);
    const name = nameAt(lexicon, tokens, towed);
    return name?.lists?.item_type ? { from: at, to: name.to } : undefined;
  }

  function readPart(tokens: Tokens, at: number): Meaning | undefined {
    const name = nameAt(lexicon, tokens, at);
    if (!name?.name.facet || !PART_FACETS.has(name.name.facet)) return undefined;
    let to = name.to;
    while (PARTS.has(tokens[to]?.text ?? '')) to += 1;
    return to > name.to ? { from: at, to } : undefined;
  }

  return (tokens, at) =>
    readNear(tokens, at) ?? readNegated(tokens, at) ?? readTowed(tokens, at) ?? readPart(tokens, at);
}

/** Matches one name, including a city after "in". */
export const createNameReader =
  (lexicon: Lexicon): Reader =>
  (tokens, at) => {
    const inside = endOfWords(tokens, at, IN);
    const place = inside === undefined ? undefined : nameAt(lexicon, tokens, inside);
    if (place && place.name.facet === 'city') return { ...place, from: at };
    const found = nameAt(lexicon, tokens, at);
    if (!found) return undefined;
    const { name, ...meaning } = found;
    const isAlone = found.from === 0 && found.to === tokens.length;
    if (name.needsPlaceWord || (name.isOrdinary && !isAlone)) return { from: found.from, to: found.to };
    return meaning;
  };

const MAX_TOKENS = 8;
const MIN_KEY_LENGTH = 2;

const textsOf = (text: string) => tokenize(text).map((token) => token.text);

/** `Ti` stays text if there is also a `Ti-L`, so that the search finds both. */
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
    const key = keyOf(tokenize(badge));
    if (key.length < MIN_KEY_LENGTH || beginsAnother(badge, badges)) continue;
    byKey.set(key, [...(byKey.get(key) ?? []), badge]);
  }
  return byKey;
}

/** Badges of the recognised models among the unrecognised words. */
export function readBadges(
  tokens: readonly Token[],
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
  while (at < tokens.length) {
    let key = '';
    let longest: Meaning | undefined;
    for (let to = at + 1; to <= Math.min(tokens.length, at + MAX_TOKENS) && isFree(to - 1); to += 1) {
      key += keyOf(tokens.slice(to - 1, to));
      const named = startsWord(tokens[at]) && startsWord(tokens[to]) ? byKey.get(key) : undefined;
      if (named) longest = { from: at, to, lists: { badge: named } };
    }
    if (longest) found.push(longest);
    at = longest?.to ?? at + 1;
  }
  return found;
}
