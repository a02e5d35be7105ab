import type { SearchDocument } from './search-document.ts';

/** What words are looked for in, the most telling first. */
export const SEARCHED_FIELDS = [
  'name',
  'make_model',
  'badge',
  'series',
  'colour',
  'body_configuration',
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

/** Every word of a group finds the others. */
export const SYNONYM_GROUPS: readonly (readonly string[])[] = [
  ['merc', 'mercedes', 'mercedes-benz'],
  ['vw', 'volkswagen'],
  ['landcruiser', 'land cruiser'],
  ['4wd', '4x4'],
  ['ute', 'pickup'],
  ['dual cab', 'double cab', 'crew cab'],
  ['auto', 'automatic'],
];
