import type { FacetName } from '#src/config/sections/stock/search-section.ts';

/** Used in the `form` attribute of controls outside the form. */
export const SEARCH_FORM_ID = 'search-form';
export const FILTERS_ID = 'search-filters';
export const RESULTS_ID = 'search-results';
/** A popover. */
export const OWN_LOAN_ID = 'own-loan';
export const facetId = (name: FacetName) => `facet-${name}`;

/** Marks a URL whose filters were cleared, so that persisted filters are not reapplied. */
export const CLEARED = '#cleared';

export const clearedPath = ({
  defaultPath,
  persisted,
}: {
  defaultPath: string;
  persisted: readonly string[];
}) => (persisted.length > 0 ? defaultPath + CLEARED : defaultPath);
