import { slugOf } from '#src/config/sections/slug.ts';
import { BODY_LABELS } from '#src/domain/search/facets.ts';
import { folded } from '#src/domain/search/folded.ts';
import { VALUE_SYNONYMS } from '#src/domain/search/plain-words/said-values.data.ts';
import { ALL_STOCK_PATH } from '#src/domain/search/search-scope.ts';
import type { StockName, StockNames } from '#src/domain/search/suggestions.ts';
import { SYNONYM_GROUPS } from '#src/domain/search/synonyms.data.ts';
import type { FacetCounts } from '#src/providers/search-engine/vehicle-search.ts';
import { modelsOf } from './stock-words.ts';

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
