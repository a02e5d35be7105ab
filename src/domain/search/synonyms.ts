import { SYNONYM_GROUPS } from './synonyms.data.ts';

/** What each word finds besides itself, as the search engine takes it. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  SYNONYM_GROUPS.flatMap(({ words }) =>
    words.map((word) => [word, words.filter((other) => other !== word)] as const),
  ),
);
