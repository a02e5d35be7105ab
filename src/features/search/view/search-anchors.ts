import type { FacetName } from '#src/config/sections/stock/search-section.ts';

/** Controls outside the form's element name it by this id. */
export const SEARCH_FORM_ID = 'search-form';
export const FILTERS_ID = 'search-filters';
export const RESULTS_ID = 'search-results';
/** Opens over the page. */
export const OWN_LOAN_ID = 'own-loan';
export const facetId = (name: FacetName) => `facet-${name}`;

/** Part of an address that asks for nothing on purpose, so that no kept filter is put back. */
export const CLEARED = '#cleared';

/** Address of the search without filters. */
export const clearedPath = ({
  defaultPath,
  persisted,
}: {
  defaultPath: string;
  persisted: readonly string[];
}) => (persisted.length > 0 ? defaultPath + CLEARED : defaultPath);
