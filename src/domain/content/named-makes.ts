import type { DealerConfig } from '#src/config/dealer-config.ts';
import { makeOfBrand } from './brand-groups.ts';

/** Makes that the dealer's own pages link to; each stays a page of the search after its last car is sold. */
export const namedMakes = ({
  locations,
  brands,
  models,
  manufacturer,
}: Pick<DealerConfig, 'locations' | 'brands' | 'models' | 'manufacturer'>): string[] => [
  ...locations.flatMap(({ manufacturers }) => manufacturers),
  ...brands.filter(({ certified, make }) => !certified || make !== undefined).map(makeOfBrand),
  ...models.map(({ make }) => make),
  ...(manufacturer === undefined ? [] : [manufacturer]),
];
