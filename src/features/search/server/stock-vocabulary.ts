import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { StockWords } from '#src/features/search/plain-words/lexicon.ts';
import { createWordReader, type WordReader } from '#src/features/search/plain-words/understand-words.ts';
import { stockScope } from '#src/features/stock/visible-stock.ts';
import { COLOUR_FAMILIES } from '#src/features/vehicle/vehicle-families.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';
import type { FacetCounts, VehicleSearch } from './engine/vehicle-search.ts';

const READ_RANGES = ['price', 'year', 'km'] as const satisfies readonly FacetName[];
const READ_LISTS = [
  'car_type',
  'item_type',
  'make',
  'model',
  'status',
  'categories',
  'body',
  'fuel',
  'transmission',
  'drive',
  'seats',
  'colour',
  'filtered_features',
  'tag',
  'certified',
  'dealership_name',
  'location_name',
  'city',
  'state',
] as const satisfies readonly FacetName[];

/** `make_model` links models to makes. */
const READ_FACETS: readonly FacetName[] = [...READ_LISTS, ...READ_RANGES, 'make_model'];

const valuesOf = (counts: FacetCounts, name: FacetName) => Object.keys(counts[name] ?? {});

/** `Land Rover Discovery` → Land Rover, Discovery, using the makes and models in stock. */
export function modelsOf(counts: FacetCounts): StockWords['models'] {
  const makes = valuesOf(counts, 'make').sort((a, b) => b.length - a.length);
  const models = new Set(valuesOf(counts, 'model'));
  return valuesOf(counts, 'make_model').flatMap((both) => {
    const make = makes.find((one) => both.startsWith(`${one} `) && models.has(both.slice(one.length + 1)));
    return make === undefined ? [] : [{ make, model: both.slice(make.length + 1) }];
  });
}

/** On subscription sites (CFG-16) no words are parsed as a price. */
function stockWords(counts: FacetCounts, { subscription }: Pick<DealerConfig, 'subscription'>): StockWords {
  const ranges = READ_RANGES.filter((name) => valuesOf(counts, name).length > 0);
  return {
    lists: Object.fromEntries(READ_LISTS.map((name) => [name, valuesOf(counts, name)])),
    ranges: ranges.filter((name) => !(subscription && name === 'price')),
    models: modelsOf(counts),
    colourFamilies: COLOUR_FAMILIES.filter((family) => family in (counts.colour ?? {})),
  };
}

/** Vehicle counts by value, cached briefly. */
export type StockVocabulary = {
  /** @throws SearchUnavailable */
  makes(dealer: DealerConfig): Promise<Record<string, number>>;
  /** @throws SearchUnavailable */
  overview(dealer: DealerConfig): Promise<{ makes: Record<string, number>; bodies: Record<string, number> }>;
  /** @throws SearchUnavailable */
  models(dealer: DealerConfig, make: string): Promise<Record<string, number>>;
  /** @throws SearchUnavailable */
  modelNames(dealer: DealerConfig): Promise<ReadonlySet<string>>;
  /** The values of vehicles of one model, by facet. @throws SearchUnavailable */
  traits(dealer: DealerConfig, model: string): Promise<FacetCounts>;
  /** The query parser for the dealer's stock. @throws SearchUnavailable */
  reader(dealer: DealerConfig): Promise<WordReader>;
  /** Call after a change of the dealer's stock. */
  forget(dealer: string): void;
};

/** Facets whose values differ by model. */
export const MODEL_TRAITS = [
  'colour',
  'year',
  'body',
  'fuel',
  'transmission',
  'drive',
  'seats',
] as const satisfies readonly FacetName[];

const CACHE_TTL_MS = 30_000;
/** Across all dealers. Callers only pass makes and models in stock. */
const MAX_ENTRIES = 2000;

export function createStockVocabulary(search: VehicleSearch, clock: Clock): StockVocabulary {
  const cache = new Map<string, { until: number; found: Promise<unknown> }>();

  function memoized<T>(dealer: DealerConfig, key: string, load: () => Promise<T>): Promise<T> {
    const name = `${dealer.slug}/${key}`;
    const now = clock.now().getTime();
    const cached = cache.get(name);
    if (cached && cached.until > now) return cached.found as Promise<T>;
    cache.delete(name);
    const [oldest] = cache.keys();
    if (cache.size >= MAX_ENTRIES && oldest !== undefined) cache.delete(oldest);
    const found = load();
    cache.set(name, { until: now + CACHE_TTL_MS, found });
    found.catch(() => {
      if (cache.get(name)?.found === found) cache.delete(name);
    });
    return found;
  }

  function within(
    dealer: DealerConfig,
    field: 'make' | 'model',
    value: string,
    counted: readonly FacetName[],
  ) {
    const scope = stockScope(dealer, clock, [{ field, among: [value] }]);
    return memoized<FacetCounts>(dealer, `${field}/${value}`, () => search.facetCounts(scope, counted));
  }

  async function overview(dealer: DealerConfig) {
    const counts = await memoized(dealer, 'overview', () =>
      search.facetCounts(stockScope(dealer, clock), ['make', 'body']),
    );
    return { makes: counts.make ?? {}, bodies: counts.body ?? {} };
  }

  const words = (dealer: DealerConfig) =>
    memoized(dealer, 'words', async () => {
      const counts = await search.facetCounts(stockScope(dealer, clock), READ_FACETS);
      const year = calendarYear(clock.now(), dealer.timeZone);
      return {
        read: createWordReader(stockWords(counts, dealer), year),
        models: new Set(Object.keys(counts.model ?? {})),
      };
    });

  return {
    overview,
    makes: async (dealer) => (await overview(dealer)).makes,
    models: async (dealer, make) => (await within(dealer, 'make', make, ['model'])).model ?? {},
    traits: (dealer, model) => within(dealer, 'model', model, ['badge', ...MODEL_TRAITS]),
    reader: async (dealer) => (await words(dealer)).read,
    modelNames: async (dealer) => (await words(dealer)).models,
    forget(dealer) {
      for (const key of cache.keys()) if (key.split('/', 1)[0] === dealer) cache.delete(key);
    },
  };
}
