import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { BODY_LABELS } from '#src/features/search/facets/facets.ts';
import { stockScope } from '#src/features/search/index/stock-scope.ts';
import { SYNONYM_GROUPS } from '#src/features/search/index/synonyms.data.ts';
import { VALUE_SYNONYMS } from '#src/features/search/plain-words/lexicon-words.data.ts';
import { ALL_STOCK_PATH } from '#src/features/search/search-scope.ts';
import type { StockName, StockNames } from '#src/features/search/type-ahead/suggestions.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { folded } from '#src/platform/text/fold-text.ts';
import type { Services } from '#src/server/services.ts';
import type { FacetCounts } from './engine/vehicle-search.ts';
import { isSearchUnavailable } from './search-failure.ts';
import { modelsOf } from './stock-vocabulary.ts';

/** Keeps the response below 8 KB for any stock: beyond these the rarest are left out. */
const MOST_MAKES = 100;
const MOST_MODELS = 350;
const MOST_BADGES = 250;

const mostFirst = <T extends StockName>(names: readonly T[]): T[] =>
  [...names].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));

/** Spellings of one name are one entry, under the most frequent of them. */
function merged<T extends StockName>(names: readonly T[], keyOf: (name: string) => string): T[] {
  const byKey = Map.groupBy(mostFirst(names), ({ name }) => keyOf(name));
  byKey.delete('');
  return mostFirst(
    [...byKey.values()].flatMap(([first, ...others]) =>
      first ? [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }] : [],
    ),
  );
}

/** Synonyms of a name that do not begin it. */
function synonyms(name: string): Pick<StockName, 'also'> {
  const plain = folded(name);
  const also = SYNONYM_GROUPS.filter(({ words }) => words.includes(plain))
    .flatMap(({ words }) => words)
    .filter((word) => !plain.startsWith(word));
  return also.length > 0 ? { also } : {};
}

const named = (counts: Readonly<Record<string, number>> | undefined): StockName[] =>
  Object.entries(counts ?? {}).map(([name, count]) => ({ name, count }));

type Body = StockNames['bodies'][number];

/** Stored body types that share a label share a name (decision 15), with the words shoppers have for them. */
function bodiesOf(counts: FacetCounts): Body[] {
  const byLabel = Map.groupBy(named(counts.body), ({ name }) => BODY_LABELS[name] ?? name);
  return mostFirst(
    [...byLabel].map(([name, stored]): Body => {
      const values = stored.map((each) => each.name).sort();
      const said = VALUE_SYNONYMS.filter(
        ([facet, meant]) => facet === 'body' && meant.some((value) => values.includes(value)),
      ).flatMap(([, , words]) => words);
      const also = [...new Set([...said, ...(synonyms(name).also ?? [])])].filter(
        (word) => !folded(name).startsWith(word),
      );
      const count = stored.reduce((sum, each) => sum + each.count, 0);
      return { name, count, values, ...(also.length > 0 && { also }) };
    }),
  );
}

/** The names of a dealer's stock, from the vehicle counts of each value. */
export function stockNames(counts: FacetCounts): StockNames {
  const models = modelsOf(counts).map(({ make, model }) => ({
    ...{ make, name: model },
    count: counts.make_model?.[`${make} ${model}`] ?? 0,
  }));
  const shown = new Set(mostFirst(models).slice(0, MOST_MODELS));
  const ofMake = Map.groupBy(
    models.filter((model) => shown.has(model)),
    ({ make }) => slugOf(make),
  );
  return {
    path: ALL_STOCK_PATH,
    makes: merged(named(counts.make), slugOf)
      .slice(0, MOST_MAKES)
      .map((make) => ({
        ...make,
        ...synonyms(make.name),
        models: merged(ofMake.get(slugOf(make.name)) ?? [], slugOf).map(({ name, count }) => ({
          ...{ name, count },
          ...synonyms(name),
        })),
      })),
    bodies: bodiesOf(counts),
    badges: merged(named(counts.badge), folded).slice(0, MOST_BADGES),
  };
}

const NAMED_FACETS: readonly FacetName[] = ['make', 'model', 'make_model', 'body', 'badge'];

/**
 * `GET /api/suggestions`: 200 with the names of the dealer's stock, 404 `no_suggestions` if the dealer has none,
 * 503 `search_unavailable`. What a shopper types is never sent.
 */
export async function respondToSuggestions(
  services: Pick<Services, 'search' | 'clock' | 'log'>,
  dealer: DealerConfig,
): Promise<Response> {
  if (!dealer.search.suggestions) {
    return errorResponse(404, 'no_suggestions', 'This site has no search suggestions.');
  }
  try {
    const counts = await services.search.facetCounts(stockScope(dealer, services.clock), NAMED_FACETS);
    return Response.json(stockNames(counts));
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: error.message }, 'suggestions are unavailable');
    return errorResponse(503, 'search_unavailable', 'Suggestions are unavailable.');
  }
}
