import type { DealerConfig } from '#src/config/dealer-config.ts';
import { publicSearch } from '#src/config/public/public-config.ts';
import type { SearchDocument } from '#src/domain/search/search-document.ts';

/** The stock rules decided which documents there are; nothing about them goes to a browser. */
const OPEN_RULES = {
  excludedMakes: [],
  excludedStockNumbers: [],
  include_sold_cars_days: 36_500,
  inStockOnly: false,
  maxAgeYears: null,
  usedOnly: false,
};

/** The settings that a search reads. */
const searchSettings = ({ slug, timeZone, verticals, subscription, search, card }: DealerConfig) => ({
  ...{ slug, timeZone, verticals, subscription, search: publicSearch(search) },
  card: { ...card, views: false },
  locations: [],
  search_filters: {},
  stock: OPEN_RULES,
});

/** No page shows it. */
const withoutPlate = (document: SearchDocument): SearchDocument => ({ ...document, regplate: null });

/** The stock a preview searches without endpoints, as JSON. */
export const previewSnapshot = (dealer: DealerConfig, documents: readonly SearchDocument[]): string =>
  JSON.stringify({ dealer: searchSettings(dealer), documents: documents.map(withoutPlate) });
