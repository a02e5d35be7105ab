import * as v from 'valibot';

/** `GET /api/search/words` with the parameters of a search page. */
export const SearchWordsSchema = v.object({
  understood: v.nullable(
    v.pipe(
      v.string(),
      v.description(
        'The search that the words of `query` stand for, as an address: filters, and words that stay text; null where all of them are text',
      ),
    ),
  ),
});

export type SearchWords = v.InferOutput<typeof SearchWordsSchema>;
