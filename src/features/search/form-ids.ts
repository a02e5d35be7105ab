import type { FacetName } from '#src/config/sections/search.ts';

/** Controls outside the form's element name it by this id. */
export const SEARCH_FORM_ID = 'search-form';
export const FILTERS_ID = 'search-filters';
export const RESULTS_ID = 'search-results';
/** Opens over the page. */
export const OWN_LOAN_ID = 'own-loan';
export const facetId = (name: FacetName) => `facet-${name}`;
