import { FACTS } from './comments.data.ts';
import type { Random } from './random.ts';

/** Sentences to choose from; histories are those of vehicles that have one. */
export type Phrases = Readonly<Record<'openers' | 'histories' | 'closers', readonly string[]>>;
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
export function writeComments(phrases: Phrases, words: CommentWords, random: Random): string {
  const usable = (sentences: readonly string[]) =>
    sentences.flatMap((sentence) => fill(sentence, words) ?? []);
  const opener = random.pick(usable(phrases.openers));
  const facts = random.some(usable(FACTS), random.int(0, 2));
  const history =
    phrases.histories.length === 0 ? [] : random.some(usable(phrases.histories), random.int(0, 1));
  const closer = random.pick(usable(phrases.closers));
  return [opener, ...facts, ...history, closer].join(' ');
}
