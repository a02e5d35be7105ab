import type { SearchDocument } from './search-document.ts';

/**
 * What words are looked for in, the most telling first. The model comes before the name, so that a Mustang comes before
 * a Mustang Mach-E, and what models are called together before a name that happens to hold "Series 3"; the cab too, so
 * that a ute with a dual cab comes before a van that is named by it.
 */
export const SEARCHED_FIELDS = [
  'model',
  'series',
  'body_configuration',
  'name',
  'make_model',
  'badge',
  'colour',
  'body',
  'fuel',
  'transmission',
  'drive',
  'stocknum',
  'regplate',
  'vin',
  'city',
  'filtered_features',
  'categories',
] as const satisfies readonly (keyof SearchDocument)[];

type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** What one vehicle is registered by, a typing error in which means another vehicle. */
export const CODE_FIELDS = ['stocknum', 'regplate', 'vin'] as const satisfies readonly SearchedField[];

/** Texts in which a similar word is another one: "cruiser" is no cruise control. */
export const EXACT_FIELDS: readonly SearchedField[] = [
  ...CODE_FIELDS,
  'make_model',
  'body_configuration',
  'city',
  'filtered_features',
  'categories',
];
