import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { BODY_LABELS } from '#src/features/search/facets/facets.ts';
import { SYNONYM_GROUPS } from '#src/features/search/index/synonyms.data.ts';
import { VALUE_SYNONYMS } from '#src/features/search/plain-words/lexicon-words.data.ts';
import { ALL_STOCK_PATH } from '#src/features/search/search-scope.ts';
import type { StockName, StockNames } from '#src/features/search/type-ahead/suggestions.ts';
import { stockScope } from '#src/features/stock/visible-stock.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { folded } from '#src/platform/text/fold-text.ts';
import type { Services } from '#src/server/services.ts';
import type { FacetCounts } from './engine/vehicle-search.ts';
import { isSearchUnavailable } from './search-failure.ts';
import { modelsOf } from './stock-vocabulary.ts';

/** These keep the response below 8 KB; the rarest names are left out. */
const MAX_MAKES = 100;
const MAX_MODELS = 350;
const MAX_BADGES = 250;

const sortedByCount = <T extends StockName>(names: readonly T[]): T[] =>
  [...names].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));

/** Merges spellings of a name under the most frequent one. */
function merged<T extends StockName>(names: readonly T[], keyOf: (name: string) => string): T[] {
  const byKey = Map.groupBy(sortedByCount(names), ({ name }) => keyOf(name));
  byKey.delete('');
  return sortedByCount(
    [...byKey.values()].flatMap(([first, ...others]) =>
      first ? [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }] : [],
    ),
  );
}

/** Synonyms that are not a prefix of the name. */
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

/** Merges body types with the same label (decision 15), and adds synonyms. */
function bodiesOf(counts: FacetCounts): Body[] {
  const byLabel = Map.groupBy(named(counts.body), ({ name }) => BODY_LABELS[name] ?? name);
  return sortedByCount(
    [...byLabel].map(([name, stored]): Body => {
      const values = stored.map((each) => each.name).sort();
      const synonymWords = VALUE_SYNONYMS.filter(
        ([facet, bodies]) => facet === 'body' && bodies.some((value) => values.includes(value)),
      ).flatMap(([, , words]) => words);
      const also = [...new Set([...synonymWords, ...(synonyms(name).also ?? [])])].filter(
        (word) => !folded(name).startsWith(word),
      );
      const count = stored.reduce((sum, each) => sum + each.count, 0);
      return { name, count, values, ...(also.length > 0 && { also }) };
    }),
  );
}

export function stockNames(counts: FacetCounts): StockNames {
  const models = modelsOf(counts).map(({ make, model }) => ({
    ...{ make, name: model },
    count: counts.make_model?.[`${make} ${model}`] ?? 0,
  }));
  const shown = new Set(sortedByCount(models).slice(0, MAX_MODELS));
  const ofMake = Map.groupBy(
    models.filter((model) => shown.has(model)),
    ({ make }) => slugOf(make),
  );
  return {
    path: ALL_STOCK_PATH,
    makes: merged(named(counts.make), slugOf)
      .slice(0, MAX_MAKES)
      .map((make) => ({
        ...make,
        ...synonyms(make.name),
        models: merged(ofMake.get(slugOf(make.name)) ?? [], slugOf).map(({ name, count }) => ({
          ...{ name, count },
          ...synonyms(name),
        })),
      })),
    bodies: bodiesOf(counts),
    badges: merged(named(counts.badge), folded).slice(0, MAX_BADGES),
  };
}

const NAMED_FACETS: readonly FacetName[] = ['make', 'model', 'make_model', 'body', 'badge'];

/**
 * `GET /api/suggestions`: all names in the dealer's stock. They are matched in the browser, so what a visitor types is
 * never sent.
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
