import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName } from '#src/config/sections/search.ts';
import type { StockWords } from '#src/domain/search/plain-words/lexicon.ts';
import { COLOUR_FAMILIES } from '#src/domain/vehicle/colour-families.data.ts';
import type { FacetCounts } from '#src/providers/search-engine/vehicle-search.ts';

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

/** Facets that words can name, and the one that links models to makes. */
export const READ_FACETS: readonly FacetName[] = [...READ_LISTS, ...READ_RANGES, 'make_model'];

const valuesOf = (counts: FacetCounts, name: FacetName) => Object.keys(counts[name] ?? {});

/** `Land Rover Discovery` → Land Rover, Discovery, by the makes and models there are. */
export function modelsOf(counts: FacetCounts): StockWords['models'] {
  const makes = valuesOf(counts, 'make').sort((a, b) => b.length - a.length);
  const models = new Set(valuesOf(counts, 'model'));
  return valuesOf(counts, 'make_model').flatMap((both) => {
    const make = makes.find((one) => both.startsWith(`${one} `) && models.has(both.slice(one.length + 1)));
    return make === undefined ? [] : [{ make, model: both.slice(make.length + 1) }];
  });
}

/** The words that name a dealer's stock. If it is rented by the week (CFG-16), no words mean a price. */
export function stockWords(
  counts: FacetCounts,
  { subscription }: Pick<DealerConfig, 'subscription'>,
): StockWords {
  const ranges = READ_RANGES.filter((name) => valuesOf(counts, name).length > 0);
  return {
    lists: Object.fromEntries(READ_LISTS.map((name) => [name, valuesOf(counts, name)])),
    ranges: ranges.filter((name) => !(subscription && name === 'price')),
    models: modelsOf(counts),
    colourFamilies: COLOUR_FAMILIES.filter((family) => family in (counts.colour ?? {})),
  };
}
