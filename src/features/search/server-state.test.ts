import type { InstantSearchServerState } from 'react-instantsearch';
import { expect, it } from 'vitest';
import { SEARCH_INDEX } from '#src/wire/search-index.ts';
import { SAMPLE_CARDS } from './sample-cards.data.ts';
import { apartFromHits } from './server-state.ts';

it('SRCH-07 the vehicles of first results are apart from their counts, which alone are sent to the island', () => {
  const hits = SAMPLE_CARDS.map(({ car }) => car);
  const state = {
    initialResults: {
      [SEARCH_INDEX]: { state: { query: 'white' }, results: [{ hits, nbHits: 40, processingTimeMS: 2 }] },
    },
  } as unknown as InstantSearchServerState;
  const { hits: apart, results } = apartFromHits(state);
  expect(apart).toBe(hits);
  expect(results).toEqual([{ hits: [], nbHits: 40 }]);
  expect(apartFromHits({ initialResults: {} }).hits).toEqual([]);
});
