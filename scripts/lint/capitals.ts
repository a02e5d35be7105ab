import { globSync, readFileSync } from 'node:fs';
import { GIVEN_TEXTS, NAMES } from './capitals.data.ts';

/**
 * Pages write in sentence case: "Book a viewing", not "Book a Viewing", apart from what the specification gives.
 * `node scripts/lint/capitals.ts`
 */
const SOURCES = 'src/{features,layouts,pages,platform/ui}/**/*.{astro,tsx}';
const KNOWN = new Set([...GIVEN_TEXTS, ...NAMES]);
/** A text of markup or of an attribute with a capital at a later word: "Get Directions", "Book a Service". */
const CAPITALS =
  /(?<=[>"'`]\s*)[A-Z][a-z]+(?:[ -](?:[A-Z][a-z]+|an?|and|for|in|my|of|on|or|the|to|us|with|your?))*[ -][A-Z][a-z]+(?=[?!.:]?\s*["'`<{])/g;
/** The name of a header or of a type is no text. */
const NOT_TEXT = /\b(?:headers|Header|import|set)\b|^\s*'[A-Z][\w-]+':/;

/** Texts of a page in capitals, each with its line. */
export function capitalProblems(file: string, text: string): string[] {
  return [...text.matchAll(CAPITALS)].flatMap(({ 0: found, index }) => {
    const before = text.slice(0, index);
    const line = text.slice(before.lastIndexOf('\n') + 1).split('\n', 1)[0] ?? '';
    if (KNOWN.has(found) || NOT_TEXT.test(line)) return [];
    return [
      `${file}:${before.split('\n').length} "${found}": sentence case, or a text the specification gives`,
    ];
  });
}

if (import.meta.main) {
  const found = globSync(SOURCES)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => capitalProblems(file, readFileSync(file, 'utf8')));
  for (const problem of found) console.error(problem);
  process.exitCode = found.length > 0 ? 1 : 0;
}
