import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type SearchDocument, toCard } from '#src/features/search/index/search-document.ts';
import { RECOMMENDED_ORDER } from '#src/features/search/search-index.ts';
import {
  countFacets,
  evaluateQuery,
  findable,
  inOrder,
} from '#src/features/search/server/engine/evaluate-query.ts';
import { postedSearch, toResponse } from '#src/features/search/server/respond-to-search.ts';
import type { SearchServices } from '#src/features/search/server/search-vehicles.ts';
import { createStockVocabulary } from '#src/features/search/server/stock-vocabulary.ts';
import { conditionPredicate, type StockScope } from '#src/features/stock/visible-stock.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { SNAPSHOT_FILE } from '#src/server/routes/preview-addresses.ts';

/** Written by `preview-assets.ts`. */
type Snapshot = { dealer: DealerConfig; documents: SearchDocument[] };

const base = document.documentElement.dataset.previewBase ?? '';

async function read(): Promise<{ services: SearchServices; dealer: DealerConfig }> {
  const response = await fetch(base + SNAPSHOT_FILE);
  if (!response.ok) throw new Error(`The stock of the preview: ${response.status}`);
  const { dealer, documents } = (await response.json()) as Snapshot;
  const stock = inOrder(documents, RECOMMENDED_ORDER).map(findable);
  const inside = ({ conditions }: StockScope) => {
    const judges = conditions.map(conditionPredicate);
    return stock.filter(({ document }) => judges.every((judge) => judge(document)));
  };
  const search: SearchServices['search'] = {
    instant: async (queries, within) => queries.map((query) => evaluateQuery(inside(within), query)),
    cards: async ({ within, sort, limit }) =>
      inOrder(
        inside(within).map(({ document }) => document),
        sort,
      )
        .slice(0, limit)
        .map(toCard),
    facetCounts: async (within, facets) =>
      countFacets(
        inside(within).map(({ document }) => document),
        facets,
      ),
  };
  const services = {
    search,
    clock: systemClock,
    vocabulary: createStockVocabulary(search, systemClock),
    locate: async () => undefined,
    log: console,
  };
  // Searching a snapshot needs no database: cards of previews show no page views.
  return { services: services as unknown as SearchServices, dealer };
}

let known: ReturnType<typeof read> | undefined;

/** @param body as for `POST /api/search` */
export async function search(body: string): Promise<Response> {
  known ??= read();
  const { services, dealer } = await known.catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return toResponse(await postedSearch(services, dealer, body));
}
