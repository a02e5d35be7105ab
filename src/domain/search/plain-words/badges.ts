import { keyOf, type Piece, piecesOf, startsWord } from './pieces.ts';
import type { Meaning } from './word-meaning.ts';

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
