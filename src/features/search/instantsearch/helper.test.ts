import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySearch } from '../../../../tests/fixtures/any-search.ts';
import { toParameters } from '../search-widget.ts';
import { SearchParameters } from './search-parameters.ts';
import { requestBuilder } from './search-requests.ts';
import { SearchResults } from './search-results.ts';

/** The helper that InstantSearch brings. */
const require = createRequire(createRequire(import.meta.url).resolve('instantsearch.js'));
const theirs = {
  Parameters: require('algoliasearch-helper').SearchParameters,
  Results: require('algoliasearch-helper').SearchResults,
  requestBuilder: require('algoliasearch-helper/src/requestBuilder.js'),
};
const plain = (value: object) => JSON.parse(JSON.stringify(value));

const parameters = anySearch.map((search) =>
  toParameters(search, { shown: ['make', 'price'], openLists: [] }),
);
const counts = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.nat(9), { maxKeys: 5 });
const response = fc.record({
  facets: fc.dictionary(fc.constantFrom('make', 'body', 'price', 'model'), counts),
  facets_stats: fc.dictionary(fc.constantFrom('price', 'make'), fc.record({ min: fc.nat(), max: fc.nat() })),
  nbHits: fc.nat(),
  processingTimeMS: fc.nat(9),
  hits: fc.array(fc.record({ id: fc.string() }), { maxLength: 3 }),
});

describe('SRCH-01 SRCH-05 the parts of InstantSearch’s helper that are replaced', () => {
  it('hold the same parameters', () => {
    fc.assert(
      fc.property(parameters, parameters, fc.nat(5), (one, other, page) => {
        const [mine, original] = [new SearchParameters(one), new theirs.Parameters(one)];
        expect({ ...mine }).toEqual({ ...original });
        for (const change of [other, { page }, { query: undefined }, undefined])
          expect({ ...mine.setQueryParameters(change) }).toEqual({ ...original.setQueryParameters(change) });
        expect({ ...mine.setPage(page) }).toEqual({ ...original.setPage(page) });
        expect({ ...mine.resetPage() }).toEqual({ ...original.resetPage() });
        expect({ ...mine.setIndex('a') }).toEqual({ ...original.setIndex('a') });
        expect(mine.setPage(mine.page ?? 0)).toBe(mine);
        expect(mine.getQueryParams()).toEqual(original.getQueryParams());
        expect(mine.getRefinedDisjunctiveFacets()).toEqual(original.getRefinedDisjunctiveFacets());
      }),
    );
  });

  it('ask for the same, in the same order', () => {
    fc.assert(
      fc.property(parameters, (search) => {
        const mine = requestBuilder._getQueries('vehicles', new SearchParameters(search));
        const original = theirs.requestBuilder._getQueries('vehicles', new theirs.Parameters(search));
        expect(JSON.stringify(mine)).toBe(JSON.stringify(original));
      }),
    );
  });

  it('read the same from responses, values in the same order', () => {
    fc.assert(
      fc.property(parameters, fc.array(response, { maxLength: 6 }), (search, responses) => {
        const known = responses.map((each) => ({
          ...each,
          facets: Object.fromEntries(
            Object.entries(each.facets).filter(([name]) =>
              (search.disjunctiveFacets as string[]).includes(name),
            ),
          ),
        }));
        const mine = new SearchResults(new SearchParameters(search), known);
        const original = new theirs.Results(new theirs.Parameters(search), known);
        expect(plain(mine)).toEqual(plain(original));
        expect(JSON.stringify(mine.disjunctiveFacets.map(({ data }) => data))).toBe(
          JSON.stringify(original.disjunctiveFacets.map(({ data }: { data: object }) => data)),
        );
      }),
    );
  });
});
