import * as v from 'valibot';

const milliseconds = (what: string, byDefault: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.description(what),
      v.regex(/^[1-9]\d{2,5}$/, 'a whole number of milliseconds, 100 to 999999'),
      v.transform(Number),
    ),
    String(byDefault),
  );

/** How long a page waits for what it is made from; a slow machine or a distant search engine needs longer. */
export const WAIT_VARIABLES = {
  // Twice the engine's own cut-off, plus network time.
  SEARCH_TIMEOUT_MS: milliseconds(
    'How long a search waits for Meilisearch, in milliseconds; after that the database responds',
    700,
  ),
  PAGE_TIMEOUT_MS: milliseconds(
    'How long a page of stock or a search may take, in milliseconds; after that it fails, and the next request tries again',
    8000,
  ),
};
