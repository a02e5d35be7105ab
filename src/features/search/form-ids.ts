/** Controls outside the form's element name it by this id. */
export const SEARCH_FORM_ID = 'search-form';
export const FILTERS_ID = 'search-filters';
