import { expect, it } from 'vitest';
import { EMPTY_SEARCH } from '#src/domain/search/search-state.ts';
import type { InstantResult } from '#src/providers/search-engine/instant-query.ts';
import { configured } from '../../../tests/fixtures/configured.ts';
import { searchParts } from './search-parts.ts';

it('SRCH-17 above 1999, parts are counted by a facet that each of them has', async () => {
  const result: InstantResult = {
    ...{ hits: [], nbHits: 2000, nbPages: 96, page: 0, hitsPerPage: 21, facets_stats: {} },
    ...{ facets: { make: { Kenworth: 2400, Isuzu: 117 } }, query: '', processingTimeMS: 1 },
  };
  const search = { instant: async () => [result, result] };
  const services = { search, log: console } as unknown as Parameters<typeof searchParts>[0];
  expect(await searchParts(services, configured(), EMPTY_SEARCH)).toMatchObject({ count: 2517, pages: 96 });
});
