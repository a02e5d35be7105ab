import { CLOSERS, FACTS, HISTORIES, OPENERS } from './comments.data.ts';
import type { Random } from './random.ts';

export type CommentKind = keyof typeof OPENERS;
/** What a sentence may mention, ready to read: `kept: '98,200 km'`. */
export type CommentWords = Readonly<Record<string, string | undefined>>;

/** The sentence with its blanks filled, or undefined where a word is missing. */
function fill(sentence: string, words: CommentWords): string | undefined {
  const blanks = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  if (blanks.some((name) => words[name] === undefined)) return undefined;
  const filled = sentence.replace(/\{(\w+)\}/g, (_blank, name: string) => words[name] ?? '');
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}

/** Two to five sentences: an opening, facts of the vehicle, its history where it has one, a closing. */
export function writeComments(kind: CommentKind, words: CommentWords, random: Random): string {
  const usable = (sentences: readonly string[]) =>
    sentences.flatMap((sentence) => fill(sentence, words) ?? []);
  const isNew = kind === 'new';
  const opener = random.pick(usable(OPENERS[kind]));
  const facts = random.some(usable(FACTS), random.int(0, 2));
  const history = isNew || kind === 'demo' ? [] : random.some(usable(HISTORIES), random.int(0, 1));
  const closer = random.pick(isNew || kind === 'demo' ? CLOSERS.new : CLOSERS.used);
  return [opener, ...facts, ...history, closer].join(' ');
}
